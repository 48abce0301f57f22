public import Geometry
public import InputEvents

/// Brings contacts from device units to points, and keeps back what the panel's filters hold for noise.
public final class Digitizer {
    /// How many strokes each filter kept back.
    @exclusivity(unchecked) public private(set) var dropped = DroppedStrokes()
    /// Why the change that was placed last was rejected as a stroke, nil unless it was.
    public var refusal: StrokeRefusal? { newestRefusal }
    /// For how long the contact that bounced last was away, in microseconds.
    @exclusivity(unchecked) public private(set) var bounceTime: Int64 = 0

    private let transform: PanelTransform
    private let filters: PanelFilters
    /// What becomes of places out of range, as the comparison of an enum with texts costs more than all else here.
    private let clamps: Bool
    private let drops: Bool
    private let enters: Bool
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
    @exclusivity(unchecked) private var newestRefusal: StrokeRefusal?
    @exclusivity(unchecked) private var strokes = InlineArray<32, Stroke>(repeating: Stroke())
    /// How many lifts are held back.
    @exclusivity(unchecked) private var heldCount = 0
    /// A bit for each slot whose contact has been out of range since it went down (V6).
    @exclusivity(unchecked) private var waiting: UInt32 = 0

    /// A digitizer for the panel of a description on its screen.
    public init(for device: DeviceDescription, mapping: PanelMapping, filters: PanelFilters = PanelFilters()) {
        transform = mapping.transform(from: device)
        self.filters = filters
        (drops, enters) = (filters.outOfRange == .drop, filters.outOfRange == .enter)
        clamps = filters.outOfRange == .clamp || enters
        x = Self.range(device.axes[.contactX] ?? device.axes[.x])
        y = Self.range(device.axes[.contactY] ?? device.axes[.y])
        (farX, farY) = (Self.widened(x), Self.widened(y))
        let screen = mapping.screen.size
        ghosts = filters.ghosts > 0 ? GhostDetector(screen: screen, quarantine: filters.ghosts) : nil
        let pressureAxis = device.axes[.contactPressure] ?? device.axes[.pressure]
        pressure = pressureAxis.flatMap { $0.minimum < $0.maximum ? $0.minimum...$0.maximum : nil }
        radiusScale = transform.area.squareRoot() / 2
        for slot in strokes.indices { strokes[slot].finger = Int32(slot) }
    }

    /// A contact's pressure in thousandths of the axis's range; 0 on a panel without one.
    public func pressurePermille(of state: SlotState) -> Int16 {
        guard let pressure else { return 0 }
        let span = Double(pressure.upperBound) - Double(pressure.lowerBound)
        let share = (Double(state.pressure) - Double(pressure.lowerBound)) / span
        return Int16((min(max(share, 0), 1) * 1000).rounded())
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
        newestRefusal = nil
        switch change.phase {
        case .down: return begin(change, slot, time)
        case .moved: return move(change, slot, time)
        case .up: return lift(slot, time)
        case .cancelled: return cancel(slot)
        }
    }

    private func begin(_ change: ContactChange, _ slot: Int, _ time: Int64) -> PlacedContact? {
        let state = change.state
        let location = place(of: state)
        waiting &= ~(1 << UInt32(slot))
        if drops, !isInRange(state) { return reject(.outOfRange) }
        let held = heldCount > 0 ? bounce(at: location, state.toolType == .pen, time) : nil
        if held == nil {
            if enters, !isInRange(state) {
                waiting |= 1 << UInt32(slot)
                return nil
            }
            if filters.deadZones.contains(where: { $0.contains(location) }) { return reject(.deadZone) }
        }
        if let ghosts, ghosts.begins(slot, at: exactPlace(of: state), isFarOut: isFarOut(state), time) {
            return reject(.ghost)
        }
        if let held { return goOn(with: held, slot, state, time) }
        if strokes[slot].lift != nil, !setAside(slot) {
            waiting |= 1 << UInt32(slot)
            return endHeld(slot)
        }
        strokes[slot].isDropped = false
        (strokes[slot].before, strokes[slot].beforeThat) = (location, location)
        strokes[slot].shown = PlacedContact(
            slot: strokes[slot].finger,
            phase: .down,
            location: location,
            radius: radius(state),
            force: force(state),
            isPen: state.toolType == .pen
        )
        return strokes[slot].shown
    }

    private func move(_ change: ContactChange, _ slot: Int, _ time: Int64) -> PlacedContact? {
        let state = change.state
        if waiting & 1 << UInt32(slot) != 0 { return isInRange(state) ? begin(change, slot, time) : nil }
        guard !strokes[slot].isDropped else { return nil }
        if drops, !isInRange(state) { return takeBack(slot, .outOfRange) }
        if let ghosts, ghosts.moves(slot, to: exactPlace(of: state), isFarOut: isFarOut(state), time) {
            return takeBack(slot, .ghost)
        }
        return go(slot, state)
    }

