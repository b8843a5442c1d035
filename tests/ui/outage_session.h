// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "outage_snapshot.h"
#include "ui/session.h"

namespace rungwatch {

/// A window's session that stands still at a minute of the outage hour, with the hour so far as its history.
class OutageSession : public Session {
    Q_OBJECT

public:
    explicit OutageSession(int minute);

    [[nodiscard]] fleet::SnapshotPtr snapshot() const override;
    [[nodiscard]] const fleet::History& history() const override { return m_history; }
    [[nodiscard]] Moment now() const override { return outage.now; }
    [[nodiscard]] QString operatorName() const override { return QStringLiteral("operator"); }
    void submit(const fleet::Command& command) override { submitted.push_back(command); }
    void takeNote(const QString& text) override { notes << text; }
    [[nodiscard]] const fleet::Incident* incident() const override { return going ? &*going : nullptr; }
    [[nodiscard]] QString declareIncident(const QString& title, WallTime since) override
    {
        declared.emplace_back(title, since);
        return refusal;
    }
    [[nodiscard]] QString endIncident() override
    {
        ++ended;
        return refusal;
    }

    /// What is on show; after a change, frame() shows it.
    OutageSnapshot outage;
    void frame(const std::vector<fleet::Event>& events = {}) { Q_EMIT advanced(events); }

    std::vector<fleet::Command> submitted;
    QStringList notes;
    std::optional<fleet::Incident> going;
    std::vector<std::pair<QString, WallTime>> declared;
    int ended{0};
    QString refusal;

private:
    void addMinute(int minute);

    fleet::History m_history;
    std::uint64_t m_seq{0};
};

} // namespace rungwatch
