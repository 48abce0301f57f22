internal import Bridge
internal import BuiltinPlugins
internal import Contacts
internal import HandlerEvents
internal import InputHub
internal import LayoutFile
internal import LayoutPlans
internal import LayoutRuntime
public import PluginAPI
public import ResponderKit
internal import Schema
internal import ScriptChecks
internal import TouchScripts

/// Runs a layout with a manual clock and scripted touches, and records the handler calls.
///
///     let stage = try LayoutStage("lobby.yaml")
///     try stage.play("tap 1 100,1800")
///     #expect(stage.handlerCalls == ["bus.publish of call on touchUpInside"])
///
/// The stage creates no plugins, and treats every handler call as accepted.
public final class LayoutStage: PlayingStage {
    /// Clock of the stage. Idle times of screens start at the stage's creation.
    public let clock: ManualClock
    /// Warnings about the layout, with their locations in the layout file.
    public let warnings: [String]
    /// Handler calls in the form `PLUGIN.HANDLER of VIEW on EVENT`, in the order of the calls.
    public var handlerCalls: [String] { calls.all }
    /// Trace lines since the stage's creation. For storing them in a file, see docs/guide/test-kit.md.
    public var trace: [String] { sink.lines }

    private final class Calls: HandlerObserver {
        private(set) var all: [String] = []

        func handlerCalled(_ binding: Binding, _ handlerEvent: HandlerEvent, isAccepted: Bool) {
            all.append("\(binding.plugin).\(binding.handler) of \(binding.view) on \(handlerEvent.event.rawValue)")
        }
    }

    private let pipeline: Pipeline
    private let calls = Calls()
    private let sink = TraceSink()
    private var player: ScriptPlayer

    /// Loads a layout file. A relative path is resolved against the directory of the calling source file.
    ///
    /// `plugins` lists plugin types that are not built into touchbridge.
    public convenience init(
        _ path: String,
        plugins: [PluginType] = [],
        clock: ManualClock = ManualClock(),
        sourceFile: StaticString = #filePath
    ) throws(TestKitError) {
        let file = TextFile(path, relativeTo: sourceFile)
        let (layout, reading) = LayoutLoader.load(path: file.path)
        try self.init(layout, reading, file.path, plugins, clock)
    }

    /// Loads a layout from a string.
    public convenience init(
        text: String,
        plugins: [PluginType] = [],
        clock: ManualClock = ManualClock()
    ) throws(TestKitError) {
        let (layout, reading) = LayoutLoader.load(Array(text.utf8), file: "layout")
        try self.init(layout, reading, "layout", plugins, clock)
    }

    private init(
        _ layout: Layout?,
        _ reading: Reading,
        _ name: String,
        _ plugins: [PluginType],
        _ clock: ManualClock
    ) throws(TestKitError) {
        let plan = layout.flatMap { LayoutPlan($0, types: plugins + BuiltinPlugins.all, reading) }
        guard let plan else {
            let errors = reading.sorted.map { "    \($0)" }.joined(separator: "\n")
            let remedy = "correct the errors below; 'touchbridge check' prints the same errors"
            throw TestKitError(name, "the layout has errors", remedy: remedy, excerpt: errors)
        }
        warnings = reading.sorted.map(\.description)
        self.clock = clock
        var options = Pipeline.Options()
        options.isDryRun = true
        // A constant host name makes golden files independent of the machine.
        options.host = "kiosk"
        pipeline = Pipeline(plan, options)
        let recorder = pipeline.trace { [sink] in sink.take($0) }
        pipeline.addObserver(calls)
        player = ScriptPlayer(pipeline.application, clock, recorder, ExpectationChecker(pipeline))
        pipeline.start(at: clock.now)
        clock.drive(pipeline)
    }

    public func play(_ script: TouchScript) throws(TestKitError) { try player.play(script) }

    /// Converts one panel's events in a recording to a script for a screen of the layout. A nil `screen` means the
    /// first screen.
    ///
    /// The screen's `input:` settings and filters apply, as in `touchbridge replay`. The panel is the first touchscreen
    /// or, if `device` is not nil, the device with this zero-based index.
    public func script(
        recording path: String,
        device: Int? = nil,
        screen: String? = nil
    ) throws(TestKitError) -> TouchScript {
        let names = pipeline.plan.screens.map(\.name)
        let name = screen ?? names[0]
        guard let mapping = pipeline.panelSettings(for: DeviceDescription(name: ""), before: name)?.mapping else {
            let remedy = "use one of these names: \(names.joined(separator: ", "))"
            throw TestKitError("the layout", "no screen has the name '\(screen ?? "")'", remedy: remedy)
        }
        let (panel, events) = try TouchScript.read(path, nil, device, before: mapping)
        let settings = pipeline.panelSettings(for: panel, before: name) ?? PanelSettings(screen: mapping.screen)
        return try TouchScript(events: events, of: panel, settings)
    }

    /// Application with the layout's windows.
    public var application: Application { pipeline.application }
    /// Returns the view or window with the id; nil if there is none.
    public func view(_ id: String) -> View? { pipeline.tree.view(id) }
    /// Returns the controller with the id; nil if there is none.
    public func controller(_ id: String) -> ViewController? { pipeline.tree.controller(id) }
    /// Returns the gesture with the id; nil if there is none.
    public func gesture(_ id: String) -> GestureRecognizer? { pipeline.tree.gesture(id) }

    /// Executes a command on the view tree, like a plugin's command.
    @discardableResult
    public func perform(_ command: TreeCommand) -> TreeReply { pipeline.perform(command) }
}
