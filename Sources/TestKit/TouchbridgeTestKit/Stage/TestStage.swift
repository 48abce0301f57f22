public import ResponderKit

/// An application with one window, a manual clock and a simulated panel for scripts.
///
///     let stage = TestStage(width: 400, height: 300)
///     stage.window.addSubview(bell)
///     try stage.play("tap 1 60,60")
///     #expect(bell.rings == 1)
public final class TestStage: PlayingStage {
    /// Application that receives the touches of scripts.
    public let application: Application
    /// Key window, with the size of the screen. Tests can create additional windows in `application`.
    public let window: Window
    /// Clock of the application.
    public let clock: ManualClock
    /// Trace lines since the stage's creation. For storing them in a file, see docs/guide/test-kit.md.
    public var trace: [String] { sink.lines }

    private let sink: TraceSink
    private var player: ScriptPlayer

    /// Creates a stage for a screen size in points.
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

    /// Plays a script, starting now. Fingers that are down at its end stay down for the next script.
    public func play(_ script: TouchScript) throws(TestKitError) { try player.play(script) }
}
