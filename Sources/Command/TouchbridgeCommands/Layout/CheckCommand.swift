internal import Bridge
internal import CommandSupport
internal import JSON
internal import LayoutFile
internal import LayoutPlans
internal import Platform
internal import PluginAPI
internal import Schema
internal import Web
internal import YAML

/// Reports errors and warnings in layouts before the layouts are used.
enum CheckCommand: Command {
    static let name = "check"
    static let summary = "report every error in a layout, with the fix"
    static let flags: Set<String> = ["json", "strict", "quiet"]
    static let options: Set<String> = []
    static let help = """
        usage: touchbridge check LAYOUT… [--strict] [--quiet] [--json]

        Reads layouts with their included files, and reports every error: file, line and column, what is wrong, and
        what to write instead. Warnings report settings that are valid but probably unintended. Warnings also
        report programs, shared objects and libraries that are missing on this machine. The layout '-' is read from
        standard input, and its relative includes are resolved against the current folder.

          --strict  exit with status 1 also for warnings
          --quiet   print only errors and warnings, and no line for each layout
          --json    print one line of JSON for each error or warning, with a stable code and the part of the text that
                    the message is about

        The exit status is 1 if a layout has errors. Without --strict, warnings do not change the exit status.

        For instance:

            touchbridge check /etc/touchbridge/layout.yaml
            generate-layout | touchbridge check --strict -
        """

    static func run(_ arguments: Arguments) throws -> Int32 {
        guard !arguments.positional.isEmpty else { throw arguments.wrong("missing layout; specify a file") }
        var isGood = true
        for path in arguments.positional {
            let (plan, reading) = path == "-" ? LayoutReading.standardInput() : LayoutReading.plan(path)
            if let plan {
                plan.checkMachine(reading)
                checkServers(of: plan.layout, reading)
            }
            isGood = isGood && !reading.hasErrors && !(arguments.has("strict") && !reading.diagnostics.isEmpty)
            if arguments.has("json") {
                let ends = reading.ends()
                for diagnostic in reading.sorted { try Console.print("\(json(diagnostic, ends))") }
            } else {
                for diagnostic in reading.sorted { try Console.print(TerminalText.page(diagnostic.description)) }
                let name = path == "-" ? LayoutReading.standardInputName : path
                if !arguments.has("quiet") { try Console.print(TerminalText.line("\(name): \(verdict(reading))")) }
            }
        }
        return isGood ? 0 : 1
    }

    /// Warns if the inspector or the metrics server needs a library that is not installed on this machine.
    private static func checkServers(of layout: Layout, _ reading: Reading) {
        for mark in [layout.inspect?.mark, layout.metrics?.mark].compactMap({ $0 }) {
            if let problem = WebServer.loadLibrary() { reading.warning(problem, .notInstalled, at: mark) }
        }
    }

    private static func json(_ diagnostic: Diagnostic, _ ends: [Mark: Mark]) -> JSONValue {
        let problem = diagnostic.problem
        let end = ends[problem.mark] ?? problem.mark
        return [
            "file": .text(problem.file), "line": .number(Double(problem.mark.line)),
            "column": .number(Double(problem.mark.column)), "endLine": .number(Double(end.line)),
            "endColumn": .number(Double(end.column)), "severity": .text(diagnostic.severity.rawValue),
            "code": .text(diagnostic.code.rawValue), "message": .text(problem.message),
            "fix": diagnostic.fix.map { .text($0) } ?? .null,
        ]
    }

    private static func verdict(_ reading: Reading) -> String {
        let errors = reading.diagnostics.count { $0.severity == .error }
        let warnings = reading.diagnostics.count - errors
        var parts: [String] = []
        if errors > 0 { parts.append(errors == 1 ? "1 error" : "\(errors) errors") }
        if warnings > 0 { parts.append(warnings == 1 ? "1 warning" : "\(warnings) warnings") }
        if reading.omitted > 0 { parts.append("and \(reading.omitted) more not shown") }
        return parts.isEmpty ? "no errors" : parts.joined(separator: ", ")
    }
}
