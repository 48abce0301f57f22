# Sourced by scripts that run Swift tests. Lists the tests that run alone, and determines the result of a test run from its log.
# shellcheck shell=bash

# Tests of plugins and pages depend on processes, servers and time limits, so each runs alone.
# shellcheck disable=SC2034 # used by the scripts that source this file
waiting_tests='^(BuiltinPluginsTests|PluginHostTests|InspectorTests)\.'

# summarize_tests LOG STATUS: prints "N passed, N failed" as the last line. Returns false unless all tests passed. A skipped
# test counts as failed, because all requirements of tests must be installed.
summarize_tests() {
    local log=$1 status=$2 total failed skipped passed
    count() { grep -cE "$1" "$log" || true; }
    total=$(sed -nE 's/^. Test run with ([0-9]+) tests? .*/\1/p' "$log" | awk '{ sum += $1 } END { if (NR) print sum }')
    failed=$(count '^✘ Test .* failed after [0-9.]+ seconds')
    failed=$((failed - $(count '^✘ Test run with ')))
    skipped=$(count '^➜ Test .* skipped')

    if [[ -z $total ]]; then
        if grep -q '^◇ Test run started' "$log"; then
            echo "The test run did not finish. Tests that started but did not end:"
            unfinished_tests "$log" | head -n 20 | sed 's/^/  /'
        else
            echo "The tests were not built."
        fi
        echo "0 passed, 1 failed"
        return 1
    elif ((total == 0)); then
        echo "No test matches the pattern."
        echo "0 passed, 1 failed"
        return 1
    fi
    failed=$((failed + skipped))
    if ((status != 0 && failed == 0)); then
        failed=1 # an issue was recorded outside any test
    fi
    passed=$((total > failed ? total - failed : 0))
    echo "$passed passed, $failed failed"
    ((failed == 0))
}

# Lists the tests that started but did not end; one of them caused the crash.
unfinished_tests() {
    comm -23 \
        <(sed -nE 's/^◇ Test (.*) started\.$/\1/p' "$1" | grep -vE '^(run$|case )' | sort) \
        <(sed -nE 's/^[^◇] Test (.*) (passed|failed) after .*/\1/p' "$1" | sed -E 's/ with [0-9]+ test cases?$//' |
            sort)
}
