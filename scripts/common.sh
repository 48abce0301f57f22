# Sourced by other scripts. Defines directories, the toolchain and functions for errors and logs.
# shellcheck shell=bash
set -euo pipefail
export LC_ALL=C.UTF-8

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build="$root/.build" # the only directory for output files
cd "$root"
source "$root/scripts/time-limits.sh"

# Adds the usual directory of the Swift toolchain to PATH if no swift is on PATH.
if ! command -v swift >/dev/null && [[ -x /opt/swift/usr/bin/swift ]]; then
    PATH="/opt/swift/usr/bin:$PATH"
fi

fail() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

# forget_plan FOLDER: removes the build plan of a dependent package if modules or files of this package have changed since.
# SwiftPM then writes a new plan.
forget_plan() {
    local plan
    for plan in "$1"/debug.yaml "$1"/release.yaml; do
        [[ ! -e $plan || -z $(find Package.swift Sources \( -type d -o -name Package.swift \) -newer "$plan" -print -quit) ]] ||
            rm -f "$plan"
    done
}

# drop_plan FOLDER: removes a build plan. Scripts call this function before and after building different packages in one
# directory; otherwise, SwiftPM would use the wrong package's plan.
drop_plan() { rm -f "$1/debug.yaml" "$1/release.yaml"; }

# Prints one value of the compiler's target information, selected by its JSON key.
target_info() {
    swift -print-target-info | sed -n "s|^ *\"$1\": \"\(.*\)\",\{0,1\}\$|\1|p" | head -n 1
}

# Prints the path of a tool in the compiler's own toolchain, which may differ from the tool on PATH.
toolchain_tool() {
    local tool
    tool=$(realpath --no-symlinks --canonicalize-missing "$(target_info runtimeResourcePath)/../../bin/$1")
    [[ -x $tool ]] || fail "the Swift toolchain has no '$1' (no $tool): install the complete toolchain from swift.org"
    printf '%s\n' "$tool"
}

# keep_log FILE: appends standard input to FILE, and reports the file's growth on standard error as progress.
keep_log() {
    tee -a "$1" | awk 'NR % 100 == 0 { print "  … " NR " lines"; fflush() }' >&2
}
