# Sourced by tests that are shell scripts, on this machine and in the guest: proves one sentence after the other, counts, and
# waits for what takes time.
# shellcheck shell=bash
passed=0
failed=0
proving=$(mktemp)

# prove SENTENCE COMMAND…: the command works. It runs in this shell, as one proof leaves things for the next; the last line
# that it says is told. When it fails all is told, and what the function `why` says, if there is one.
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

# proved: the last line, and false unless all went well
proved() {
    rm -f "$proving"
    echo "$passed passed, $failed failed"
    ((failed == 0))
}

no() { ! "$@"; }

# within SECONDS COMMAND…: waits until the command succeeds, so many times TOUCHBRIDGE_TIME_SCALE at most
within() {
    local end=$((${EPOCHREALTIME/./} + $1 * 1000000 * ${TOUCHBRIDGE_TIME_SCALE:-1}))
    shift
    until "$@" >/dev/null 2>&1; do
        ((${EPOCHREALTIME/./} < end)) || { echo "it never came: $*"; return 1; }
        sleep 0.05
    done
}

# property UNIT NAME, as systemd knows it
property() { systemctl show --property "$2" --value "$1"; }
