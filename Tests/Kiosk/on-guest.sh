# Sourced by scripts that run checks in guests.
# shellcheck shell=bash
guests_passed=0
guests_failed=0

# on_guest ARGUMENT…: calls `guest` and adds the totals in the last line of the output; a command without totals counts as
# failed.
on_guest() {
    local output
    output=$(mktemp)
    bash Tests/Kiosk/guest "$@" 2>&1 | tee "$output" || true
    if [[ $(tail -n 1 "$output") =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
        guests_passed=$((guests_passed + BASH_REMATCH[1]))
        guests_failed=$((guests_failed + BASH_REMATCH[2]))
    else
        guests_failed=$((guests_failed + 1))
    fi
    rm -f "$output"
}

# proved_on_guests: prints the totals; returns false if a check failed
proved_on_guests() {
    echo "$guests_passed passed, $guests_failed failed"
    ((guests_failed == 0))
}
