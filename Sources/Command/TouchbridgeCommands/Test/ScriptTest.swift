internal import Bridge
internal import CommandSupport
internal import InputEvents
internal import LayoutPlans
internal import Recordings
internal import ScriptChecks
internal import TouchScripts

/// Runs the touch script in one file on a layout, and compares the results with the script's expectations.
struct ScriptTest {
    let path: String
    /// Path of the layout; nil if none is known.
    private(set) var layout: String?
    private(set) var expectationCount = 0
    /// Duration of the script in microseconds.
    private(set) var duration: Int64 = 0
    private(set) var failures: [ExpectationChecker.Failure] = []
    /// Reason why the script could not be run; nil if it was run.
    private(set) var error: (any Error)?

    var isPassed: Bool { failures.isEmpty && error == nil }

    /// Runs the test. `readLayout` reads the layout at a path.
    init(_ path: String, _ arguments: Arguments, readLayout: (String) throws -> LayoutPlan) throws(UsageError) {
        self.path = path
        do {
            try run(arguments, readLayout)
        } catch let error as UsageError {
            throw error
        } catch {
            self.error = error
        }
    }

    private mutating func run(_ arguments: Arguments, _ readLayout: (String) throws -> LayoutPlan) throws {
        let script = try ScriptText(path: path)
        duration = script.duration
        expectationCount = script.expectationCount
        guard let layout = arguments.value("layout") ?? script.layout(ofScriptAt: path) else {
            throw TouchScriptError(
                path,
                "the script has no 'layout' line",
                remedy: "add 'layout FILE' to the script, or use --layout FILE"
            )
        }
        self.layout = layout
        guard expectationCount > 0 else {
            let remedy = "add a line such as 'expect shell.run called once'"
            throw TouchScriptError(path, "the script has no 'expect' line", remedy: remedy)
        }
        let plan = try readLayout(layout)
        let screen = try arguments.screen(of: plan) ?? script.screen(on: plan)
        let panel = try plan.scriptPanel(before: screen)
        var events = try ScriptEvents(script, on: panel)
        let pipeline = Pipeline(plan, .scriptTest)
        let checker = ExpectationChecker(pipeline)
        var complaints: [String] = []
        guard let number = pipeline.add(panel.description, before: screen, complain: { complaints.append($0) }) else {
            let reason = complaints.joined(separator: ", ")
            let remedy = "use a different screen"
            throw TouchScriptError(path, "the panel of the script is ignored: \(reason)", remedy: remedy)
        }
        pipeline.start(at: 0)
        while let item = events.next() {
            switch item {
            case .frame(let frame): pipeline.play(frame, of: number)
            case .expectations(let lines): failures += try checker.check(lines)
            }
        }
    }
}
