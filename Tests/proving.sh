# Sourced by shell tests, on the host and in the virtual machine of Tests/Kiosk. Functions that run and count checks, and wait
# for conditions.
# shellcheck shell=bash
passed=0
failed=0
proving=$(mktemp)

# prove SENTENCE COMMAND…: the command must succeed. It runs in this shell, because checks share state. `prove` prints the last
# line of its output. On failure, `prove` prints the last 25 lines, and the output of the function `why` if defined.
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

# proved: prints the summary; returns false if a check failed
proved() {
    rm -f "$proving"
    echo "$passed passed, $failed failed"
    ((failed == 0))
}

no() { ! "$@"; }

# understood COMMAND…: the command must succeed and print nothing
understood() {
    local said
    said=$("$@" 2>&1) && [[ -z $said ]] || { echo "$said"; return 1; }
}

# within SECONDS COMMAND…: repeats the command until it succeeds, for at most SECONDS × TOUCHBRIDGE_TIME_SCALE seconds
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
