// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/recorded_what_if.h"

#include "app/journal/replayed.h"

namespace rungwatch {

RecordedWhatIf::RecordedWhatIf(Load load, std::vector<WhatIfExample> examples)
    : m_load(std::move(load))
    , m_examples(std::move(examples))
{
}

RecordedWhatIf::~RecordedWhatIf()
{
    m_thread.end();
}

void RecordedWhatIf::ask(const QStringList& changes)
{
    if (!m_thread.isRunning())
        m_thread.start();
    const std::scoped_lock lock(m_mutex);
    // Whoever waits is replaced: only the newest is worth deciding.
    if (!std::exchange(m_newest, changes))
        m_thread.post([this] { decideNewest(); });
}

std::shared_ptr<const WhatIfResult> RecordedWhatIf::result() const
{
    const std::scoped_lock lock(m_mutex);
    return m_result;
}

void RecordedWhatIf::decideNewest()
{
    if (!m_recording)
        m_recording = m_load();
    std::optional<QStringList> changes;
    {
        const std::scoped_lock lock(m_mutex);
        changes = std::exchange(m_newest, std::nullopt);
    }
    if (!*m_recording) {
        Q_EMIT failed(QString::fromStdString(m_recording->error().message));
        return;
    }
    decide(changes.value_or(QStringList{}));
}

void RecordedWhatIf::decide(const QStringList& changes)
{
    auto result = std::make_shared<const WhatIfResult>(decidedAgain(m_recording->value(), changes));
    {
        const std::scoped_lock lock(m_mutex);
        // A newer request will answer in a moment: this answer would be looked at for that moment only.
        if (m_newest)
            return;
        m_result = std::move(result);
    }
    Q_EMIT decided();
}

Result<lab::Recording> recordingIn(const QString& journal)
{
    lab::Recorder recorder;
    const auto fault = journal::replayed(
        journal, [&](const fleet::Event& event, const fleet::FleetState& after) { recorder.add(event, after); });
    if (fault)
        return *fault;
    auto recording = recorder.take();
    if (recording.features.empty() && recording.breakers.stretches.empty())
        return Error{"nothing-recorded",
            "neither a closed interval of a feature nor a poll is recorded: there is nothing to decide again", {}};
    return recording;
}

WhatIfResult decidedAgain(const lab::Recording& recording, const QStringList& texts)
{
    WhatIfResult result;
    result.changes = texts;
    lab::Changes changes;
    for (const auto& text : texts)
        if (const auto fault = lab::setChange(changes, recording, text.toStdString())) {
            result.fault = QString::fromStdString(fault->where + ": " + fault->message);
            changes = {};
            break;
        }
    result.features = lab::decideAgain(recording, changes);
    result.breakers = lab::decideBreakersAgain(recording.breakers, changes.breakers);
    for (const auto& breaker : result.breakers)
        if (const auto service = QString::fromStdString(breaker.service); !result.services.contains(service))
            result.services << service;
    for (const auto& feature : recording.features) {
        for (const auto& rung : feature.off)
            result.off << QString::fromStdString(feature.name + "." + rung);
        for (const auto& interval : feature.intervals)
            for (const auto& [capacity, limit] : interval.limits) {
                auto& most = result.limits[capacity];
                most = std::max(most, limit);
            }
    }
    return result;
}

} // namespace rungwatch
