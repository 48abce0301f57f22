internal import Bridge
internal import Contacts
internal import InputHub
internal import Recordings
public import ResponderKit

extension TouchScript {
    /// Converts one panel of a recording, as touchbridge interprets it, to a script.
    ///
    /// Reads files of evemu and `libinput record`. The panel is the first touchscreen, or the device with the index
    /// `device`, from 0, even if only a layout accepts it as a touchscreen (`accept: true`). `describedBy` is the path
    /// of another recording that describes the device, if this recording does not. `origin` is the screen's position
    /// among the layout's screens. Locations are rounded to a 16th of a point.
    public init(
        recording path: String,
        describedBy description: String? = nil,
        device: Int? = nil,
        screen: Size,
        origin: Point = .zero
    ) throws(TestKitError) {
        let (panel, events) = try Self.read(path, description, device)
        try self.init(events: events, of: panel, screen: screen, origin: origin)
    }

    /// Converts a panel's events, as touchbridge interprets them, to a script that starts at the first event.
    public init(
        events: [RawEvent],
        of device: DeviceDescription,
        screen: Size,
        origin: Point = .zero
    ) throws(TestKitError) {
        let settings = PanelSettings(screen: Rect(origin: origin, size: screen))
        try self.init(events: events, of: device, settings)
    }

    /// Converts a panel's events to a script, with the mapping and filters of its screen.
    init(events: [RawEvent], of device: DeviceDescription, _ settings: PanelSettings) throws(TestKitError) {
        let application = Application()
        let scribe = ScriptWriter(application, start: events.first?.time ?? 0)
        application.addObserver(scribe)
        let hub = InputHub(application)
        let end = events.last?.time ?? 0
        do throws(PanelRejection) {
            let number = try hub.addPanel(device, settings: settings)
            hub.take(events.span, of: number)
            // Debouncing may delay the lift of the last event.
            hub.advance(to: end + settings.filters.debounce)
        } catch {
            throw TestKitError("'\(device.name)'", "\(error)", remedy: "name a recording of another panel")
        }
        scribe.wait(until: end)
        self.init(lines: scribe.lines)
    }

    /// Reads the description and events of one panel from a recording.
    static func read(
        _ path: String,
        _ description: String?,
        _ chosen: Int?
    ) throws(TestKitError) -> (DeviceDescription, [RawEvent]) {
        var events: [RawEvent] = []
        var panel: DeviceDescription?
        do throws(RecordingError) {
            let reader = try RecordingReader(path: path, describedBy: description)
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
            throw TestKitError(path, what, remedy: "name a recording of a touchscreen")
        }
        return (panel, events)
    }
}
