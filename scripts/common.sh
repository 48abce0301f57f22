# Sourced by the scripts beside it: where the project is, where the toolchain is, and how a script gives up.
# shellcheck shell=bash
set -euo pipefail
export LC_ALL=C.UTF-8

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build="$root/.build" # everything that is made goes below this folder
cd "$root"
source "$root/scripts/time-limits.sh"

# A toolchain that was unpacked to the usual place is used even when PATH does not name it.
if ! command -v swift >/dev/null && [[ -x /opt/swift/usr/bin/swift ]]; then
    PATH="/opt/swift/usr/bin:$PATH"
fi

fail() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

# forget_plan FOLDER: a package that depends on this one keeps the plan of its build in a folder although here are other
# modules or files by now; it makes another one when there is none.
forget_plan() {
    local plan
    for plan in "$1"/debug.yaml "$1"/release.yaml; do
        [[ ! -e $plan || -z $(find Package.swift Sources \( -type d -o -name Package.swift \) -newer "$plan" -print -quit) ]] ||
            rm -f "$plan"
    done
}

# drop_plan FOLDER: removes the plan of a build. Packages that share a folder call it before and after their builds, as a
# plan that is there is taken although it is another package's.
drop_plan() { rm -f "$1/debug.yaml" "$1/release.yaml"; }

# One value of what the compiler says about itself, by its JSON key.
target_info() {
    swift -print-target-info | sed -n "s|^ *\"$1\": \"\(.*\)\",\{0,1\}\$|\1|p" | head -n 1
}

# The path of a tool that comes with the compiler in use (not of one that lies elsewhere on PATH).
toolchain_tool() {
    local tool
    tool=$(realpath --no-symlinks --canonicalize-missing "$(target_info runtimeResourcePath)/../../bin/$1")
    [[ -x $tool ]] || fail "the Swift toolchain has no '$1' (no $tool): install the complete toolchain from swift.org"
    printf '%s\n' "$tool"
}

# keep_log FILE: appends standard input to FILE and says now and then on standard error that it grows, so that a long
# command whose output nobody wants to read is not taken for one that hangs.
keep_log() {
    tee -a "$1" | awk 'NR % 100 == 0 { print "  … " NR " lines"; fflush() }' >&2
}
