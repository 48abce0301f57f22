# Sourced by tests in shell, on this machine and in the guest: runs and counts checks, and waits for
# conditions.
# shellcheck shell=bash
passed=0
failed=0
proving=$(mktemp)

# prove SENTENCE COMMAND…: the command must succeed. It runs in this shell, because checks share state. Prints the last line of
# its output; on failure prints the last 25 lines, and the output of the function `why` if it is defined.
prove() {
    local sentence=$1
    shift
    if "$@" >"$proving" 2>&1; then
        passed=$((passed + 1))
        printf 'ok      %s%s\n' "$sentence" "$(tail -n 1 "$proving" | sed 's/^./: &/')"
    else
        failed=$((failed + 1))
        printf 'FAILED  %s\n%s\n' "$sentence" "$(tail -n 25 "$proving" | sed 's/^/        /')"
        ! declare -F why >/dev/null || why | sed 's/^/        /'
    fi
}

# proved: prints the summary; false if a check failed
proved() {
    rm -f "$proving"
    echo "$passed passed, $failed failed"
    ((failed == 0))
}

no() { ! "$@"; }

# within SECONDS COMMAND…: waits until the command succeeds, at most SECONDS × TOUCHBRIDGE_TIME_SCALE
within() {
    local end=$((${EPOCHREALTIME/./} + $1 * 1000000 * ${TOUCHBRIDGE_TIME_SCALE:-1}))
    shift
    until "$@" >/dev/null 2>&1; do
        ((${EPOCHREALTIME/./} < end)) || { echo "it never came: $*"; return 1; }
        sleep 0.05
    done
}

# property UNIT NAME: prints a property of a systemd unit
property() { systemctl show --property "$2" --value "$1"; }
