/// Results of touch scripts as JUnit XML, with one test case for each script.
///
/// The times in the report are the durations of the scripts, not measured run times. Equal results therefore produce
/// identical files.
struct JUnitReport {
    private let tests: [ScriptTest]

    init(_ tests: [ScriptTest]) { self.tests = tests }

    var text: String {
        let failed = tests.count { $0.error == nil && !$0.failures.isEmpty }
        let errors = tests.count { $0.error != nil }
        let time = Self.seconds(tests.reduce(0) { $0 + $1.duration })
        let counts = "tests=\"\(tests.count)\" failures=\"\(failed)\" errors=\"\(errors)\" time=\"\(time)\""
        let head = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites \(counts)>"]
        let suite =
            ["  <testsuite name=\"touchbridge test\" \(counts)>"] + tests.map(Self.testCase) + ["  </testsuite>"]
        return (head + suite + ["</testsuites>", ""]).joined(separator: "\n")
    }

    private static func testCase(_ test: ScriptTest) -> String {
        let (name, layout) = (escaped(test.path), escaped(test.layout ?? ""))
        let start = "    <testcase name=\"\(name)\" classname=\"\(layout)\" time=\"\(seconds(test.duration))\""
        guard !test.isPassed else { return "\(start)/>" }
        let (kind, message) =
            test.error.map { ("error", "\($0)".split(separator: "\n").first.map(String.init) ?? "") }
            ?? ("failure", test.failureWords)
        return """
            \(start)>
                  <\(kind) message="\(escaped(message))">\(escaped(test.details))</\(kind)>
                </testcase>
            """
    }

    private static func seconds(_ time: Int64) -> String {
        let fraction = String(time % 1_000_000 + 1_000_000).dropFirst()
        return "\(time / 1_000_000).\(fraction)"
    }

    /// Escapes markup, and replaces characters that XML does not allow.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n", "\t": result.unicodeScalars.append(scalar)
            case "\u{0}"..<" ", "\u{7f}", "\u{fffe}"..."\u{ffff}": result += "\u{fffd}"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}
