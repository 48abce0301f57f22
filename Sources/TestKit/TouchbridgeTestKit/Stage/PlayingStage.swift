internal import InputHub
internal import ResponderKit
internal import TouchTrace

/// What scripts can be played on, with a clock turned by hand and a trace of all that happens.
public protocol PlayingStage: AnyObject {
    /// The time of the stage.
    var clock: ManualClock { get }
    /// The lines of the trace so far.
    var trace: [String] { get }
    /// Plays a script from now to its end; fingers that it leaves down stay there for the next one.
    func play(_ script: TouchScript) throws(TestKitError)
}

extension PlayingStage {
    /// Plays a script that is given as text.
    public func play(_ text: String) throws(TestKitError) { try play(TouchScript(text)) }

    /// Lets time pass with the fingers where they are.
    public func wait(_ time: Duration) { clock.advance(by: time) }
}

/// Plays scripts into an application, and remembers which fingers they left down.
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

/// Keeps a trace's lines.
final class TraceSink {
    private(set) var lines: [String] = []

    /// Takes a line as the trace has it.
    func take(_ line: UnsafeBufferPointer<UInt8>) { lines.append(String(decoding: line.dropLast(), as: UTF8.self)) }

    /// Returns a recorder that traces an application here.
    func recorder(of application: Application) -> TraceRecorder { TraceRecorder(of: application, tracingTo: take) }
}
