internal import CInput
internal import CLibevdev
public import DeviceNodes
public import InputEvents

/// Reads one node: a panel, keys or an accelerometer.
///
/// The stream begins with how the device was found, and events that were lost are made good for by how things stand
/// now; both come between a mark `SyncMark.dropped` and the next report. What comes before the mark holds, although a
/// repair may cut its frame short: the mark takes nothing back.
public final class DeviceReader {
    /// What reading came to.
    public enum Outcome: Sendable {
        /// There is nothing left to read until the descriptor is readable again.
        case drained
        /// So much was read that others should have their turn; there may be more, also if nothing is readable.
        case more
        /// The device is gone (L1).
        case removed
    }

    /// Limit read-events (Panels and the kernel): events of one `read` call. Past it: the next call continues, after
    /// the other devices.
    ///
    /// One busy device cannot starve the others (K15).
    static let mostAtOnce = 512

    /// The node that is read.
    public let path: String
    /// What the device said of itself when it was opened.
    public let description: DeviceDescription
    /// What went wrong so far.
    public internal(set) var counters = ReaderCounters()
    /// Counts lost events and delays, for the metrics of the panel.
    public internal(set) var metrics = PanelMetrics()
    /// Whether the device is kept from all other readers.
    public internal(set) var isGrabbed = false

    let device: LibevdevDevice
    /// The axes that each slot has of its own, beside the tracking id.
    let slotAxes: [UInt16]
    /// The axes that the device has once.
    let plainAxes: [UInt16]
    /// The keys and switches that it has, in order.
    let buttons: [Button]
    let buffer = ReadBuffer(mostAtOnce)
    /// State of the device as far as its events were handed on.
    @exclusivity(unchecked) var reported: ReportedState
    /// When it was seen how the device stands.
    var foundAt: Int64 = 0
    var isDiscovered = false
    var isRepairWanted = false

    /// A key or a switch.
    struct Button {
        let type: EventType
        let code: UInt16
    }

    /// Opens a node, takes its description and sees how it stands.
    public convenience init(path: String) throws(EvdevError) { try self.init(path: path, udev: [:]) }

    /// Opens the node of a device that the monitor has found; one whose node is another device's by now is gone.
    public convenience init(_ node: DeviceNode) throws(EvdevError) {
        try self.init(path: node.path, udev: node.properties)
        let place = node.systemPath
        let isSame = try retryingInterruption(on: path, while: "asking whose it is") {
            tb_is_node_of(fileDescriptor, place)
        }
        guard isSame == 1 else {
            throw EvdevError(.gone, device: path, "the device that was there is gone, and another has its node")
        }
    }

    private init(path: String, udev: [String: String]) throws(EvdevError) {
        self.path = path
        device = try LibevdevDevice.open(path)
        var description = device.makeDescription()
        description.udev = udev
        self.description = description
        let codes = description.codes[.absolute, default: []].sorted()
        let contactAxes = Axis.slot.rawValue...Axis.toolY.rawValue
        // A device that numbers its axes through uses the contacts' numbers for something else (K11).
        let isNumberedThrough = description.has(.belowSlot)
        plainAxes = codes.filter { isNumberedThrough || !contactAxes.contains($0) }
        slotAxes =
            device.slotCount == 0
            ? []
            : codes.filter { $0 > Axis.slot.rawValue && $0 <= contactAxes.upperBound && $0 != Axis.trackingID.rawValue }
        buttons = [EventType.key, .switch].flatMap { type in
            description.codes[type, default: []].sorted().map { Button(type: type, code: $0) }
        }
        reported = ReportedState(slotCount: device.slotCount)
        try takeFirstPicture()
    }

    /// Becomes readable when the device has something to say.
    public var fileDescriptor: Int32 { device.file.descriptor }

    /// Whether a finger or a button is down as far as has been read; nobody should grab it then (L3).
    public var isTouched: Bool { reported.isTouched }

    /// Has the next reading begin with how things stand, as after sleep, when nobody knows what was missed (L2).
    public func requestRepair() { isRepairWanted = true }
}
