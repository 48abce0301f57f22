public import Geometry
public import InputEvents

/// Brings contacts from device units to points, and keeps back what the panel's filters hold for noise.
public final class Digitizer {
    /// How many strokes each filter kept back.
    @exclusivity(unchecked) public private(set) var dropped = DroppedStrokes()
    /// Why the newest stroke that was kept back or taken back was.
    public var refusal: StrokeRefusal { newestRefusal }

    private let transform: PanelTransform
    private let filters: PanelFilters
    /// What becomes of places out of range, as the comparison of an enum with texts costs more than all else here.
    private let clamps: Bool
    private let drops: Bool
    private let x: ClosedRange<Int32>
    private let y: ClosedRange<Int32>
    private let pressure: ClosedRange<Int32>?
    /// Who looks for ghosts, and what is so far out of range that it is one's.
    private let ghosts: GhostDetector?
    private let farX: ClosedRange<Int32>
    private let farY: ClosedRange<Int32>
    /// Points for a unit of `touchMajor`, halved, as it is a diameter.
    private let radiusScale: Double
    // Other modules' accesses of a stored property are checked whatever it is marked with.
    @exclusivity(unchecked) private var newestRefusal = StrokeRefusal.outOfRange
    @exclusivity(unchecked) private var strokes = InlineArray<32, Stroke>(repeating: Stroke())

    private struct Stroke {
        /// Nothing is told of it: it is kept back, or there is none.
        var isDropped = true
        var shown = PlacedContact()
        /// When the last one in this slot lifted, at the place that is still in `shown`.
        var lifted: Int64?
        /// The places before the newest, for smoothing.
        var before = Point.zero
        var beforeThat = Point.zero

        /// Follows the contact; nil when nothing about it is new.
        mutating func go(to place: Point, radius: Double, force: Double, smoothing: Double) -> PlacedContact? {
            let location = smoothing > 0 ? smooth(place, smoothing) : place
            guard location != shown.location || radius != shown.radius || force != shown.force else { return nil }
            shown.phase = .moved
            shown.location = location
            shown.radius = radius
            shown.force = force
            return shown
        }

        private mutating func smooth(_ place: Point, _ step: Double) -> Point {
            let (former, older) = (before, beforeThat)
            (before, beforeThat) = (place, former)
            guard place.distance(to: former) < step else {
                beforeThat = place
                return place
            }
            // As steps from the newest place, so that rounding moves none that rests at the screen's edge beyond it.
            return Point(
                x: place.x + (2 * (former.x - place.x) + (older.x - place.x)) / 7,
                y: place.y + (2 * (former.y - place.y) + (older.y - place.y)) / 7
            )
        }
    }

    /// A digitizer for the panel of a description on its screen.
    public init(for device: DeviceDescription, mapping: PanelMapping, filters: PanelFilters = PanelFilters()) {
        transform = mapping.transform(from: device)
        self.filters = filters
        (clamps, drops) = (filters.outOfRange == .clamp, filters.outOfRange == .drop)
        x = Self.range(device.axes[.contactX] ?? device.axes[.x])
        y = Self.range(device.axes[.contactY] ?? device.axes[.y])
        (farX, farY) = (Self.widened(x), Self.widened(y))
        let screen = mapping.screen.size
        ghosts = filters.ghosts > 0 ? GhostDetector(screen: screen, quarantine: filters.ghosts) : nil
        let pressureAxis = device.axes[.contactPressure] ?? device.axes[.pressure]
        pressure = pressureAxis.flatMap { $0.minimum < $0.maximum ? $0.minimum...$0.maximum : nil }
        radiusScale = transform.area.squareRoot() / 2
    }

    /// The least pressure of a touch in the panel's units (V9).
    public var minimumPressure: Int32 {
        guard let pressure, filters.minimumPressure > 0 else { return 0 }
        let span = Double(pressure.upperBound) - Double(pressure.lowerBound)
        let least = Double(pressure.lowerBound) + min(filters.minimumPressure, 1) * span
        return Int32(clamping: Int64(least.rounded(.up)))
    }

    /// What was found out about ghosts since `removeGhostReports()`.
    public var ghostReports: ContiguousArray<GhostReport> { ghosts?.reports ?? [] }
    public func removeGhostReports() { ghosts?.removeReports() }
    /// Whether there is any of these.
    public var hasGhostReports: Bool { ghosts.map { !$0.reports.isEmpty } ?? false }

    /// Where the contact is on the screen, nil when there is nothing to tell of it.
    public func place(_ change: ContactChange, at time: Int64) -> PlacedContact? {
        let slot = Int(change.slot)
        switch change.phase {
        case .down: return begin(change, slot, time)
        case .moved: return move(change, slot, time)
        case .up, .cancelled:
            guard !strokes[slot].isDropped else { return nil }
            strokes[slot].isDropped = true
            if let ghosts, change.phase == .up { ghosts.ends(slot, time) }
            strokes[slot].shown.phase = change.phase
            strokes[slot].lifted = change.phase == .up ? time : nil
            return strokes[slot].shown
        }
    }

    private func begin(_ change: ContactChange, _ slot: Int, _ time: Int64) -> PlacedContact? {
        let location = place(of: change.state)
        strokes[slot].isDropped = isUnwanted(change.state, slot, location, time)
        guard !strokes[slot].isDropped else { return nil }
        (strokes[slot].before, strokes[slot].beforeThat) = (location, location)
        strokes[slot].shown = PlacedContact(
            slot: change.slot,
            phase: .down,
            location: location,
            radius: radius(change.state),
            force: force(change.state),
            isPen: change.state.toolType == .pen
        )
        return strokes[slot].shown
    }

