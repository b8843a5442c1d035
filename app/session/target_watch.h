// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/poll/poll_worker.h"
#include "rungwatch/fleet/targets.h"

#include <QObject>
#include <QTimer>

namespace rungwatch {

/// Looks at the documents that a fleet file's `targets` name, again and again, and makes the policy anew when what they
/// hold changes. A document that can't be read or is wrong is told once, in one line, and the last good one stays.
/// Lives on the thread that it is moved to: it reads files.
class TargetWatch : public QObject {
    Q_OBJECT

public:
    /// `folder`: where relative patterns begin, the fleet file's.
    TargetWatch(poll::PolicyPtr file, QString folder, poll::HttpClientFactory makeClient);
    ~TargetWatch() override;

    /// The policy with what the files hold now; what a server has to be asked for comes later. Before begin().
    [[nodiscard]] poll::PolicyPtr firstPolicy();

public Q_SLOTS:
    void begin();
    void stop();

Q_SIGNALS:
    void changed(rungwatch::poll::PolicyPtr policy);
    /// One line: which document, and what is wrong with it.
    void troubled(const QString& line);

private:
    struct Place {
        /// Text of each document that is good, by its name: it is read only when it changes.
        std::map<QString, QByteArray> texts;
        std::map<QString, std::vector<fleet::FoundTarget>> found;
        /// What was told of a document, so that it is told once.
        std::map<QString, QString> told;
    };

    void look(std::size_t place);
    void lookAtFiles(std::size_t place);
    void askServer(std::size_t place);
    /// Whether what is known of the targets changed.
    bool take(Place& place, const QString& name, const QByteArray& text);
    void complain(Place& place, const QString& name, const QString& what);
    [[nodiscard]] poll::PolicyPtr policyNow();
    void publish();

    const poll::PolicyPtr m_file;
    const QString m_folder;
    const poll::HttpClientFactory m_makeClient;
    std::unique_ptr<poll::HttpClient> m_client;
    std::vector<Place> m_places;
    std::vector<std::unique_ptr<QTimer>> m_timers;
    std::string m_published;
};

} // namespace rungwatch
