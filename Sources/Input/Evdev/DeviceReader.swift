internal import CInput
internal import CLibevdev
public import DeviceNodes
public import InputEvents

/// Reads the events of one device node.
///
/// The event stream begins with the device's initial state. After lost events, the stream contains the device's current
/// state. Each state begins with SYN_DROPPED and ends with the next SYN_REPORT. Events before SYN_DROPPED remain valid,
/// although their frame may be incomplete.
public final class DeviceReader {
    /// Result of `read`.
    public enum Outcome: Sendable {
        /// The kernel's queue is empty; wait until the descriptor is readable.
        case drained
        /// The limit of one call was reached; call `read` again, even if the descriptor is not readable.
        case more
        /// The device was removed (L1).
        case removed
    }

    /// Limit read-events (limits.md, Panels and the kernel): maximum number of events that one `read` call returns. If
    /// exceeded: the remaining events are read after the events of the other devices.
    ///
    /// The limit prevents a busy device from starving other devices (K15).
    static let readLimit = 512

    /// Path of the node.
    public let path: String
    /// Description of the device at the time when the node was opened.
    public let description: DeviceDescription
    /// Late reads, read delays and repairs of this reader. A repair reads the device's state again after lost events.
    public internal(set) var counters = ReaderCounters()
    /// Counts of SYN_DROPPED, invalid slots and reused tracking ids, and read delays, for the panel's metrics.
    public internal(set) var metrics = PanelMetrics()
    /// Whether this reader has grabbed the device.
    public internal(set) var isGrabbed = false

    let device: LibevdevDevice
    /// Axes with one value per slot, except the tracking id.
    let slotAxes: [UInt16]
    /// Axes with one value for the whole device.
    let plainAxes: [UInt16]
    /// The device's keys sorted by code, followed by its switches sorted by code.
    let buttons: [Button]
    let buffer = ReadBuffer(readLimit)
    /// State of the device according to the delivered events.
    @exclusivity(unchecked) var reported: ReportedState
    /// Time at which the initial state was read.
    var discoveryTime: Int64 = 0
    var isDiscovered = false
    var needsRepair = false

    /// A key or a switch.
    struct Button {
        let type: EventType
        let code: UInt16
    }

    /// Opens a node and reads its description and state.
    public convenience init(path: String) throws(EvdevError) { try self.init(path: path, udev: [:]) }

    /// Opens the node of a device that the monitor reported; fails if another device now uses the node.
    public convenience init(_ node: DeviceNode) throws(EvdevError) {
        try self.init(path: node.path, udev: node.properties)
        let syspath = node.systemPath
        let isSame = try retryingInterruption(on: path, while: "checking the node") {
            tb_is_node_of(fileDescriptor, syspath)
        }
        guard isSame == 1 else {
            throw EvdevError(.gone, device: path, "the device was removed, and another device uses its node now")
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
        // If a device has the axis ABS_MT_SLOT - 1, its axes are numbered consecutively (libevdev's "fake MT device").
        // Its ABS_MT_* codes do not describe contacts (K11).
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
        try readInitialState()
    }

    /// Descriptor that becomes readable when events are queued.
    public var fileDescriptor: Int32 { device.file.descriptor }

    /// Whether a contact or key is down, according to the events read. A device should not be grabbed while a contact
    /// or key is down (L3).
    public var isTouched: Bool { reported.isTouched }

    /// Makes the next `read` begin with the current state. Call this method when events may have been lost, such as
    /// after a suspend (L2).
    public func requestRepair() { needsRepair = true }
}
