internal import InputHub
internal import ResponderKit
internal import TouchTrace

/// A test environment that plays scripts, with a manual clock and a trace.
public protocol PlayingStage: AnyObject {
    /// Clock of the stage.
    var clock: ManualClock { get }
    /// Trace lines since the creation of the stage.
    var trace: [String] { get }
    /// Plays a script from the current time on; fingers that are down at the script's end stay down for the next
    /// script.
    func play(_ script: TouchScript) throws(TestKitError)
}

extension PlayingStage {
    /// Plays a script that is given as a string.
    public func play(_ text: String) throws(TestKitError) { try play(TouchScript(text)) }

    /// Advances the clock without moving any finger.
    public func wait(_ time: Duration) { clock.advance(by: time) }
}

/// Plays scripts in an application; fingers that are down at the end of a script stay down for the next script.
struct ScriptPlayer {
    private let application: Application
    private let clock: ManualClock
    private let recorder: TraceRecorder
    private var fingers: [Int32: Point] = [:]
    private var hasPlayed = false

    init(_ application: Application, _ clock: ManualClock, _ recorder: TraceRecorder) {
        (self.application, self.clock, self.recorder) = (application, clock, recorder)
    }

    mutating func play(_ script: TouchScript) throws(TestKitError) {
        let plan = try ScriptPlan(script, fingers: fingers)
        let start = clock.now
        if !hasPlayed { recorder.device(ScriptPlan.device, DeviceDescription.testPanelName, .added, at: start) }
        hasPlayed = true
        for report in plan.reports {
            clock.reach(start + report.time)
            application.send(TouchFrame(time: start + report.time, report.samples))
        }
        fingers = plan.fingers
        clock.advance(to: start + plan.end)
    }
}

/// Collects the lines of a trace.
final class TraceSink {
    private(set) var lines: [String] = []

    /// Appends a line without its newline character.
    func take(_ line: UnsafeBufferPointer<UInt8>) { lines.append(String(decoding: line.dropLast(), as: UTF8.self)) }

    /// Returns a recorder that writes the trace of an application to this sink.
    func recorder(of application: Application) -> TraceRecorder { TraceRecorder(of: application, tracingTo: take) }
}