    private func move(_ change: ContactChange, _ slot: Int, _ time: Int64) -> PlacedContact? {
        guard !strokes[slot].isDropped else { return nil }
        let state = change.state
        if drops, !isInRange(state) { return takeBack(slot, .outOfRange) }
        if let ghosts, ghosts.moves(slot, to: exactPlace(of: state), isFarOut: isFarOut(state), time) {
            return takeBack(slot, .ghost)
        }
        return strokes[slot].go(
            to: place(of: state),
            radius: radius(state),
            force: force(state),
            smoothing: filters.dejitter
        )
    }

    private func takeBack(_ slot: Int, _ reason: StrokeRefusal) -> PlacedContact {
        note(reason)
        strokes[slot].isDropped = true
        var last = strokes[slot].shown
        last.phase = .cancelled
        return last
    }

    private func isUnwanted(_ state: SlotState, _ slot: Int, _ location: Point, _ time: Int64) -> Bool {
        if drops, !isInRange(state) {
            note(.outOfRange)
        } else if filters.deadZones.contains(where: { $0.contains(location) }) {
            note(.deadZone)
        } else if filters.debounce > 0, isBounce(at: location, time) {
            note(.bounce)
        } else if let ghosts, ghosts.begins(slot, at: exactPlace(of: state), isFarOut: isFarOut(state), time) {
            note(.ghost)
        } else {
            return false
        }
        return true
    }

    private func note(_ reason: StrokeRefusal) {
        newestRefusal = reason
        switch reason {
        case .outOfRange: dropped.outOfRange += 1
        case .deadZone: dropped.inDeadZone += 1
        case .bounce: dropped.bounced += 1
        case .ghost: dropped.ofGhosts += 1
        }
    }

    private func isBounce(at location: Point, _ time: Int64) -> Bool {
        strokes.indices.contains { slot in
            guard strokes[slot].isDropped, let lifted = strokes[slot].lifted else { return false }
            let (passed, isTooLong) = time.subtractingReportingOverflow(lifted)
            return !isTooLong && passed < filters.debounce
                && location.distance(to: strokes[slot].shown.location) <= filters.bounceDistance
        }
    }

    /// Where a contact is on the screen, whatever becomes of it.
    public func place(of state: SlotState) -> Point {
        guard clamps else { return exactPlace(of: state) }
        let nearest = transform.point(
            x: min(max(state.x, x.lowerBound), x.upperBound),
            y: min(max(state.y, y.lowerBound), y.upperBound)
        )
        return transform.clamp(nearest)
    }

    private func exactPlace(of state: SlotState) -> Point { transform.point(x: state.x, y: state.y) }

    private func isFarOut(_ state: SlotState) -> Bool { !farX.contains(state.x) || !farY.contains(state.y) }

    private func isInRange(_ state: SlotState) -> Bool { x.contains(state.x) && y.contains(state.y) }

    private func radius(_ state: SlotState) -> Double { Double(max(state.touchMajor, 0)) * radiusScale }

    /// The part of the pressure range; 1 on panels that don't tell, also when they announce that they will.
    private func force(_ state: SlotState) -> Double {
        guard let pressure, state.pressure != 0 else { return 1 }
        let part =
            (Double(state.pressure) - Double(pressure.lowerBound))
            / (Double(pressure.upperBound) - Double(pressure.lowerBound))
        return min(max(part, 0), 1)
    }

    /// A range and a tenth of it on both sides: so far a panel may be announced wrongly.
    private static func widened(_ range: ClosedRange<Int32>) -> ClosedRange<Int32> {
        let margin = (Int64(range.upperBound) - Int64(range.lowerBound)) / 10
        return Int32(clamping: Int64(range.lowerBound) - margin)...Int32(clamping: Int64(range.upperBound) + margin)
    }

    private static func range(_ axis: AxisRange?) -> ClosedRange<Int32> {
        guard let axis, axis.minimum <= axis.maximum else { return .min ... .max }
        return axis.minimum...axis.maximum
    }
}

/// A contact on the screen.
public struct PlacedContact: Equatable, Sendable {
    public var slot: Int32 = 0
    public var phase = ContactChange.Phase.down
    public var location = Point.zero
    /// In points, 0 when the panel doesn't tell.
    public var radius = 0.0
    /// From 0 to 1.
    public var force = 1.0
    public var isPen = false
}

/// Strokes that a panel's filters kept back, counted.
public struct DroppedStrokes: Equatable, Sendable {
    public var outOfRange = 0
    public var inDeadZone = 0
    public var bounced = 0
    public var ofGhosts = 0

    public init() {}

    public static func + (left: DroppedStrokes, right: DroppedStrokes) -> DroppedStrokes {
        var sum = left
        sum.outOfRange += right.outOfRange
        sum.inDeadZone += right.inDeadZone
        sum.bounced += right.bounced
        sum.ofGhosts += right.ofGhosts
        return sum
    }
}

/// Why a stroke was kept back.
public enum StrokeRefusal: UInt8, Sendable, BitwiseCopyable {
    /// It is outside of what the panel announced.
    case outOfRange
    /// It began in a dead zone.
    case deadZone
    /// It began where another one had just lifted.
    case bounce
    /// Nobody touches there.
    case ghost
}
