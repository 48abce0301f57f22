internal import Contacts
internal import InputHub
internal import Recordings
public import ResponderKit
internal import TouchScripts

extension TouchScript {
    /// Converts one panel's events in a recording to a script. Interprets the events like touchbridge.
    ///
    /// Accepts touch scripts and all recording formats of `touchbridge replay`. Rounds locations to 1/16 point.
    ///
    /// - Parameter description: Path of a recording that describes the device, if the recording at `path` does not.
    /// - Parameter device: Zero-based index of the device, which is used as if the layout contained `accept: true` for
    ///   it. Nil selects the first touchscreen.
    /// - Parameter origin: The screen's position in the layout's coordinates.
    public init(
        recording path: String,
        describedBy description: String? = nil,
        device: Int? = nil,
        screen: Size,
        origin: Point = .zero
    ) throws(TestKitError) {
        let mapping = PanelMapping(screen: Rect(origin: origin, size: screen))
        let (panel, events) = try Self.read(path, description, device, before: mapping)
        try self.init(events: events, of: panel, screen: screen, origin: origin)
    }

    /// Converts a panel's events to a script that starts at the first event. Interprets the events like touchbridge.
    public init(
        events: [RawEvent],
        of device: DeviceDescription,
        screen: Size,
        origin: Point = .zero
    ) throws(TestKitError) {
        let settings = PanelSettings(screen: Rect(origin: origin, size: screen))
        try self.init(events: events, of: device, settings)
    }

    /// Converts a panel's events to a script, with the mapping and filters of the panel's screen.
    init(events: [RawEvent], of device: DeviceDescription, _ settings: PanelSettings) throws(TestKitError) {
        do throws(TouchScriptError) {
            script = try ScriptText(events: events, of: device, settings)
        } catch {
            throw TestKitError(error)
        }
    }

    /// Reads the description and events of one panel from a recording. For a touch script, `mapping` maps the script's
    /// panel to the screen.
    static func read(
        _ path: String,
        _ description: String?,
        _ chosen: Int?,
        before mapping: PanelMapping
    ) throws(TestKitError) -> (DeviceDescription, [RawEvent]) {
        var events: [RawEvent] = []
        var panel: DeviceDescription?
        do throws(RecordingError) {
            let reader = try RecordingReader(path: path, describedBy: description) { _ throws(TouchScriptError) in
                try ScriptPanel(mapping: mapping)
            }
            let panels = reader.devices.indices.filter { index in
                DeviceKind(of: reader.devices[index], isAccepted: index == chosen) == .touchscreen
            }
            if let index = panels.first(where: { chosen == nil || $0 == chosen }) {
                panel = reader.devices[index]
                while let recorded = try reader.next() {
                    if recorded.device == index { events.append(recorded.event) }
                }
            }
        } catch {
            throw TestKitError(error)
        }
        guard let panel else {
            let what = chosen.map { "device \($0) is not a touchscreen" } ?? "the recording contains no touchscreen"
            throw TestKitError(path, what, remedy: "use a recording of a touchscreen")
        }
        return (panel, events)
    }
}
