// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/events_model.h"
#include "ui/theme/tokens.h"

#include <QPersistentModelIndex>
#include <QWidget>

class QLineEdit;
class QTableView;

namespace rungwatch {

/// The event list: newest first, with a filter. A text that is too long for its line is cut; the row that is selected
/// shows all of it. Folded it is one line, the newest event.
class EventsPane : public QWidget {
    Q_OBJECT

public:
    static constexpr int headHeight{32};
    static constexpr int rowHeight{22};

    explicit EventsPane(QWidget* parent = nullptr);

    void setTokens(const theme::Tokens& tokens);
    void append(const std::vector<fleet::Event>& events);
    /// Other events than before: a replay stands elsewhere.
    void replace(const std::vector<fleet::Event>& events);
    /// `openKey` is shown beside the folded line: the key that the window opens the list with.
    void setFolded(bool folded, const QString& openKey = {});
    [[nodiscard]] bool isFolded() const { return m_folded; }
    /// The filter field, all of it selected: what the key `/` does.
    void focusFilter();

    [[nodiscard]] EventsModel& model() { return *m_model; }
    [[nodiscard]] QLineEdit& filterField() { return *m_field; }
    [[nodiscard]] QTableView& view() { return *m_view; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void paintHead(QPainter& painter) const;
    void paintFolded(QPainter& painter) const;
    void layOut();
    void unfoldCurrent();

    const theme::Tokens* m_tokens;
    EventsModel* m_model;
    EventsFilter* m_filter;
    QLineEdit* m_field;
    QTableView* m_view;
    /// The row that shows its whole text.
    QPersistentModelIndex m_unfolded;
    bool m_folded{false};
    QString m_openKey;
};

} // namespace rungwatch
