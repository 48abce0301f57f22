public import Geometry
public import InputEvents
public import ResponderKit

/// Makes samples of touches of a panel's contacts, in points, and keeps back what its filters hold for noise.
public struct Digitizer: ~Copyable {
    /// Counts the strokes that each filter rejected.
    public private(set) var metrics = PanelMetrics()
    /// Why the change that was placed last was rejected as a stroke, nil unless it was.
    public private(set) var refusal: StrokeRejection?
    /// For how long the contact that bounced last was away, in microseconds.
    public private(set) var bounceTime: Int64 = 0
    /// Whether something may wait for the clock.
    public let mayWait: Bool
    /// Finds ghosts; nil unless that is asked for.
    public private(set) var ghosts: GhostDetector?

    private let transform: PanelTransform
    // Variables with a value from the start, as Swift 6.3.1 releases what was in their memory when `init` sets a constant.
    private var filters = PanelFilters()
    /// What becomes of places out of range, as the comparison of an enum with texts costs more than all else here.
    private let clamps: Bool
    private let drops: Bool
    private let enters: Bool
    private let x: ClosedRange<Int32>
    private let y: ClosedRange<Int32>
    private let pressure: ClosedRange<Int32>?
    /// What is so far out of range that it is a ghost's.
    private let farX: ClosedRange<Int32>
    private let farY: ClosedRange<Int32>
    /// Points for a unit of `touchMajor`, halved, as it is a diameter.
    private let radiusScale: Double
    private var strokes = SlotTable<Stroke>(repeating: Stroke())
    /// How many lifts are held back.
    private var heldCount = 0
    /// A bit for each slot whose contact has been out of range since it went down (V6).
    private var waiting: UInt32 = 0

