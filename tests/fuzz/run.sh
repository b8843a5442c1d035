#!/usr/bin/env bash
# tests/fuzz/run.sh [TARGET|all] [SECONDS]: libFuzzer on one target, or on each in turn, 600 s by default, with address and
# undefined-behaviour sanitizers. fuzz_payload puts every body through recognition and through one reader more, another
# each time; RUNGWATCH_FUZZ_FORMAT=NAME keeps it to the reader of that format. Needs clang-16 and libclang-rt-16-dev, and installs them where it may. What it finds is
# written to build/fuzz/ and makes it exit with 1.
source "$(dirname "${BASH_SOURCE[0]}")/../../cmake/setup.sh"

target=${1:-all}
seconds=${2:-600}
declare -A seeds=(
    [fuzz_fleet_file]="tests/data/fleet"
    [fuzz_payload]="tests/data/telemetry tests/data/formats"
    [fuzz_script]="tests/fuzz/seeds/script"
    [fuzz_state]=""
)
[ "$target" = all ] && targets=("${!seeds[@]}") || targets=("$target")
for name in "${targets[@]}"; do
    [ -n "${seeds[$name]+known}" ] || { say "no target is called $name; there are: ${!seeds[*]}" >&2; exit 2; }
done

if ! command -v clang++-16 >/dev/null || [ ! -e /usr/lib/llvm-16/lib/clang/16/lib/linux/libclang_rt.fuzzer-x86_64.a ]; then
    [ "$(id -u)" -eq 0 ] || { say "as root: apt-get install clang-16 libclang-rt-16-dev" >&2; exit 1; }
    say "installing clang-16 and libclang-rt-16-dev"
    apt_install clang-16 libclang-rt-16-dev || fail_with_log "installing"
fi
say "compiling"
{ cmake -S "$root" --preset fuzz && cmake --build "$root/build/fuzz" --target "${targets[@]}"; } >"$log" 2>&1 || fail_with_log "compiling"

cd "$root"
for name in "${targets[@]}"; do
    say "$name for $seconds s"
    corpus="build/fuzz/corpus/$name"
    mkdir -p "$corpus" "build/fuzz/found"
    folders=()
    for folder in ${seeds[$name]}; do [ -d "$folder" ] && folders+=("$folder"); done
    "build/fuzz/bin/$name" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=65536 -print_final_stats=1 \
        -artifact_prefix="build/fuzz/found/$name-" "$corpus" "${folders[@]}" 2>"build/fuzz/$name.log" ||
        { tail -n 30 "build/fuzz/$name.log" >&2; say "$name found something: build/fuzz/found/, build/fuzz/$name.log" >&2; exit 1; }
    grep -E 'stat::number_of_executed_units|stat::peak_rss_mb' "build/fuzz/$name.log"
done
say "nothing found"
