// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/lab/what_if.h"

#include <QObject>
#include <QStringList>

#include <memory>

namespace rungwatch {

/// What can be changed of a recording, and what comes out.
struct WhatIfResult {
    /// As lab::setChange() reads them.
    QStringList changes;
    /// A change that can't be: one sentence. The lanes are then as recorded.
    QString fault;
    std::vector<lab::WhatIfFeature> features;
    std::vector<lab::WhatIfBreaker> breakers;
    /// Services whose polls the console guarded.
    QStringList services;
    /// Rungs that were off as recorded, as "feature.rung".
    QStringList off;
    /// Recorded limits by the capacity's name: the largest.
    std::map<std::string, std::int64_t> limits;
};

/// Named changes that come with a recording.
struct WhatIfExample {
    QString name;
    QStringList changes;
};

/// A recording decided again as asked. Nothing of it is live: no service is called, nothing is written.
class WhatIfSource : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// Decides again, in a thread of its own; decided() follows. Of several that wait only the newest is decided.
    virtual void ask(const QStringList& changes) = 0;
    /// The newest; null before the first.
    [[nodiscard]] virtual std::shared_ptr<const WhatIfResult> result() const = 0;
    [[nodiscard]] virtual std::vector<WhatIfExample> examples() const { return {}; }

Q_SIGNALS:
    void decided();
    /// The recording can't be decided again: one sentence.
    void failed(const QString& sentence);
};

} // namespace rungwatch
