// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/exchange/report_files.h"
#include "app/exchange/report_markup.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextObjectInterface>
#include <QtSvg/QSvgRenderer>

using namespace Qt::StringLiterals;

namespace rungwatch::exchange {

namespace {

constexpr int chartObject = QTextFormat::UserObject + 1;
constexpr int svgProperty = QTextFormat::UserProperty + 1;
constexpr int widthProperty = QTextFormat::UserProperty + 2;
constexpr int heightProperty = QTextFormat::UserProperty + 3;

/// Draws a chart where it stands in the text, as shapes and not as a picture.
class ChartObject : public QObject, public QTextObjectInterface {
    Q_OBJECT
    Q_INTERFACES(QTextObjectInterface)

public:
    QSizeF intrinsicSize(QTextDocument* document, int, const QTextFormat& format) override
    {
        const auto width = document->pageSize().width() - 2 * document->documentMargin() - 2;
        return {width, width * format.property(heightProperty).toDouble() / format.property(widthProperty).toDouble()};
    }
    void drawObject(QPainter* painter, const QRectF& rect, QTextDocument*, int, const QTextFormat& format) override
    {
        QSvgRenderer svg(format.property(svgProperty).toByteArray());
        svg.render(painter, rect);
    }
};

constexpr QStringView style = uR"(
h1 { font-size: 17pt; } h2 { font-size: 13pt; } h3 { font-size: 10pt; } p, li, td, th { font-size: 8.5pt; }
th { background-color: #eef1f3; } .small { font-size: 7pt; color: #5b6670; }
)";

void insertChart(QTextCursor& cursor, const Chart& chart)
{
    QTextCharFormat format;
    format.setObjectType(chartObject);
    format.setProperty(svgProperty, chart.svg.toUtf8());
    format.setProperty(widthProperty, chart.width);
    format.setProperty(heightProperty, chart.height);
    cursor.insertBlock(QTextBlockFormat());
    cursor.insertText(QString(QChar::ObjectReplacementCharacter), format);
    cursor.insertBlock(QTextBlockFormat(), QTextCharFormat());
}

void drawPages(QTextDocument& document, QPdfWriter& writer, const QString& title)
{
    QPainter painter(&writer);
    const auto page = document.pageSize();
    const auto footer = document.defaultFont();
    const int pages = document.pageCount();
    for (int number = 0; number < pages; ++number) {
        if (number > 0)
            writer.newPage();
        painter.save();
        painter.translate(0, -number * page.height());
        QAbstractTextDocumentLayout::PaintContext context;
        context.clip = QRectF(0, number * page.height(), page.width(), page.height());
        context.palette.setColor(QPalette::Text, Qt::black);
        painter.setClipRect(context.clip);
        document.documentLayout()->draw(&painter, context);
        painter.restore();
        painter.setFont(footer);
        painter.setPen(QColor(0x5b, 0x66, 0x70));
        const QRectF line(0, page.height(), page.width(), writer.height() - page.height());
        painter.drawText(line, Qt::AlignLeft | Qt::AlignBottom, title);
        painter.drawText(line, Qt::AlignRight | Qt::AlignBottom, u"%1 / %2"_s.arg(number + 1).arg(pages));
    }
}

} // namespace

QByteArray pdfOf(const IncidentReport& report)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins(QMarginsF(15, 14, 15, 12), QPageLayout::Millimeter);
    writer.setResolution(300);
    writer.setTitle(titleOf(report));
    writer.setCreator(u"Rungwatch"_s);

    QTextDocument document;
    document.setUndoRedoEnabled(false);
    document.documentLayout()->setPaintDevice(&writer);
    ChartObject charts;
    document.documentLayout()->registerHandler(chartObject, &charts);
    QFont font(u"Inter"_s);
    font.setPointSizeF(8.5);
    document.setDefaultFont(font);
    document.setDefaultStyleSheet(style.toString());
    document.setDocumentMargin(0);
    const double footer = 10.0 / 25.4 * writer.resolution();
    document.setPageSize(QSizeF(writer.width(), writer.height() - footer));
    QTextCursor cursor(&document);
    writeMarkup(
        report, [&](const QString& markup) { cursor.insertHtml(markup); },
        [&](const Chart& chart) { insertChart(cursor, chart); });
    drawPages(document, writer, titleOf(report));
    buffer.close();
    return bytes;
}

} // namespace rungwatch::exchange

#include "report_pdf.moc"
