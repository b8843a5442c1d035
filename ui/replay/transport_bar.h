// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/replay/replay_source.h"
#include "ui/replay/transport_button.h"

#include <QWidget>

#include <array>

class QLineEdit;

namespace rungwatch {

/// The player's controls below the timeline: what they do can be done by keys as well.
class TransportBar : public QWidget {
    Q_OBJECT

public:
    /// What the speed keys go through.
    static constexpr std::array<int, 5> speeds{1, 10, 60, 600, 3600};

    explicit TransportBar(QWidget* parent = nullptr);

    void setTokens(const theme::Tokens& tokens);
    void setFolded(bool folded);
    void setStatus(const ReplayStatus& status);
    /// Opens the field for a time, or for the words of a bookmark. Escape leaves it.
    void askTime();
    void askBookmark();
    /// What was typed is no time: it stands marked, for another try.
    void refuseTime();
    /// It was taken: the field is empty and gives the keys back.
    void accept();

    [[nodiscard]] QLineEdit& field() { return *m_field; }
    [[nodiscard]] static int heightOf(bool folded) { return folded ? 40 : 56; }
    /// The next speed up or down from this one.
    [[nodiscard]] static int speedAfter(double speed, bool faster);

Q_SIGNALS:
    void playToggled();
    void stepRequested(rungwatch::ReplayStep step, bool forward);
    /// To the recording's beginning or end.
    void edgeRequested(bool end);
    void speedChosen(int speed);
    void loopToggled();
    void timeTyped(const QString& text);
    void bookmarkTyped(const QString& text);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    TransportButton* add(TransportButton::Sign sign, const QString& text, const QString& key);
    void addStep(TransportButton::Sign sign, const QString& text, const QString& key, ReplayStep step, bool forward);
    void ask(const QString& words, bool bookmark);
    void enter();
    void layOut();
    void styleField(bool refused);

    const theme::Tokens* m_tokens;
    std::vector<TransportButton*> m_left;
    std::vector<TransportButton*> m_speeds;
    TransportButton* m_play{nullptr};
    TransportButton* m_loop{nullptr};
    TransportButton* m_bookmark{nullptr};
    QLineEdit* m_field;
    bool m_folded{false};
    bool m_asksBookmark{false};
};

} // namespace rungwatch
