/// Protocol by which a panel reports contacts.
public enum PanelProtocol: Equatable, Sendable {
    /// The panel numbers its contacts and assigns them to slots (protocol B).
    case slots(count: Int)
    /// Each frame lists all contacts, without slots (protocol A, V1).
    case anonymous
    /// The panel reports one contact, which is down while this key is pressed. If `key` is nil, the contact is down
    /// while the panel reports pressure (V2).
    case single(key: KeyCode?)

    /// Limit slots (limits.md, Panels and the kernel): maximum number of slots of a panel. If exceeded: events of
    /// further slots are ignored, counted as invalid and reported at the end of a replay.
    ///
    /// Rule V11 describes this limit.
    public static let slotLimit = 32

    /// Determines the protocol of a device; throws if the device cannot be used as a panel.
    public init(of device: DeviceDescription) throws(PanelRejection) {
        let (x, _) = try Self.positionAxes(of: device)
        if x == .contactX {
            guard device.has(.slot) else {
                self = .anonymous
                return
            }
            guard device.has(.trackingID) else { throw .noTrackingID }
            let highest = Int(device.axes[.slot]?.maximum ?? 0)
            self = .slots(count: min(max(highest, 0) + 1, Self.slotLimit))
        } else {
            let key = [KeyCode.touch, .buttonLeft, .button0].first { device.has($0) }
            guard key != nil || device.has(.pressure) else { throw .noContact }
            self = .single(key: key)
        }
    }

    /// Returns the axes that report a panel's positions. Throws if an axis is missing or its range is empty, or if only
    /// one axis has a resolution (V3, V5).
    static func positionAxes(of device: DeviceDescription) throws(PanelRejection) -> (x: Axis, y: Axis) {
        guard device.hasPosition else { throw device.isNumberedThrough ? .numberedThrough : .noPosition }
        let (x, y) = device.hasContacts ? (Axis.contactX, Axis.contactY) : (.x, .y)
        // Recordings made by old tools contain no ranges; their positions are in device units.
        guard let horizontal = device.axes[x], let vertical = device.axes[y] else { return (x, y) }
        if horizontal.minimum >= horizontal.maximum { throw .emptyRange(x, horizontal) }
        if vertical.minimum >= vertical.maximum { throw .emptyRange(y, vertical) }
        if (horizontal.resolution == 0) != (vertical.resolution == 0) {
            throw .oneResolution(horizontal.resolution == 0 ? y : x)
        }
        return (x, y)
    }
}

/// Reason why a device cannot be used as a panel.
public enum PanelRejection: Error, Equatable, Sendable {
    /// The device has no axes for positions.
    case noPosition
    /// The device's ABS_MT_* codes are only consecutive axis numbers and do not describe contacts (K11).
    case numberedThrough
    /// The device reports slots without tracking ids.
    case noTrackingID
    /// The device reports positions, but not whether a finger touches the panel.
    case noContact
    /// The minimum of an axis is not below its maximum.
    case emptyRange(Axis, AxisRange)
    /// Only one of the two axes has a resolution.
    case oneResolution(Axis)
}

extension PanelRejection: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noPosition: "it has neither ABS_MT_POSITION_X and _Y nor ABS_X and ABS_Y"
        case .numberedThrough: "it has axis 0x2e (ABS_MT_SLOT - 1), so its ABS_MT axes are ordinary axes, not contacts"
        case .noTrackingID: "it has ABS_MT_SLOT without ABS_MT_TRACKING_ID"
        case .noContact:
            "it has none of BTN_TOUCH, BTN_LEFT, BTN_0 and ABS_PRESSURE, so touches cannot be detected"
        case .emptyRange(let axis, let range):
            "the range of its \(Self.letter(axis)) axis is empty: \(range.minimum) to \(range.maximum)"
        case .oneResolution(let axis): "only its \(Self.letter(axis)) axis has a resolution"
        }
    }
    private static func letter(_ axis: Axis) -> String { axis == .x || axis == .contactX ? "X" : "Y" }
}
