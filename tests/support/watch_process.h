// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QProcess>
#include <QStringList>

#include <functional>
#include <optional>
#include <vector>

namespace rungwatch::testing {

/// `rungwatch watch --json` as a child process, and what it printed: one event a line.
class WatchProcess {
public:
    using Match = std::function<bool(const QJsonObject&)>;

    explicit WatchProcess(const QStringList& arguments,
        const QProcessEnvironment& environment = QProcessEnvironment::systemEnvironment());
    ~WatchProcess();

    /// Reads on until an event matches, and gives it; nothing after `seconds` or when the program ended.
    std::optional<QJsonObject> waitFor(const Match& match, int seconds);
    /// Reads what is there already.
    void drain();
    /// Everything printed so far, in order.
    [[nodiscard]] const std::vector<QJsonObject>& events() const { return m_events; }
    [[nodiscard]] std::vector<QJsonObject> eventsOf(const QString& kind) const;
    /// Lines that were no JSON object: there must be none.
    [[nodiscard]] const QStringList& oddLines() const { return m_oddLines; }
    /// SIGINT, and its exit code; -1 where it did not end in ten seconds.
    int interrupt();
    void sigkill();
    /// What it said on standard error since this was asked last.
    [[nodiscard]] QByteArray errors() { return m_process.readAllStandardError(); }
    /// Reads on until standard error says `words`, and gives all that it said; ends after `seconds` or with the
    /// program.
    QByteArray waitForErrors(const QByteArray& words, int seconds);
    [[nodiscard]] qint64 processId() const { return m_process.processId(); }
    /// Waits for its end; -1 where it does not come, or is none of its own.
    int exitCode(int seconds);

private:
    void take(const QByteArray& line);

    QProcess m_process;
    QByteArray m_rest;
    std::vector<QJsonObject> m_events;
    QStringList m_oddLines;
    std::size_t m_searched{0};
};

/// A field of an event's body.
[[nodiscard]] QJsonValue field(const QJsonObject& event, const char* name);

} // namespace rungwatch::testing
