# Sourced by tests/run.sh after cmake/setup.sh: the software that tests/real starts. What can't be had is said, and its
# test is skipped; nothing else waits for it.

# Server packages start their service when they are installed, and again with the machine; the tests start their own.
install_without_services() (
    policy=/usr/sbin/policy-rc.d
    if [ ! -e $policy ]; then
        trap 'rm -f $policy' EXIT
        printf '#!/bin/sh\nexit 101\n' >$policy
        chmod 755 $policy
    fi
    apt_install "$@" || exit 1
    command -v systemctl >/dev/null || exit 0
    for package in "$@"; do
        [ ! -e "/lib/systemd/system/$package.service" ] || systemctl --quiet disable "$package" >>"$log" 2>&1 || true
    done
)

install_real_packages() {
    look_for_missing tests/packages.txt
    [ ${#missing[@]} -gt 0 ] || return 0
    if [ "$(id -u)" -ne 0 ]; then
        say "their tests are skipped without these; as root: apt-get install --no-install-recommends ${missing[*]}"
        return
    fi
    say "installing ${#missing[@]} packages for the tests: ${missing[*]}"
    install_without_services "${missing[@]}" || say "that failed, and their tests are skipped: see $log"
}

# The packages that the lock file names, into build/node, where every preset's tests look for them.
install_node_packages() {
    local lock="$root/tests/real/node/package-lock.json" target="$root/build/node"
    ! cmp -s "$lock" "$target/installed.json" || return 0
    if ! command -v npm >/dev/null; then
        say "no npm: the tests of Node services are skipped"
        return
    fi
    say "installing the tests' Node packages"
    mkdir -p "$target"
    cp "$root"/tests/real/node/package*.json "$target"
    if (cd "$target" && npm ci --ignore-scripts --no-audit --no-fund) >"$log" 2>&1; then
        cp "$lock" "$target/installed.json"
    else
        say "that failed, and their tests are skipped: see $log"
    fi
}

install_real_software() {
    install_real_packages
    install_node_packages
}
