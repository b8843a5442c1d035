// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/target_watch.h"

#include "app/poll/plain_text.h"
#include "app/poll/secret_source.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace rungwatch {

namespace {

/// Larger ones are no lists of targets.
constexpr qint64 maxDocumentBytes = 16 * 1024 * 1024;

/// The files that a pattern names, in the order of their names.
QStringList filesOf(const QString& folder, const QString& pattern)
{
    const QFileInfo info(QDir(folder), pattern);
    const auto last = info.fileName();
    if (!last.contains(u'*') && !last.contains(u'?'))
        return info.exists() ? QStringList{info.filePath()} : QStringList{};
    QStringList files;
    for (const auto& name : info.dir().entryList({last}, QDir::Files, QDir::Name))
        files << info.dir().filePath(name);
    return files;
}

QString lineOf(const Error& error)
{
    return QString::fromStdString(
        poll::plainText(error.where.empty() ? error.message : error.where + ": " + error.message));
}

} // namespace

TargetWatch::TargetWatch(poll::PolicyPtr file, QString folder, poll::HttpClientFactory makeClient)
    : m_file(std::move(file))
    , m_folder(std::move(folder))
    , m_makeClient(std::move(makeClient))
    , m_places(m_file->targets.size())
{
}

TargetWatch::~TargetWatch() = default;

poll::PolicyPtr TargetWatch::firstPolicy()
{
    for (std::size_t place = 0; place < m_places.size(); ++place)
        if (!m_file->targets[place].fileSd.empty())
            lookAtFiles(place);
    auto policy = policyNow();
    if (policy)
        m_published = policy->text;
    return policy ? policy : m_file;
}

void TargetWatch::begin()
{
    m_client = m_makeClient();
    for (std::size_t place = 0; place < m_places.size(); ++place) {
        auto& timer = m_timers.emplace_back(std::make_unique<QTimer>());
        connect(timer.get(), &QTimer::timeout, this, [this, place] { look(place); });
        timer->start(std::chrono::duration_cast<std::chrono::milliseconds>(m_file->targets[place].refresh));
        look(place);
    }
}

void TargetWatch::stop()
{
    m_timers.clear();
    m_client.reset();
}

void TargetWatch::look(std::size_t place)
{
    if (!m_file->targets[place].httpSd.empty())
        return askServer(place);
    lookAtFiles(place);
    publish();
}

void TargetWatch::lookAtFiles(std::size_t place)
{
    auto& known = m_places[place];
    const auto pattern = QString::fromStdString(m_file->targets[place].fileSd);
    const auto files = filesOf(m_folder, pattern);
    const auto gone = [&](const auto& entry) { return !files.contains(entry.first); };
    std::erase_if(known.texts, gone);
    std::erase_if(known.found, gone);
    if (files.isEmpty())
        complain(known, pattern, u"no such file"_s);
    else
        known.told.erase(pattern);
    for (const auto& name : files) {
        QFile file(name);
        if (file.size() > maxDocumentBytes)
            complain(known, name, u"too large"_s);
        else if (!file.open(QIODevice::ReadOnly))
            complain(known, name, file.errorString());
        else
            (void)take(known, name, file.readAll());
    }
}

void TargetWatch::askServer(std::size_t place)
{
    const auto& source = m_file->targets[place].document;
    poll::HttpRequest request;
    request.url = QUrl(QString::fromStdString(source.url));
    request.timeout = source.timeout;
    request.maxBytes = maxDocumentBytes;
    request.headers = {{"Accept", "application/json"}, {"User-Agent", "rungwatch"}};
    request.tls = {source.tls.caFile, source.tls.certFile, source.tls.keyFile};
    const auto authorization = poll::SourceSecrets(source).authorization();
    if (!authorization) {
        complain(m_places[place], QString::fromStdString(m_file->targets[place].httpSd), lineOf(authorization.error()));
        return;
    }
    if (!authorization->isEmpty())
        request.headers.emplace_back("Authorization", *authorization);
    m_client->call(request, [this, place](const poll::HttpAnswer& answer) {
        const auto name = QString::fromStdString(m_file->targets[place].httpSd);
        if (answer.transport != fleet::Transport::None)
            complain(m_places[place], name, QString::fromStdString(fleet::spoken(nameOf(answer.transport))));
        else if (answer.status != 200)
            complain(m_places[place], name, u"HTTP %1"_s.arg(answer.status));
        else if (take(m_places[place], name, answer.body))
            publish();
    });
}

bool TargetWatch::take(Place& place, const QString& name, const QByteArray& text)
{
    const bool labels = m_file->targets[static_cast<std::size_t>(&place - m_places.data())].document.kind
        == fleet::SourceKind::Prometheus;
    if (const auto same = place.texts.find(name); same != place.texts.end() && same->second == text)
        return false;
    const std::string_view bytes(text.constData(), static_cast<std::size_t>(text.size()));
    auto found = labels ? fleet::parseLabelValues(bytes) : fleet::parseTargets(bytes);
    if (!found) {
        complain(place, name, lineOf(found.error()));
        return false;
    }
    place.told.erase(name);
    place.texts.insert_or_assign(name, text);
    place.found.insert_or_assign(name, std::move(found).value());
    return true;
}

void TargetWatch::complain(Place& place, const QString& name, const QString& what)
{
    auto& told = place.told[name];
    if (told == what)
        return;
    told = what;
    Q_EMIT troubled(u"targets of %1: %2"_s.arg(name, what));
}

poll::PolicyPtr TargetWatch::policyNow()
{
    std::vector<std::vector<fleet::FoundTarget>> found;
    for (const auto& place : m_places) {
        auto& all = found.emplace_back();
        for (const auto& [name, targets] : place.found)
            all.insert(all.end(), targets.begin(), targets.end());
    }
    const auto text = fleet::withFoundServices(*m_file, found);
    auto policy = text ? fleet::parsePolicy(*text) : Result<fleet::Policy>(text.error());
    if (policy)
        return std::make_shared<const fleet::Policy>(std::move(policy).value());
    Q_EMIT troubled(u"targets: "_s + lineOf(policy.error()));
    return nullptr;
}

void TargetWatch::publish()
{
    auto policy = policyNow();
    if (!policy || policy->text == m_published)
        return;
    m_published = policy->text;
    Q_EMIT changed(policy);
}

} // namespace rungwatch
