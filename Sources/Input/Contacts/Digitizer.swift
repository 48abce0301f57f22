public import Geometry
public import InputEvents
public import ResponderKit

/// Converts a panel's contacts to touch samples in points, and applies the panel's filters.
public struct Digitizer: ~Copyable {
    /// Number of strokes (contacts from touch-down to lift) that each filter rejected.
    public private(set) var metrics = PanelMetrics()
    /// Reason why the last change was filtered; nil if the change was not filtered.
    public private(set) var rejection: StrokeRejection?
    /// For the last bounce, time from the lift to the next touch-down, in microseconds.
    public private(set) var bounceTime: Int64 = 0
    /// Whether the debounce filter delays lifts; if not, `nextDeadline` is always nil.
    public let mayWait: Bool
    /// Detector of ghosts (touches without a finger); nil if the ghost filter is off.
    public private(set) var ghosts: GhostDetector?

    private let transform: PanelTransform
    // A variable, because Swift 6.3.1 would release uninitialized memory if `init` set a constant.
    private var filters = PanelFilters()
    /// The `outOfRange` filter as flags. Comparing the enum's raw strings would take longer than all other steps.
    private let clamps: Bool
    private let rejects: Bool
    private let enters: Bool
    private let x: ClosedRange<Int32>
    private let y: ClosedRange<Int32>
    private let pressure: ClosedRange<Int32>?
    /// Range of each axis, extended at both ends. A position outside the extended range counts as a ghost touch.
    private let farX: ClosedRange<Int32>
    private let farY: ClosedRange<Int32>
    /// Radius in points per unit of `touchMajor`, which is a diameter.
    private let radiusScale: Double
    private var strokes = SlotTable<Stroke>(repeating: Stroke())
    /// Number of lifts that the debounce filter delays.
    private var heldCount = 0
    /// Bit mask of the slots with a contact that is down but has not begun a stroke. The contact has been out of range
    /// since its touch-down (V6), or a delayed lift of the slot had to be delivered first.
    private var outsideSlots: UInt32 = 0

