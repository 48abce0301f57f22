public import ResponderKit

/// An application with one window, a clock turned by hand, and a panel that scripts play on.
///
///     let stage = TestStage(width: 400, height: 300)
///     stage.window.addSubview(bell)
///     try stage.play("tap 1 60,60")
///     #expect(bell.rings == 1)
public final class TestStage: PlayingStage {
    /// What the scripts are played into.
    public let application: Application
    /// The key window, as large as the screen; more windows may be made with `application`.
    public let window: Window
    /// The time of the application.
    public let clock: ManualClock
    /// The lines of the trace so far, from the stage's making on; docs/guide/test-kit.md says how to keep them.
    public var trace: [String] { sink.lines }

    private let sink: TraceSink
    private var player: ScriptPlayer

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
        sink = TraceSink()
        let recorder = sink.recorder(of: application)
        application.addObserver(recorder)
        player = ScriptPlayer(application, clock, recorder)
        clock.drive(application)
    }

    /// Plays a script from now to its end; fingers that it leaves down stay there for the next one.
    public func play(_ script: TouchScript) throws(TestKitError) { try player.play(script) }
}