    private func go(_ slot: Int, _ state: SlotState) -> PlacedContact? {
        strokes[slot].go(
            to: place(of: state),
            radius: radius(state),
            force: force(state),
            smoothing: filters.dejitter
        )
    }

    private func lift(_ slot: Int, _ time: Int64) -> PlacedContact? {
        if stopWaiting(slot) { return reject(.outOfRange) }
        guard !strokes[slot].isDropped else { return nil }
        if let ghosts { ghosts.ends(slot, time) }
        guard filters.debounce > 0 else { return end(slot, .up) }
        let (due, isTooLarge) = time.addingReportingOverflow(filters.debounce)
        strokes[slot].isDropped = true
        strokes[slot].lift = (time, isTooLarge ? .max : due)
        heldCount += 1
        return nil
    }

    private func cancel(_ slot: Int) -> PlacedContact? {
        if stopWaiting(slot) { return reject(.outOfRange) }
        return strokes[slot].isDropped ? nil : end(slot, .cancelled)
    }

    /// Whether the contact that leaves the slot never came into range (V6).
    private func stopWaiting(_ slot: Int) -> Bool {
        let bit: UInt32 = 1 << UInt32(slot)
        guard waiting & bit != 0 else { return false }
        waiting &= ~bit
        return true
    }

    private func end(_ slot: Int, _ phase: ContactChange.Phase) -> PlacedContact {
        strokes[slot].isDropped = true
        strokes[slot].shown.phase = phase
        return strokes[slot].shown
    }

    // MARK: Lifts that are held back

    /// When the next lift that is held back is final, nil when there is none.
    public var nextDeadline: Int64? {
        guard heldCount > 0 else { return nil }
        var first: Int64?
        for slot in strokes.indices {
            if let lift = strokes[slot].lift { first = min(first ?? lift.due, lift.due) }
        }
        return first
    }

    /// Whether something may wait for the clock.
    public var mayWait: Bool { filters.debounce > 0 }

    /// Ends the touch whose lift is final first, and at the time at the latest; nil when there is no more.
    public func release(upTo time: Int64) -> PlacedContact? {
        guard let first = nextDeadline, first <= time else { return nil }
        return strokes.indices.first { strokes[$0].lift?.due == first }.map { endHeld($0) }
    }

    /// The contact's number in the digitizer's output; differs from the slot after a bounce between slots.
    public func finger(inSlot slot: Int32) -> Int32 { strokes[Int(slot)].finger }

    private func endHeld(_ slot: Int) -> PlacedContact {
        strokes[slot].lift = nil
        heldCount -= 1
        return end(slot, .up)
    }

    /// Slot of the nearest stroke that a contact at this location continues; nil when there is none.
    private func bounce(at location: Point, _ isPen: Bool, _ time: Int64) -> Int? {
        var nearest: (slot: Int, distance: Double)?
        for slot in strokes.indices {
            guard let lift = strokes[slot].lift, time < lift.due, strokes[slot].shown.isPen == isPen else { continue }
            let distance = location.distance(to: strokes[slot].shown.location)
            guard distance <= filters.bounceDistance, distance < nearest?.distance ?? .infinity else { continue }
            nearest = (slot, distance)
        }
        return nearest?.slot
    }

    /// The contact in a slot goes on with a stroke that had lifted, whichever slot that was in.
    private func goOn(with held: Int, _ slot: Int, _ state: SlotState, _ time: Int64) -> PlacedContact? {
        bounceTime = time.subtractingReportingOverflow(strokes[held].lift?.time ?? time).partialValue
        strokes.swapAt(held, slot)
        strokes[slot].lift = nil
        strokes[slot].isDropped = false
        heldCount -= 1
        note(.bounce)
        return go(slot, state)
    }

    /// Makes room in a slot whose last stroke's lift is held back; false when all slots are in use.
    private func setAside(_ slot: Int) -> Bool {
        guard let free = strokes.indices.first(where: { strokes[$0].isDropped && strokes[$0].lift == nil }) else {
            return false
        }
        strokes.swapAt(slot, free)
        return true
    }

    // MARK: Filters

    private func takeBack(_ slot: Int, _ reason: StrokeRefusal) -> PlacedContact {
        note(reason)
        strokes[slot].isDropped = true
        var last = strokes[slot].shown
        last.phase = .cancelled
        return last
    }

    private func reject(_ reason: StrokeRefusal) -> PlacedContact? {
        note(reason)
        return nil
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

    public var count: Int { outOfRange + inDeadZone + bounced + ofGhosts }

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
    /// Continues the touch of a stroke that has just lifted at this location.
    case bounce
    /// Nobody touches there.
    case ghost
}
