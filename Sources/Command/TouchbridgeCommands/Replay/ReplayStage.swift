internal import Bridge
internal import CommandSupport
internal import InputEvents
internal import InputHub
internal import LayoutPlans
internal import ResponderKit

/// What recorded events are brought to: a bare screen, or a layout.
protocol ReplayStage: AnyObject {
    var application: Application { get }
    var hub: InputHub { get }
    /// Adds a recorded device, a panel before the screen of an index; returns nil, and reports why, when it is ignored.
    func add(_ device: DeviceDescription, before screen: Int?, complain: (String) -> Void) -> Int32?
    func remove(_ device: Int32)
    /// The first event is about to come.
    func start(at time: Int64)
    /// Something happened, and plugins may have asked for something meanwhile.
    func carryOutCommands()
    func write(to file: TraceFile)
}

extension FullScreen: ReplayStage {
    func add(_ device: DeviceDescription, before screen: Int?, complain: (String) -> Void) -> Int32? {
        hub.add(device, before: frame, complain: complain)
    }

    func remove(_ device: Int32) { hub.remove(device) }
    func start(at time: Int64) {}
    func carryOutCommands() {}
    func write(to file: TraceFile) { trace(hub, to: file) }
}

extension Pipeline: ReplayStage {
    func write(to file: TraceFile) { trace { file.append($0) } }
}
