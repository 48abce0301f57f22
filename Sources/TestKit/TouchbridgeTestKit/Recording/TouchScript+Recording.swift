internal import Contacts
internal import InputHub
internal import Recordings
public import ResponderKit
internal import TouchScripts

extension TouchScript {
    /// Converts one panel's events in a recording to a script; interprets the events in the same way as touchbridge.
    ///
    /// Accepts all recording formats that `touchbridge replay` accepts, and touch scripts. The panel is the first
    /// touchscreen or, if `device` is given, the device with this zero-based index. A device that is selected by
    /// `device` is treated as if the layout accepted it with `accept: true`. If the recording does not describe the
    /// device, `describedBy` must be the path of a recording that describes the device. `origin` is the screen's
    /// position in the layout's coordinates. Locations are rounded to 1/16 point.
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

    /// Converts a panel's events to a script that starts at the first event; interprets the events in the same way as
    /// touchbridge.
    public init(
        events: [RawEvent],
        of device: DeviceDescription,
        screen: Size,
        origin: Point = .zero
    ) throws(TestKitError) {
        let settings = PanelSettings(screen: Rect(origin: origin, size: screen))
        try self.init(events: events, of: device, settings)
    }

    /// Converts a panel's events to a script, applying the mapping and filters of the panel's screen.
    init(events: [RawEvent], of device: DeviceDescription, _ settings: PanelSettings) throws(TestKitError) {
        do throws(TouchScriptError) {
            script = try ScriptText(events: events, of: device, settings)
        } catch {
            throw TestKitError(error)
        }
    }

    /// Reads the description and the events of one panel from a recording. If the file is a touch script, `mapping`
    /// maps the script's panel to the screen.
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
