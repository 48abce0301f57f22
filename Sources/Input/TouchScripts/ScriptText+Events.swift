internal import Contacts
package import InputEvents
package import InputHub
package import ResponderKit

extension ScriptText {
    /// Converts a panel's events to a script that starts at the first event.
    ///
    /// Applies the mapping and the filters of the panel's screen. Does not apply the screen's touch accommodations,
    /// because a replay of the script applies them. Locations are relative to `origin`, and rounded to 1/16 point.
    package init(
        events: [RawEvent],
        of device: DeviceDescription,
        _ settings: PanelSettings,
        origin: Point = .zero
    ) throws(TouchScriptError) {
        let application = Application()
        let writer = ScriptWriter(application, start: events.first?.time ?? 0, origin: origin)
        application.addObserver(writer)
        let hub = InputHub(application)
        let end = events.last?.time ?? 0
        var settings = settings
        settings.accommodations = nil
        do throws(PanelRejection) {
            let number = try hub.addPanel(device, settings: settings)
            hub.take(events.span, of: number)
            // Advance past the debounce time, because debouncing can delay the last lift.
            hub.advance(to: end + settings.filters.debounce)
        } catch {
            throw TouchScriptError("'\(device.name)'", "\(error)", remedy: "use a recording of another panel")
        }
        writer.wait(until: end)
        self.init(lines: writer.lines)
    }
}
