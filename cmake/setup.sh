# Sourced by app/run.sh and tests/run.sh: installs what is missing, configures and builds the release preset. Says one
# line for each long step, and where nothing was to do it says that.

set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build="$root/build/release"
log="$root/build/setup.log"
mkdir -p "$root/build"

say() { printf 'rungwatch: %s\n' "$*"; }
# The end of the log is what a person needs to see when a step has failed.
fail_with_log() {
    tail -n 40 "$log" >&2
    say "$1 failed; the whole output is in $log" >&2
    exit 1
}

# look_for_missing LIST: its packages that are not installed, in `missing`. A line may name a program after its package:
# where that is there, wherever it came from, nothing is missing.
look_for_missing() {
    missing=()
    while read -r package program; do
        case $package in '' | '#'*) continue ;; esac
        [ -z "$program" ] || ! command -v "$program" >/dev/null || continue
        [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
    done <"$root/$1"
}

# apt_install PACKAGE...; what it prints goes into the log. A fresh machine's own first upgrade may hold the lock.
apt_install() {
    {
        apt-get update -q -o DPkg::Lock::Timeout=300 &&
            DEBIAN_FRONTEND=noninteractive apt-get install -q -y -o DPkg::Lock::Timeout=300 --no-install-recommends "$@"
    } >"$log" 2>&1 </dev/null
}

install_packages() {
    look_for_missing resources/packages.txt
    if [ ${#missing[@]} -eq 0 ]; then
        say "nothing to install"
        return
    fi
    if [ "$(id -u)" -ne 0 ]; then
        say "these packages are missing; as root: apt-get install --no-install-recommends ${missing[*]}" >&2
        exit 1
    fi
    say "installing ${#missing[@]} packages: ${missing[*]}"
    apt_install "${missing[@]}" || fail_with_log "installing"
    # A name that another package only provides would be "missing" at every run.
    look_for_missing resources/packages.txt
    [ ${#missing[@]} -eq 0 ] || fail_with_log "installing ${missing[*]} (named in resources/packages.txt)"
}

configure() {
    if [ -f "$build/build.ninja" ] && [ "${RUNGWATCH_RECONFIGURE:-}" = "" ]; then
        say "nothing to configure"
        return
    fi
    say "configuring"
    cmake -S "$root" --preset release >"$log" 2>&1 || fail_with_log "configuring"
}

# build TARGET...: the given targets, or everything.
build() {
    if cmake --build "$build" ${1:+--target "$@"} -- -n 2>/dev/null | grep -q 'ninja: no work to do'; then
        say "nothing to compile"
        return
    fi
    say "compiling (the first time takes some minutes)"
    cmake --build "$build" ${1:+--target "$@"} >"$log" 2>&1 || fail_with_log "compiling"
}
