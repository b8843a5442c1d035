#!/usr/bin/env bash
# The same set-up as app/run.sh, then every test, or those whose name matches the filter. Ends with CTest's own summary.
source "$(dirname "${BASH_SOURCE[0]}")/../cmake/setup.sh"
source "$root/tests/real/setup.sh"

install_packages
install_real_software
configure
build
say "testing"
export QT_QPA_PLATFORM=offscreen
# Two at a time; a test that needs the machine for itself says so (RUN_SERIAL).
exec ctest --test-dir "$build" --output-on-failure --no-tests=error -j 2 ${1:+-R "$1"}
