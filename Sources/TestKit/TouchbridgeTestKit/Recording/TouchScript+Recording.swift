internal import Bridge
internal import Contacts
internal import InputHub
internal import Recordings
public import ResponderKit

extension TouchScript {
    /// The script of what one panel of a recording did, as touchbridge understands it.
    ///
    /// The panel is the first touchscreen, unless `device` is the index of another device in the recording, from 0: also
    /// of one that only a layout accepts as a touchscreen (`accept: true`).
    /// It reads files of evemu and of libinput record; places are rounded to a 16th of a point. A recording without
    /// a description needs the path of another one that has it: `describedBy`. A screen that is not the first of a layout
    /// begins at an `origin` of its own.
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

    /// The script of what a panel's events tell, as touchbridge understands them; it begins with the first event.
    public init(
        events: [RawEvent],
        of device: DeviceDescription,
        screen: Size,
        origin: Point = .zero
    ) throws(TestKitError) {
        let settings = PanelSettings(screen: Rect(origin: origin, size: screen))
        try self.init(events: events, of: device, settings)
    }

    /// The script of what a panel's events tell with the mapping and the filters of its screen.
    init(events: [RawEvent], of device: DeviceDescription, _ settings: PanelSettings) throws(TestKitError) {
        let application = Application()
        let scribe = ScriptWriter(application, start: events.first?.time ?? 0)
        application.addObserver(scribe)
        let hub = InputHub(application)
        let end = events.last?.time ?? 0
        do throws(PanelRejection) {
            let number = try hub.addPanel(device, settings: settings)
            hub.take(events.span, of: number)
            // A lift of the last event may be held back.
            hub.advance(to: end + settings.filters.debounce)
        } catch {
            throw TestKitError("'\(device.name)'", "\(error)", remedy: "name the recording of another panel")
        }
        scribe.wait(until: end)
        self.init(lines: scribe.lines)
    }

    /// The panel of a recording and its events.
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
            let what = chosen.map { "its device \($0) is no touchscreen" } ?? "there is no touchscreen in it"
            throw TestKitError(path, what, remedy: "name the recording of a panel")
        }
        return (panel, events)
    }
}
