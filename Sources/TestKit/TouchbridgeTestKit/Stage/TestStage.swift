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
    /// Key window, which has the size of the screen. Additional windows can be created in `application`.
    public let window: Window
    /// Clock of the application.
    public let clock: ManualClock
    /// Trace lines since the creation of the stage; docs/guide/test-kit.md describes how to store these lines in a
    /// file.
    public var trace: [String] { sink.lines }

    private let sink: TraceSink
    private var player: ScriptPlayer

    /// Creates a stage with the given screen size in points.
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

    /// Plays a script from the current time on; fingers that are down at the script's end stay down for the next
    /// script.
    public func play(_ script: TouchScript) throws(TestKitError) { try player.play(script) }
}
