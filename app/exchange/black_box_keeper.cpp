// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/exchange/black_box_keeper.h"

#include <QBuffer>
#include <QDir>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace rungwatch::exchange {

namespace {

QByteArray pngOf(const QImage& picture)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    if (picture.isNull() || !buffer.open(QIODevice::WriteOnly) || !picture.save(&buffer, "PNG"))
        return {};
    return bytes;
}

} // namespace

BlackBoxKeeper::BlackBoxKeeper(const Clock& clock, QString operatorName, Duration length)
    : m_clock(clock)
    , m_operatorName(std::move(operatorName))
    , m_length(length)
{
    m_thread.start();
}

BlackBoxKeeper::~BlackBoxKeeper()
{
    m_thread.end();
}

void BlackBoxKeeper::keep(const QString& journal, TimeRange range, const QImage& picture)
{
    BlackBoxRequest request;
    request.journal = journal;
    request.madeAt = m_clock.wallNow();
    request.range = range;
    if (!range.from)
        request.last = m_length;
    request.madeBy = m_operatorName.toStdString();
    request.program = "rungwatch " RUNGWATCH_VERSION;
    const auto folder = QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation);
    request.file = blackBoxName(folder, journal, request.madeAt);
    m_thread.post([this, request, picture, folder]() mutable {
        QDir().mkpath(folder); // where that fails the maker says so
        request.picture = pngOf(picture);
        const auto made = writeBlackBox(request);
        QMetaObject::invokeMethod(
            this,
            [this, sentence = blackBoxSentence(made), file = made ? made->file : QString()] {
                Q_EMIT kept(sentence, file);
            },
            Qt::QueuedConnection);
    });
}

} // namespace rungwatch::exchange
