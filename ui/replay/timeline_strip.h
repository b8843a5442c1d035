// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/replay/timeline_layout.h"
#include "ui/theme/tokens.h"

#include <QWidget>

namespace rungwatch {

/// The whole recording in a strip: the fleet's level, features off their first rung, breakers not closed, what people
/// did, and where the playhead stands. Normal is thin, abnormal is thick. A click or a drag seeks; with Shift a drag
/// marks the stretch to loop.
class TimelineStrip : public QWidget {
    Q_OBJECT

public:
    explicit TimelineStrip(QWidget* parent = nullptr);

    void setTokens(const theme::Tokens& tokens);
    void setFolded(bool folded);
    void setTimeline(const Timeline& timeline);
    void setPlayhead(WallTime at);
    void setLoop(const charts::TimeRange& loop);

    /// The column where a moment stands.
    [[nodiscard]] int pixelOf(WallTime at) const { return rows().axis.pixelOf(at); }

Q_SIGNALS:
    void seekRequested(rungwatch::WallTime at);
    /// An empty range: no loop.
    void loopRequested(const rungwatch::charts::TimeRange& loop);

protected:
    bool event(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] TimelineRows rows() const { return {size(), m_timeline.range, m_folded}; }
    [[nodiscard]] QString hint(const QPoint& at) const;
    void paintLabels(QPainter& painter, const TimelineRows& rows) const;
    void paintLoop(QPainter& painter, const TimelineRows& rows) const;
    void paintLevels(QPainter& painter, const TimelineRows& rows) const;
    void paintModes(QPainter& painter, const TimelineRows& rows) const;
    void paintBreakers(QPainter& painter, const TimelineRows& rows) const;
    void paintMarks(QPainter& painter, const TimelineRows& rows) const;
    void paintMarks(QPainter& painter, const QRect& row, const std::vector<MarkGroup>& groups) const;
    void paintSign(QPainter& painter, const QRectF& box, TimelineMark::Kind kind) const;
    void paintPlayhead(QPainter& painter, const TimelineRows& rows) const;
    void paintBlock(
        QPainter& painter, const QRect& box, const QColor& fill, const QColor& words, const QString& text) const;

    const theme::Tokens* m_tokens;
    Timeline m_timeline;
    WallTime m_playhead;
    charts::TimeRange m_loop;
    bool m_folded{false};
    /// Where a drag with Shift began.
    std::optional<WallTime> m_loopFrom;
    bool m_dragging{false};
};

} // namespace rungwatch
