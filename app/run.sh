#!/usr/bin/env bash
# Sets up, builds and starts the console: on the demonstration book store without arguments, else with what is given.
source "$(dirname "${BASH_SOURCE[0]}")/../cmake/setup.sh"

install_packages
configure
build rungwatch rungwatch-bookstore

program="$build/bin/rungwatch"
# Everything but the window (a subcommand, --help, --version) works without a display.
case ${1:-} in
--help | -h | --version) wants_window=no ;;
'' | -*) wants_window=yes ;;
*) wants_window=no ;;
esac
if [ $wants_window = no ] || [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}${QT_QPA_PLATFORM:-}" ]; then
    exec "$program" "$@"
fi
picture="$root/build/rungwatch.png"
say "no display here: the same window runs for 20 s under a virtual one, and its picture is written to $picture"
exec xvfb-run -a -s "-screen 0 1920x1080x24" "$program" screenshot --after 20s --size 1920x1080 -o "$picture" "$@"
