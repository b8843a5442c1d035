// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/worker_thread.h"
#include "ui/replay/what_if_source.h"

namespace rungwatch {

/// A recording decided again in a thread of its own, which reads it once. Lives on the GUI thread.
class RecordedWhatIf final : public WhatIfSource {
    Q_OBJECT

public:
    /// Called once, in that thread.
    using Load = std::function<Result<lab::Recording>()>;

    explicit RecordedWhatIf(Load load, std::vector<WhatIfExample> examples = {});
    ~RecordedWhatIf() override;

    void ask(const QStringList& changes) override;
    [[nodiscard]] std::shared_ptr<const WhatIfResult> result() const override;
    [[nodiscard]] std::vector<WhatIfExample> examples() const override { return m_examples; }

private:
    void decideNewest();
    void decide(const QStringList& changes);

    const Load m_load;
    const std::vector<WhatIfExample> m_examples;
    /// Of the worker.
    std::optional<Result<lab::Recording>> m_recording;

    mutable std::mutex m_mutex;
    std::optional<QStringList> m_newest; // under m_mutex
    std::shared_ptr<const WhatIfResult> m_result; // under m_mutex
    WorkerThread m_thread{QStringLiteral("what if")};
};

/// A journal's, as it stands when it is first asked for.
[[nodiscard]] Result<lab::Recording> recordingIn(const QString& journal);

/// Both lanes under these changes; a change that can't be leaves them as recorded and is the result's fault.
[[nodiscard]] WhatIfResult decidedAgain(const lab::Recording& recording, const QStringList& changes);

} // namespace rungwatch
