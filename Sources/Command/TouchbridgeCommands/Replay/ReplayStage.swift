internal import Bridge
internal import CommandSupport
internal import InputEvents
internal import InputHub
internal import LayoutPlans
internal import PluginAPI
internal import ResponderKit
internal import TouchTrace

/// Target of recorded events: a window with a single view, or a layout.
protocol ReplayStage: AnyObject {
    var application: Application { get }
    var hub: InputHub { get }
    /// Adds a device; a panel is mapped to the screen with the given index. If the device is ignored, reports the
    /// reason and returns nil.
    func add(_ device: DeviceDescription, before screen: Int?, complain: (String) -> Void) -> Int32?
    func remove(_ device: Int32)
    /// Sets the clock before the first event.
    func start(at time: Int64)
    /// Repeats a command that a plugin sent to the recorded service.
    func repeatCommand(_ command: RecordedCommand)
    /// Executes the commands that plugins have submitted.
    func carryOutCommands()
    func write(to file: TraceFile)
    /// Returns a recorder of all details of the replay; the caller adds the sinks that receive the records.
    func recorder() -> TraceRecorder
}

extension FullScreen: ReplayStage {
    func add(_ device: DeviceDescription, before screen: Int?, complain: (String) -> Void) -> Int32? {
        hub.add(device, before: frame, complain: complain)
    }

    func remove(_ device: Int32) { hub.remove(device) }
    func start(at time: Int64) {}
    func repeatCommand(_ command: RecordedCommand) {}
    func carryOutCommands() {}
    func write(to file: TraceFile) { trace(hub, to: file) }
    func recorder() -> TraceRecorder { recorder(hub) { _ in } }
}

extension Pipeline: ReplayStage {
    func repeatCommand(_ command: RecordedCommand) {
        hub.advance(to: command.time)
        application.advance(to: command.time)
        commands.submit(.set(view: command.view, properties: command.properties), from: command.plugin, reply: nil)
        carryOutCommands()
    }
    func write(to file: TraceFile) { trace { file.append($0) } }
    func recorder() -> TraceRecorder { record(.everything, capacity: 0, for: .trace) }
}
