internal import Bridge
public import ResponderKit

/// An application with one window, a clock turned by hand, and a panel that scripts play on.
///
///     let stage = TestStage(width: 400, height: 300)
///     stage.window.addSubview(bell)
///     try stage.play("tap 1 60,60")
///     #expect(bell.rings == 1)
public final class TestStage {
    /// What the scripts are played into.
    public let application: Application
    /// The key window, as large as the screen; more windows may be made with `application`.
    public let window: Window
    /// The time of the application.
    public let clock: ManualClock
    /// The lines of the trace so far, from the stage's making on; docs/test-kit.md says how to keep them.
    public var trace: [String] { sink.lines }

    private let sink: TraceSink
    private var fingers: [Int32: Point] = [:]
    private var hasPlayed = false

    /// A stage whose screen has this size in points.
    public init(
        width: Double = 1000,
        height: Double = 1000,
        application: Application = Application(),
        clock: ManualClock = ManualClock()
    ) {
        (self.application, self.clock) = (application, clock)
        window = Window(frame: Rect(x: 0, y: 0, width: width, height: height), application: application)
        window.identifier = "window"
        window.makeKeyAndVisible()
        sink = TraceSink(application)
        clock.drive(application)
    }

    /// Plays a script from now to its end; fingers that it leaves down stay there for the next one.
    public func play(_ script: TouchScript) throws(TestKitError) {
        let plan = try ScriptPlan(script, fingers: fingers)
        let start = clock.now
        if !hasPlayed { sink.panelAdded(at: start) }
        hasPlayed = true
        for report in plan.reports {
            clock.reach(start + report.time)
            application.send(TouchFrame(time: start + report.time, report.samples))
        }
        fingers = plan.fingers
        clock.advance(to: start + plan.end)
    }

    /// Plays a script that is given as text.
    public func play(_ text: String) throws(TestKitError) { try play(TouchScript(text)) }

    /// Lets time pass with the fingers where they are.
    public func wait(_ time: Duration) { clock.advance(by: time) }
}

/// Keeps a trace's lines.
private final class TraceSink {
    private final class Lines {
        var all: [String] = []
    }

    private let kept = Lines()
    private let writer: TraceWriter

    var lines: [String] { kept.all }

    init(_ application: Application) {
        writer = TraceWriter(of: application) { [kept] line in
            kept.all.append(String(decoding: line.dropLast(), as: UTF8.self))
        }
        application.addObserver(writer)
    }

    func panelAdded(at time: Microseconds) {
        writer.device(ScriptPlan.device, DeviceDescription.testPanelName, .added, at: time)
    }
}
