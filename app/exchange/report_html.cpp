// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/exchange/report_files.h"
#include "app/exchange/report_markup.h"

using namespace Qt::StringLiterals;

namespace rungwatch::exchange {

namespace {

constexpr QStringView style = uR"(
body { font: 15px/1.45 Inter, "Segoe UI", Helvetica, Arial, sans-serif; color: #1d2429; background: #fff;
       max-width: 980px; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 1.6em; margin-bottom: .3em; } h2 { font-size: 1.2em; margin: 1.8em 0 .5em; }
h3 { font-size: 1em; margin: 1.2em 0 .3em; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: .25em .8em .25em 0; border-bottom: 1px solid #dfe4e8;
         overflow-wrap: anywhere; }
.rows td:first-child { white-space: nowrap; } .facts td:first-child { color: #5b6670; white-space: nowrap; }
svg { width: 100%; height: auto; } .small { color: #5b6670; font-size: .85em; margin-top: 2em; overflow-wrap: anywhere; }
@media print { body { margin: 0; max-width: none; } tr, svg { break-inside: avoid; } }
)";

} // namespace

QByteArray htmlOf(const IncidentReport& report)
{
    QString page = u"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                   u"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
                   u"'unsafe-inline'\">\n<meta name=\"viewport\" content=\"width=device-width\">\n"_s;
    page += u"<title>%1</title>\n<style>%2</style>\n</head>\n<body>\n"_s.arg(titleOf(report).toHtmlEscaped(), style);
    writeMarkup(
        report, [&](const QString& markup) { page += markup; }, [&](const Chart& chart) { page += chart.svg; });
    page += u"</body>\n</html>\n"_s;
    return page.toUtf8();
}

} // namespace rungwatch::exchange