    /// A digitizer for the panel of a description on its screen; the application knows the panel by a number.
    public init(
        for device: DeviceDescription,
        number: Int32 = 0,
        mapping: PanelMapping,
        filters: PanelFilters = PanelFilters()
    ) {
        transform = mapping.transform(from: device)
        self.filters = filters
        mayWait = filters.debounce > 0
        (drops, enters) = (filters.outOfRange == .reject, filters.outOfRange == .enter)
        clamps = filters.outOfRange == .clamp || enters
        x = Self.range(device.axes[.contactX] ?? device.axes[.x])
        y = Self.range(device.axes[.contactY] ?? device.axes[.y])
        (farX, farY) = (Self.widened(x), Self.widened(y))
        let screen = mapping.screen.size
        ghosts = filters.ghosts > 0 ? GhostDetector(screen: screen, quarantine: filters.ghosts) : nil
        let pressureAxis = device.axes[.contactPressure] ?? device.axes[.pressure]
        pressure = pressureAxis.flatMap { $0.minimum < $0.maximum ? $0.minimum...$0.maximum : nil }
        radiusScale = transform.area.squareRoot() / 2
        for slot in strokes.indices {
            strokes[slot].sample.finger = FingerID(device: number, contact: Int32(slot))
        }
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

    /// What the touch of the contact did on the screen, nil when there is nothing to tell of it.
    public mutating func place(_ change: ContactChange, at time: Int64) -> TouchSample? {
        let slot = Int(change.slot)
        refusal = nil
        switch change.phase {
        case .down: return begin(change, slot, time)
        case .moved: return move(change, slot, time)
        case .up: return lift(slot, time)
        case .cancelled: return cancel(slot)
        }
    }

    private mutating func begin(_ change: ContactChange, _ slot: Int, _ time: Int64) -> TouchSample? {
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
        strokes[slot].sample = TouchSample(strokes[slot].sample.finger, .began, at: location)
        strokes[slot].sample.majorRadius = radius(state)
        strokes[slot].sample.force = force(state)
        if state.toolType == .pen { strokes[slot].sample.type = .pencil }
        return strokes[slot].sample
    }

    private mutating func move(_ change: ContactChange, _ slot: Int, _ time: Int64) -> TouchSample? {
        let state = change.state
        if waiting & 1 << UInt32(slot) != 0 { return isInRange(state) ? begin(change, slot, time) : nil }
        guard !strokes[slot].isDropped else { return nil }
        if drops, !isInRange(state) { return takeBack(slot, .outOfRange) }
        if let ghosts, ghosts.moves(slot, to: exactPlace(of: state), isFarOut: isFarOut(state), time) {
            return takeBack(slot, .ghost)
        }
        return go(slot, state)
    }

    private mutating func go(_ slot: Int, _ state: SlotState) -> TouchSample? {
        strokes[slot].go(
            to: place(of: state),
            radius: radius(state),
            force: force(state),
            smoothing: filters.dejitter
        )
    }

    private mutating func lift(_ slot: Int, _ time: Int64) -> TouchSample? {
        if stopWaiting(slot) { return reject(.outOfRange) }
        guard !strokes[slot].isDropped else { return nil }
        if let ghosts { ghosts.ends(slot, time) }
        guard mayWait else { return end(slot, .ended) }
        let (due, isTooLarge) = time.addingReportingOverflow(filters.debounce)
        strokes[slot].isDropped = true
        strokes[slot].lift = (time, isTooLarge ? .max : due)
        heldCount += 1
        return nil
    }

    private mutating func cancel(_ slot: Int) -> TouchSample? {
        if stopWaiting(slot) { return reject(.outOfRange) }
        return strokes[slot].isDropped ? nil : end(slot, .cancelled)
    }

    /// Whether the contact that leaves the slot never came into range (V6).
    private mutating func stopWaiting(_ slot: Int) -> Bool {
        let bit: UInt32 = 1 << UInt32(slot)
        guard waiting & bit != 0 else { return false }
        waiting &= ~bit
        return true
    }

    private mutating func end(_ slot: Int, _ change: TouchSample.Change) -> TouchSample {
        strokes[slot].isDropped = true
        strokes[slot].sample.change = change
        return strokes[slot].sample
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

    /// Ends the touch whose lift is final first, and at the time at the latest; nil when there is no more.
    public mutating func release(upTo time: Int64) -> TouchSample? {
        guard let first = nextDeadline, first <= time else { return nil }
        guard let slot = strokes.indices.first(where: { strokes[$0].lift?.due == first }) else { return nil }
        return endHeld(slot)
    }

    /// The contact's number in the digitizer's output; differs from the slot after a bounce between slots.
    public func finger(inSlot slot: Int32) -> Int32 { strokes[Int(slot)].sample.finger.contact }

    private mutating func endHeld(_ slot: Int) -> TouchSample {
        strokes[slot].lift = nil
        heldCount -= 1
        return end(slot, .ended)
    }

    /// Slot of the nearest stroke that a contact at this location continues; nil when there is none.
    private func bounce(at location: Point, _ isPen: Bool, _ time: Int64) -> Int? {
        var nearest: (slot: Int, distance: Double)?
        for slot in strokes.indices {
            guard let lift = strokes[slot].lift, time < lift.due else { continue }
            guard (strokes[slot].sample.type == .pencil) == isPen else { continue }
            let distance = location.distance(to: strokes[slot].sample.location)
            guard distance <= filters.bounceDistance, distance < nearest?.distance ?? .infinity else { continue }
            nearest = (slot, distance)
        }
        return nearest?.slot
    }

    /// The contact in a slot goes on with a stroke that had lifted, whichever slot that was in.
    private mutating func goOn(with held: Int, _ slot: Int, _ state: SlotState, _ time: Int64) -> TouchSample? {
        bounceTime = time.subtractingReportingOverflow(strokes[held].lift?.time ?? time).partialValue
        strokes.swapAt(held, slot)
        strokes[slot].lift = nil
        strokes[slot].isDropped = false
        heldCount -= 1
        note(.bounce)
        return go(slot, state)
    }

    /// Makes room in a slot whose last stroke's lift is held back; false when all slots are in use.
    private mutating func setAside(_ slot: Int) -> Bool {
        guard let free = strokes.indices.first(where: { strokes[$0].isDropped && strokes[$0].lift == nil }) else {
            return false
        }
        strokes.swapAt(slot, free)
        return true
    }

    // MARK: Filters

    private mutating func takeBack(_ slot: Int, _ reason: StrokeRejection) -> TouchSample {
        note(reason)
        return end(slot, .cancelled)
    }

    private mutating func reject(_ reason: StrokeRejection) -> TouchSample? {
        note(reason)
        return nil
    }

    private mutating func note(_ reason: StrokeRejection) {
        refusal = reason
        switch reason {
        case .outOfRange: metrics.filtered.outOfRange += 1
        case .deadZone: metrics.filtered.deadZone += 1
        case .bounce: metrics.filtered.debounce += 1
        case .ghost: metrics.filtered.ghost += 1
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

/// One stroke as the digitizer follows it, from down to up.
///
/// Not private: Swift 6.3 crashes on a private type in a noncopyable one of another module.
struct Stroke {
    /// It has no live touch: it was rejected, its lift is held back, or the slot is empty.
    var isDropped = true
    /// The newest one of its touch. The finger's contact is another one than its slot only after a bounce between slots.
    var sample = TouchSample(FingerID(contact: 0), .began, at: .zero)
    /// When it lifted and when that is final, nil unless the lift is held back.
    var lift: (time: Int64, due: Int64)?
    /// The places before the newest, for smoothing.
    var before = Point.zero
    var beforeThat = Point.zero

    /// Follows the contact; nil when nothing about it is new.
    mutating func go(to place: Point, radius: Double, force: Double, smoothing: Double) -> TouchSample? {
        let location = smoothing > 0 ? smooth(place, smoothing) : place
        guard location != sample.location || radius != sample.majorRadius || force != sample.force else { return nil }
        sample.change = .moved
        sample.location = location
        sample.majorRadius = radius
        sample.force = force
        return sample
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
