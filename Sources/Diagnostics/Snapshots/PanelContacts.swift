public import Bridge
public import Contacts
public import FlightLog
public import InputEvents
internal import InputHub

/// The contacts on a panel, in units of the panel.
public struct PanelContacts: Equatable, Sendable {
    /// Device number of the panel, as in contact reports.
    public let device: Int32
    /// Axes that the panel reports.
    public let axes: Set<Axis>
    /// The contacts with their slots.
    public let contacts: [ContactChange]

    init(_ device: Int32, _ description: DeviceDescription, _ contacts: [ContactChange]) {
        (self.device, axes, self.contacts) = (device, Set(description.axes.keys), contacts)
    }

    /// Returns the contacts that were on all panels at the given time, from recorded events.
    public static func all(in events: EventCopy, at time: Int64) -> [PanelContacts] {
        events.devices(since: time, until: time).compactMap { device in
            guard let description = device.description else { return nil }
            // Drops later events. If older events were removed from the log, the first known state of a device may be
            // later than `time`.
            let events = ContiguousArray(device.events.prefix { $0.time <= time })
            return contacts(after: events, of: description).map { PanelContacts(device.number, description, $0) }
        }
    }

    /// Returns the contacts after the given events of a device; nil if the device is not a panel.
    private static func contacts(after events: ContiguousArray<RawEvent>, of device: DeviceDescription)
        -> [ContactChange]?
    {
        do throws(PanelRejection) {
            var assembler = try FrameAssembler(for: device)
            var next = 0
            while next < events.count { _ = assembler.assemble(events.span, &next) }
            return assembler.contacts
        } catch {
            return nil
        }
    }
}

extension Pipeline {
    /// Current contacts on all panels.
    public var panelContacts: [PanelContacts] {
        panelScreens.compactMap { number, _, _ in
            hub.panel(number).map { PanelContacts(number, $0.description, $0.contacts) }
        }
    }
}
