// SPDX-License-Identifier: GPL-3.0-or-later
#include "pictures.h"
#include "ui/theme/type.h"
#include "ui/widgets/foot_bar.h"

#include <QTest>

using namespace rungwatch;

namespace {

const auto& tokens = theme::Tokens::of(theme::ThemeName::Dark);

QImage drawn(int width, const QString& journal, const QString& trouble = {})
{
    FootBar bar;
    bar.resize(width, FootBar::barHeight);
    bar.setView({journal, trouble, {}});
    return bar.grab().toImage();
}

int advanceOf(const QString& text)
{
    return QFontMetrics{theme::wordFont(11)}.horizontalAdvance(text);
}

} // namespace

/// The foot: keys at the left, book-keeping at the right, and a trouble of the console's own in the keys' place.
class TestFootBar : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keysEndBeforeTheJournal_data();
    void keysEndBeforeTheJournal();
    void aTroubleTakesTheKeysPlace();
    void theJournalIsShownWhateverTheTrouble();
    void markupIsDrawnAsText();
};

void TestFootBar::keysEndBeforeTheJournal_data()
{
    QTest::addColumn<int>("width");
    for (const int width : {640, 1280, 1920})
        QTest::newRow(std::to_string(width).c_str()) << width;
}

void TestFootBar::keysEndBeforeTheJournal()
{
    QFETCH(int, width);
    const auto journal = QStringLiteral("journal 48 213 events, 6 not yet on disk · 0 observations dropped");
    const auto image = drawn(width, journal);
    const int left = width - 16 - advanceOf(journal) - 2;
    QVERIFY(hasRun(image, {0, 0, left, FootBar::barHeight}, tokens.ctl));
    for (int x = left - 14; x < left - 1; ++x)
        for (int y = 0; y < FootBar::barHeight; ++y)
            QCOMPARE(image.pixelColor(x, y), tokens.bg2);
}

void TestFootBar::aTroubleTakesTheKeysPlace()
{
    const auto image = drawn(1280, QStringLiteral("journal 1 event"), QStringLiteral("THE JOURNAL IS NOT WRITTEN"));
    const QRect left{0, 0, 900, FootBar::barHeight};
    QVERIFY(!hasRun(image, left, tokens.ctl));
    QVERIFY(hasRun(image, left, tokens.crit));
    QVERIFY(!hasRun(drawn(1280, QStringLiteral("journal 1 event")), left, tokens.crit));
}

void TestFootBar::theJournalIsShownWhateverTheTrouble()
{
    const auto journal = QStringLiteral("journal 48 213 events");
    const QRect right{1280 - 16 - advanceOf(journal) - 2, 0, advanceOf(journal) + 2, FootBar::barHeight};
    const auto calm = drawn(1280, journal);
    QCOMPARE(drawn(1280, journal, QString{400, QLatin1Char{'x'}}).copy(right), calm.copy(right));
    QVERIFY(drawn(1280, QStringLiteral("journal 48 214 events")).copy(right) != calm.copy(right));
}

void TestFootBar::markupIsDrawnAsText()
{
    QVERIFY(drawn(1280, {}, QStringLiteral("<b>fine</b>")) != drawn(1280, {}, QStringLiteral("fine")));
}

QTEST_MAIN(TestFootBar)
#include "tst_foot_bar.moc"