    /// Creates a digitizer; `number` is the device number in its samples.
    public init(
        for device: DeviceDescription,
        number: Int32 = 0,
        mapping: PanelMapping,
        filters: PanelFilters = PanelFilters()
    ) {
        transform = mapping.transform(from: device)
        self.filters = filters
        mayWait = filters.debounce > 0
        (rejects, enters) = (filters.outOfRange == .reject, filters.outOfRange == .enter)
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

    /// Returns a contact's pressure in thousandths of the axis's range; 0 on a panel without a pressure axis.
    public func pressurePermille(of state: SlotState) -> Int16 {
        guard let pressure else { return 0 }
        let span = Double(pressure.upperBound) - Double(pressure.lowerBound)
        let share = (Double(state.pressure) - Double(pressure.lowerBound)) / span
        return Int16((min(max(share, 0), 1) * 1000).rounded())
    }

    /// Minimum pressure of a touch, in device units (V9).
    public var minimumPressure: Int32 {
        guard let pressure, filters.minimumPressure > 0 else { return 0 }
        let span = Double(pressure.upperBound) - Double(pressure.lowerBound)
        let least = Double(pressure.lowerBound) + min(filters.minimumPressure, 1) * span
        return Int32(clamping: Int64(least.rounded(.up)))
    }

    /// Returns the touch sample for the change of a contact; nil if the change causes no sample.
    public mutating func sample(for change: ContactChange, at time: Int64) -> TouchSample? {
        let slot = Int(change.slot)
        rejection = nil
        switch change.phase {
        case .down: return begin(change, slot, time)
        case .moved: return move(change, slot, time)
        case .up: return lift(slot, time)
        case .cancelled: return cancel(slot)
        }
    }

    private mutating func begin(_ change: ContactChange, _ slot: Int, _ time: Int64) -> TouchSample? {
        let state = change.state
        let location = location(of: state)
        outsideSlots &= ~(1 << UInt32(slot))
        if rejects, !isInRange(state) { return reject(.outOfRange) }
        let held = heldCount > 0 ? bounce(at: location, state.toolType == .pen, time) : nil
        if held == nil {
            if enters, !isInRange(state) {
                outsideSlots |= 1 << UInt32(slot)
                return nil
            }
            if filters.deadZones.contains(where: { $0.contains(location) }) { return reject(.deadZone) }
        }
        if let ghosts, ghosts.begins(slot, at: exactLocation(of: state), isFarOut: isFarOut(state), time) {
            return reject(.ghost)
        }
        if let held { return resume(with: held, slot, state, time) }
        if strokes[slot].lift != nil, !vacate(slot) {
            outsideSlots |= 1 << UInt32(slot)
            return endHeld(slot)
        }
        strokes[slot].isInactive = false
        (strokes[slot].before, strokes[slot].beforeThat) = (location, location)
        strokes[slot].sample = TouchSample(strokes[slot].sample.finger, .began, at: location)
        strokes[slot].sample.majorRadius = radius(state)
        strokes[slot].sample.force = force(state)
        if state.toolType == .pen { strokes[slot].sample.type = .pencil }
        return strokes[slot].sample
    }

    @inline(__always)
    private mutating func move(_ change: ContactChange, _ slot: Int, _ time: Int64) -> TouchSample? {
        let state = change.state
        if outsideSlots & 1 << UInt32(slot) != 0 { return isInRange(state) ? begin(change, slot, time) : nil }
        guard !strokes[slot].isInactive else { return nil }
        if rejects, !isInRange(state) { return cancelStroke(slot, .outOfRange) }
        if let ghosts, ghosts.moves(slot, to: exactLocation(of: state), isFarOut: isFarOut(state), time) {
            return cancelStroke(slot, .ghost)
        }
        return moveStroke(slot, state)
    }

    @inline(__always)
    private mutating func moveStroke(_ slot: Int, _ state: SlotState) -> TouchSample? {
        strokes[slot].move(
            to: location(of: state),
            radius: radius(state),
            force: force(state),
            smoothing: filters.dejitter
        )
    }

    private mutating func lift(_ slot: Int, _ time: Int64) -> TouchSample? {
        if removeOutside(slot) { return reject(.outOfRange) }
        guard !strokes[slot].isInactive else { return nil }
        if let ghosts { ghosts.ends(slot, time) }
        guard mayWait else { return end(slot, .ended) }
        let (due, isTooLarge) = time.addingReportingOverflow(filters.debounce)
        strokes[slot].isInactive = true
        strokes[slot].lift = (time, isTooLarge ? .max : due)
        heldCount += 1
        return nil
    }

    private mutating func cancel(_ slot: Int) -> TouchSample? {
        if removeOutside(slot) { return reject(.outOfRange) }
        return strokes[slot].isInactive ? nil : end(slot, .cancelled)
    }

    /// Clears the slot's bit in `outsideSlots` because the contact ends. Returns whether the contact began no stroke.
    private mutating func removeOutside(_ slot: Int) -> Bool {
        let bit: UInt32 = 1 << UInt32(slot)
        guard outsideSlots & bit != 0 else { return false }
        outsideSlots &= ~bit
        return true
    }

    private mutating func end(_ slot: Int, _ change: TouchSample.Change) -> TouchSample {
        strokes[slot].isInactive = true
        strokes[slot].sample.change = change
        return strokes[slot].sample
    }

    // MARK: Held-back lifts

    /// Time at which the next delayed lift becomes final; nil if no lift is delayed.
    public var nextDeadline: Int64? {
        guard heldCount > 0 else { return nil }
        var first: Int64?
        for slot in strokes.indices {
            if let lift = strokes[slot].lift { first = min(first ?? lift.due, lift.due) }
        }
        return first
    }

    /// Delivers the delayed lift that became final first, and returns its sample; nil if no lift is final by `time`.
    public mutating func release(upTo time: Int64) -> TouchSample? {
        guard let first = nextDeadline, first <= time else { return nil }
        guard let slot = strokes.indices.first(where: { strokes[$0].lift?.due == first }) else { return nil }
        return endHeld(slot)
    }

    /// Returns the contact identifier that the samples of a slot contain. The identifier may differ from the slot after
    /// the debounce filter moved a stroke to another slot.
    public func finger(inSlot slot: Int32) -> Int32 { strokes[Int(slot)].sample.finger.contact }

    private mutating func endHeld(_ slot: Int) -> TouchSample {
        strokes[slot].lift = nil
        heldCount -= 1
        return end(slot, .ended)
    }

    /// Returns the slot of the nearest lifted stroke that a new contact at this location continues. Returns nil if the
    /// contact begins a new stroke.
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

    /// Continues the lifted stroke of slot `held` with the contact in `slot`. Returns nil if the touch does not change.
    private mutating func resume(with held: Int, _ slot: Int, _ state: SlotState, _ time: Int64) -> TouchSample? {
        bounceTime = time.subtractingReportingOverflow(strokes[held].lift?.time ?? time).partialValue
        strokes.swapAt(held, slot)
        strokes[slot].lift = nil
        strokes[slot].isInactive = false
        heldCount -= 1
        record(.bounce)
        return moveStroke(slot, state)
    }

    /// Frees a slot by moving its stroke, whose lift is delayed, to another slot. Returns false if all slots are in
    /// use.
    private mutating func vacate(_ slot: Int) -> Bool {
        guard let free = strokes.indices.first(where: { strokes[$0].isInactive && strokes[$0].lift == nil }) else {
            return false
        }
        strokes.swapAt(slot, free)
        return true
    }

    // MARK: Filters

    private mutating func cancelStroke(_ slot: Int, _ reason: StrokeRejection) -> TouchSample {
        record(reason)
        return end(slot, .cancelled)
    }

    private mutating func reject(_ reason: StrokeRejection) -> TouchSample? {
        record(reason)
        return nil
    }

    private mutating func record(_ reason: StrokeRejection) {
        rejection = reason
        switch reason {
        case .outOfRange: metrics.filtered.outOfRange += 1
        case .deadZone: metrics.filtered.deadZone += 1
        case .bounce: metrics.filtered.debounce += 1
        case .ghost: metrics.filtered.ghost += 1
        // Only a `TouchAccommodator` rejects strokes for these reasons.
        case .holdDuration, .ignoreRepeat, .lost: break
        }
    }

    /// Returns the location of a contact on the screen, even if the contact is filtered.
    public func location(of state: SlotState) -> Point {
        guard clamps else { return exactLocation(of: state) }
        let nearest = transform.point(
            x: min(max(state.x, x.lowerBound), x.upperBound),
            y: min(max(state.y, y.lowerBound), y.upperBound)
        )
        return transform.clamp(nearest)
    }

    private func exactLocation(of state: SlotState) -> Point { transform.point(x: state.x, y: state.y) }

    private func isFarOut(_ state: SlotState) -> Bool { !farX.contains(state.x) || !farY.contains(state.y) }

    private func isInRange(_ state: SlotState) -> Bool { x.contains(state.x) && y.contains(state.y) }

    private func radius(_ state: SlotState) -> Double { Double(max(state.touchMajor, 0)) * radiusScale }

    /// Returns the pressure as a fraction of its range. Returns 1 if the panel reports no pressure, even if the panel
    /// announces the axis.
    private func force(_ state: SlotState) -> Double {
        guard let pressure, state.pressure != 0 else { return 1 }
        let part =
            (Double(state.pressure) - Double(pressure.lowerBound))
            / (Double(pressure.upperBound) - Double(pressure.lowerBound))
        return min(max(part, 0), 1)
    }

    /// Returns a range extended by a tenth at both ends, as a tolerance for incorrectly announced ranges.
    private static func widened(_ range: ClosedRange<Int32>) -> ClosedRange<Int32> {
        let margin = (Int64(range.upperBound) - Int64(range.lowerBound)) / 10
        return Int32(clamping: Int64(range.lowerBound) - margin)...Int32(clamping: Int64(range.upperBound) + margin)
    }

    private static func range(_ axis: AxisRange?) -> ClosedRange<Int32> {
        guard let axis, axis.minimum <= axis.maximum else { return .min ... .max }
        return axis.minimum...axis.maximum
    }
}

/// A stroke: a contact from its touch-down to its lift.
///
/// Not private: Swift 6.3 crashes if a noncopyable type of another module contains a private type.
struct Stroke {
    /// Whether the stroke has no live touch: the stroke was rejected, its lift is delayed, or the slot is empty.
    var isInactive = true
    /// Newest sample of the touch. The sample's contact identifier differs from the slot only after the debounce filter
    /// moved a stroke to another slot.
    var sample = TouchSample(FingerID(contact: 0), .began, at: .zero)
    /// Time of the lift, and time at which the lift becomes final; nil if no lift is delayed.
    var lift: (time: Int64, due: Int64)?
    /// The two locations before the newest location, for smoothing.
    var before = Point.zero
    var beforeThat = Point.zero

    /// Updates the sample and returns the new sample; returns nil if nothing changed.
    @inline(__always)
    mutating func move(to newest: Point, radius: Double, force: Double, smoothing: Double) -> TouchSample? {
        let location = smoothing > 0 ? smooth(newest, smoothing) : newest
        guard location != sample.location || radius != sample.majorRadius || force != sample.force else { return nil }
        sample.change = .moved
        sample.location = location
        sample.majorRadius = radius
        sample.force = force
        return sample
    }

    private mutating func smooth(_ newest: Point, _ step: Double) -> Point {
        let (former, older) = (before, beforeThat)
        (before, beforeThat) = (newest, former)
        guard newest.distance(to: former) < step else {
            beforeThat = newest
            return newest
        }
        // Computes the mean relative to the newest location, so that rounding cannot move a resting finger beyond the
        // screen's edge.
        return Point(
            x: newest.x + (2 * (former.x - newest.x) + (older.x - newest.x)) / 7,
            y: newest.y + (2 * (former.y - newest.y) + (older.y - newest.y)) / 7
        )
    }
}
