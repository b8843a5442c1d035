// SPDX-License-Identifier: GPL-3.0-or-later
#include "figure_text.h"

#include "ui/format/time_text.h"
#include "ui/format/words.h"

#include <cmath>

namespace rungwatch::format {

QString wholePercent(double percent)
{
    if (percent > 0 && percent < 0.5)
        return QStringLiteral("<1");
    if (percent < 100 && percent > 99.5)
        return QStringLiteral(">99");
    return QString::number(std::llround(percent));
}

QString tenthPercent(double percent)
{
    const auto tenths = std::llround(percent * 10);
    if (tenths == 0 && percent > 0)
        return QStringLiteral("<0.1");
    if (tenths == 1000 && percent < 100)
        return QStringLiteral(">99.9");
    return tenths % 10 == 0 ? QString::number(tenths / 10) : QString::number(static_cast<double>(tenths) / 10, 'f', 1);
}

QString grouped(quint64 count)
{
    auto digits = QString::number(count);
    for (auto at = digits.size() - 3; at > 0; at -= 3)
        digits.insert(at, QChar{0x00a0});
    return digits;
}

QString rungLabel(std::string_view name)
{
    return plainLine(name).replace(QLatin1Char{'_'}, QLatin1Char{' '});
}

QString roughLength(Duration length)
{
    using namespace std::chrono_literals;
    if (length >= 1h)
        return lengthText(length);
    const auto count = [](qint64 number, const char* unit) {
        return QString::number(number) + QChar{0x00a0} + QLatin1String{unit};
    };
    return length >= 1min ? count(length / 1min, "min") : count(std::max(length, Duration::zero()) / 1s, "s");
}

} // namespace rungwatch::format
