// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/breaker/options.h"
#include "rungwatch/ladder/mode_controller.h"

#include <QFile>
#include <QTest>

using namespace rungwatch;

namespace {

QString textOf(const char* path)
{
    QFile file(QStringLiteral(RUNGWATCH_SOURCE_DIR "/") + QLatin1String(path));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Whether a table of the document has a row for it.
bool hasRow(const QString& document, std::string_view option)
{
    const auto name = QStringLiteral("`%1`").arg(QString::fromStdString(std::string(option)));
    for (const auto& line : document.split(QLatin1Char('\n')))
        if (line.startsWith(QStringLiteral("| `")) && line.contains(name))
            return true;
    return false;
}

} // namespace

/// The core's README says what is: its example is the one that is built against the installed core, and no option of
/// the code is missing from its tables.
class TestCoreReadme : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void itsExampleIsTheOneThatIsBuilt()
    {
        const auto client = textOf("tests/data/core_client/main.cpp");
        QVERIFY(!client.isEmpty());
        QVERIFY(textOf("core/README.md").contains(QStringLiteral("```cpp\n") + client + QStringLiteral("```\n")));
    }

    void everyOptionHasARow()
    {
        const auto document = textOf("core/README.md");
        const std::map<std::string_view, std::string_view> otherwise{{"window_kind", "window.kind"},
            {"window_size", "window.size"}, {"window_s", "window.seconds"}, {"slow_s", "slow_ms"}};
        const auto check = [&](std::string_view name, const auto&) {
            const auto found = otherwise.find(name);
            const auto word = found == otherwise.end() ? name : found->second;
            QVERIFY2(hasRow(document, word), std::string(word).c_str());
        };
        const breaker::Options ofBreakers;
        breaker::Options::fields(ofBreakers, check);
        const ModeController::Options ofControllers;
        ModeController::Options::fields(ofControllers, check);
    }
};

QTEST_APPLESS_MAIN(TestCoreReadme)
#include "tst_core_readme.moc"
