internal import CommandSupport
internal import JSON
internal import LayoutPlans
internal import Platform
internal import ScriptChecks
internal import TouchScripts

/// Runs touch scripts and checks their expectations.
enum TestCommand: Command {
    static let name = "test"
    static let summary = "run touch scripts, and check their 'expect' lines"
    static let flags: Set<String> = ["json"]
    static let options: Set<String> = ["layout", "screen", "junit"]
    static let help = """
        usage: touchbridge test SCRIPT… [--layout FILE] [--screen NAME] [--junit FILE|-] [--json]

        Plays .touch scripts on a layout without calling handlers, and checks the 'expect' lines of the scripts. An
        'expect' line refers to the steps since the preceding 'expect' lines. For each line that does not hold, prints
        its position, and a difference between the expected (-) and the actual calls (+). Each script begins with a new
        view tree at time 0, and needs no real time. The value of {{host}} is 'kiosk'.

          --layout FILE   the layout; default: the file that the script's 'layout' line names
          --screen NAME   the screen whose points the scripts contain; default: the screen that the script's
                          'screen' line names, or the first
          --junit FILE|-  also write the results as JUnit XML; - prints only the XML, on standard output
          --json          print one line of JSON for each script

        The exit status is 1 if an expectation does not hold, if a script or layout has errors, or if a script contains
        no expectation.

        A script can contain these lines:

            layout lobby.yaml
            tap 1 540,1800
            expect shell.run called once with ["echo","ring"]

        For instance:

            touchbridge test bell.touch
            touchbridge test tests/*.touch --layout lobby.yaml --junit results.xml
        """

    static func run(_ arguments: Arguments) throws -> Int32 {
        let paths = arguments.positional
        guard !paths.isEmpty else { throw arguments.wrong("missing script; specify a .touch file") }
        let isReportPrinted = arguments.value("junit") == "-"
        if isReportPrinted, arguments.has("json") {
            throw arguments.wrong("--junit - and --json both write to standard output; write the report to a file")
        }
        var sources = paths.map { TraceFile.Source(path: $0, what: "the script '\($0)'") }
        var plans: [String: Result<LayoutPlan, any Error>] = [:]
        var tests: [ScriptTest] = []
        for path in paths {
            let test = try ScriptTest(path, arguments) { layout in
                let plan = plans[layout] ?? Result { try LayoutReading.plan(needed: layout) }
                if plans[layout] == nil, let plan = try? plan.get() { sources += TraceFile.Source.files(of: plan) }
                plans[layout] = plan
                return try plan.get()
            }
            tests.append(test)
            if arguments.has("json") {
                try Console.print("\(test.json)")
            } else if !isReportPrinted {
                try Console.print(TerminalText.page(test.text))
            }
        }
        if let path = arguments.value("junit") {
            let request = TraceFile.Request(path: path, what: "the JUnit report")
            try TraceFile.begin([request], besides: sources)[0].finish(Array(JUnitReport(tests).text.utf8))
        }
        let failed = tests.count { !$0.isPassed }
        if tests.count > 1, !arguments.has("json"), !isReportPrinted {
            try Console.print("\(tests.count) scripts: \(tests.count - failed) passed, \(failed) failed")
        }
        return failed == 0 ? 0 : 1
    }
}

extension ScriptTest {
    /// Summary of the failed expectations, such as `2 of 3 expectations failed`.
    var failureWords: String {
        "\(failures.count) of \(expectationCount) expectations failed"
    }

    /// The position, cause and difference of each failed expectation, or the error that prevented the test.
    var details: String {
        if let error { return "\(error)" }
        return failures.map { failure in
            let head = "\(failure.error.location): \(failure.error.message); \(failure.error.remedy)"
            return ([head, "    - expected, + actual:"] + failure.difference.map { "    \($0)" }).joined(
                separator: "\n"
            )
        }.joined(separator: "\n")
    }

    fileprivate var text: String {
        if error != nil { return "\(path): error\n\(details)" }
        guard failures.isEmpty else { return "\(path): \(failureWords)\n\(details)" }
        return "\(path): passed, \(expectationCount) \(expectationCount == 1 ? "expectation" : "expectations")"
    }

    fileprivate var json: JSONValue {
        let failures: [JSONValue] = failures.map { failure in
            [
                "line": .number(Double(failure.error.line ?? 0)), "message": .text(failure.error.message),
                "difference": .list(failure.difference.map { .text($0) }),
            ]
        }
        return [
            "script": .text(path), "layout": layout.map { .text($0) } ?? .null,
            "passed": .boolean(isPassed), "expectations": .number(Double(expectationCount)),
            "failures": .list(failures), "error": error.map { .text("\($0)") } ?? .null,
        ]
    }
}
