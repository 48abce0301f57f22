internal import InputHub
internal import ResponderKit
internal import ScriptChecks
internal import TouchScripts
internal import TouchTrace

/// A test environment that plays scripts, with a manual clock and a trace.
public protocol PlayingStage: AnyObject {
    /// Clock of the stage.
    var clock: ManualClock { get }
    /// Trace lines since the stage's creation.
    var trace: [String] { get }
    /// Plays a script, starting now. Fingers that are down at its end stay down for the next script.
    func play(_ script: TouchScript) throws(TestKitError)
}

extension PlayingStage {
    /// Plays a script from a string.
    public func play(_ text: String) throws(TestKitError) { try play(TouchScript(text)) }

    /// Advances the clock without finger movement.
    public func wait(_ time: Duration) { clock.advance(by: time) }
}

/// Plays scripts in an application. Fingers that are down at the end of a script stay down for the next script.
struct ScriptPlayer {
    private let application: Application
    private let clock: ManualClock
    private let recorder: TraceRecorder
    /// Checks the expectations of scripts; nil if the stage has no handlers.
    private let checker: ExpectationChecker?
    private var fingers: [Int32: Point] = [:]
    private var hasPlayed = false

    init(
        _ application: Application,
        _ clock: ManualClock,
        _ recorder: TraceRecorder,
        _ checker: ExpectationChecker? = nil
    ) {
        (self.application, self.clock, self.recorder, self.checker) = (application, clock, recorder, checker)
    }

    mutating func play(_ script: TouchScript) throws(TestKitError) {
        if checker == nil, let line = script.script.firstExpectation {
            let message = "a TestStage has no handlers, and cannot check 'expect' lines"
            throw TestKitError(line.error(1, message, remedy: "play the script on a LayoutStage"))
        }
        var plan: ScriptPlan
        do throws(TouchScriptError) {
            plan = try ScriptPlan(script.script, fingers: fingers)
        } catch {
            throw TestKitError(error)
        }
        let start = clock.now
        if !hasPlayed { recorder.device(ScriptPlan.device, DeviceDescription.scriptPanelName, .added, at: start) }
        hasPlayed = true
        defer { fingers = plan.fingers }
        while let event = plan.next() {
            switch event {
            case .report(let report):
                clock.reach(start + report.time)
                application.send(TouchFrame(time: start + report.time, report.samples))
            case .expectations(let lines):
                clock.advance(to: start + plan.time)
                try check(lines)
            }
        }
        clock.advance(to: start + plan.time)
    }
}

extension ScriptPlayer {
    /// Throws an error for the first unmet expectation.
    private func check(_ lines: [ScriptLine]) throws(TestKitError) {
        var failures: [ExpectationChecker.Failure] = []
        do throws(TouchScriptError) {
            failures = try checker?.check(lines) ?? []
        } catch {
            throw TestKitError(error)
        }
        guard let failure = failures.first else { return }
        let rows = ["- expected, + actual:"] + failure.difference
        let excerpt = rows.map { "    \($0)" }.joined(separator: "\n")
        let error = failure.error
        throw TestKitError(error.location, error.message, remedy: error.remedy, excerpt: excerpt)
    }
}

/// Collects trace lines.
final class TraceSink {
    private(set) var lines: [String] = []

    /// Appends a line without its newline.
    func take(_ line: UnsafeBufferPointer<UInt8>) { lines.append(String(decoding: line.dropLast(), as: UTF8.self)) }

    /// Returns a recorder that writes the trace of an application to this sink.
    func recorder(of application: Application) -> TraceRecorder { TraceRecorder(of: application, tracingTo: take) }
}
