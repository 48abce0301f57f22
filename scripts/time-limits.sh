# Sourced by common.sh. Defines the limit by which scripts detect a hang: a maximum time without output. For slow or loaded
# machines, TOUCHBRIDGE_TIME_SCALE multiplies this limit and the limits of the tests (Tests/TimeLimits).
# shellcheck shell=bash

[[ ${TOUCHBRIDGE_TIME_SCALE:-1} =~ ^[1-9][0-9]{0,2}$ ]] || {
    echo "TOUCHBRIDGE_TIME_SCALE is '$TOUCHBRIDGE_TIME_SCALE': write a whole number from 1 to 999" >&2
    exit 1
}
# Seconds without output after which a command counts as hanging. The longest pause measured on two idle cores is 90 s.
silence_limit=$((600 * ${TOUCHBRIDGE_TIME_SCALE:-1}))

# stop_when_silent PID FILE: if FILE has not grown for silence_limit seconds, kills the process group PID and creates
# FILE.silent.
stop_when_silent() {
    local size last_size=-1 last_growth=$SECONDS
    rm -f "$2.silent"
    while kill -0 "$1" 2>/dev/null; do
        size=$(stat -c %s "$2" 2>/dev/null || echo 0)
        if ((size != last_size)); then
            last_size=$size last_growth=$SECONDS
        elif ((SECONDS - last_growth >= silence_limit)); then
            : >"$2.silent"
            kill -TERM -- "-$1" 2>/dev/null || true
            sleep 10
            kill -KILL -- "-$1" 2>/dev/null || true
            return
        fi
        sleep 1
    done
}

# until_silent FILE COMMAND…: runs the command in a new process group ($job), and writes its output to FILE. Returns the
# command's status, or 124 after silence_limit seconds without output.
until_silent() {
    local file=$1 status=0 watcher group
    shift
    : >"$file"
    setsid "$@" >"$file" 2>&1 </dev/null &
    job=$! group=$!
    stop_when_silent "$job" "$file" >/dev/null 2>&1 &
    watcher=$!
    wait "$job" || status=$?
    job=
    kill "$watcher" 2>/dev/null || true
    wait "$watcher" 2>/dev/null || true
    if [[ -e $file.silent ]]; then
        kill -KILL -- "-$group" 2>/dev/null || true # remaining processes of the group
        status=124
    fi
    return "$status"
}
