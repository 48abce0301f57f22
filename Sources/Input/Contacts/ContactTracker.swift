public import InputEvents

/// Tracks the contacts of a panel from frame to frame: down, moved, lifted, cancelled or rejected.
///
/// The diagram in docs/internals/machines/contact.md shows the stages; update the code and the diagram together.
public struct ContactTracker: ~Copyable {
    /// Contact changes from the last mutating call, in order.
    public private(set) var changes = FrameList<ContactChange>(capacity: 2 * PanelProtocol.slotLimit)
    /// Contacts that the last mutating call rejected, in order; empty if `reportsRejections` is false.
    public private(set) var rejections: ContiguousArray<Rejection> = []
    /// Number of contacts on the panel, including ignored and hovering contacts.
    public private(set) var presentCount = 0
    /// Minimum pressure of a touch, in device units. Regardless of this value, a contact with pressure 0 does not touch
    /// (V9).
    public var minimumPressure: Int32 = 0
    /// The panel's filters. The tracker applies only the filters that do not depend on a contact's location.
    public var filters = PanelFilters()
    /// Whether the tracker stores rejections in `rejections`.
    public var reportsRejections = false

    /// Reason why a contact is rejected.
    public enum RejectionReason: UInt8, Sendable, BitwiseCopyable {
        /// The panel reports the contact as a palm (V8).
        case palm
        /// A pen is in range (V10).
        case besidePen
        /// The contact was down when the panel was opened (K6).
        case alreadyDown
        /// All contacts were cancelled, and at least one of them has not lifted (L4).
        case suppressed
        /// The contact never touched, because it only hovered or its pressure was too low (V9).
        case tooLight
        /// The panel sent no event for the contact during `staleContactTimeout` (V12).
        case stale
    }

    /// A contact that never became a touch, or whose touch was cancelled.
    public struct Rejection: Sendable, BitwiseCopyable {
        public let slot: Int
        public let state: SlotState
        public let reason: RejectionReason
        public let hasTouched: Bool
    }

    /// Metrics of the tracker: the number of stale contacts (V12).
    public private(set) var metrics = PanelMetrics()

    private var contacts = SlotTable<Contact>(repeating: Contact())
    private var isPenNear = false
    private var isSiblingPenInRange = false
    private var penCount = 0
    /// Whether new contacts are rejected until all cancelled contacts have lifted (L4).
    private var isSuppressedUntilAllUp = false

    // Not private: Swift 6.3 crashes if a noncopyable type of another module contains a private type.
    struct Contact {
        var stage = Stage.absent
        /// Whether the contact is a pen; decided when the contact appears (V10).
        var isPen = false
        var hasTouched = false
        /// Highest pressure while the contact did not touch, in device units.
        var maximumPressure: Int32 = 0
        var state = SlotState()
        var lastReport: Int64 = 0

        /// Stores a contact's state and the time of its frame; returns whether the state changed.
        @inline(__always) mutating func update(_ new: SlotState, at time: Int64) -> Bool {
            lastReport = time
            // Compares the position first, because the position nearly always differs.
            guard state.x != new.x || state.y != new.y || state != new else { return false }
            state = new
            return true
        }
    }

    enum Stage: UInt8 {
        case absent
        /// The contact is in range of the sensor, but does not touch.
        case hovering
        case touching
        /// The contact is rejected until it lifts.
        case ignored
    }

    public init() {}

    private mutating func begin() {
        changes.removeAll()
        if !rejections.isEmpty { rejections.removeAll(keepingCapacity: true) }
    }

    /// Applies a frame and stores the resulting changes in `changes`.
    public mutating func take(_ frame: borrowing EventFrame) {
        begin()
        if frame.isPenNear != isPenNear {
            isPenNear = frame.isPenNear
            if isPenNear { rejectFingers() }
        }
        for index in frame.changes.indices {
            let change = frame.changes[index]
            take(change.state, at: Int(change.slot), frame)
        }
    }

    @inline(__always)
    private mutating func take(_ state: SlotState, at slot: Int, _ frame: borrowing EventFrame) {
        let known = contacts[slot].stage == .absent ? SlotState.none : contacts[slot].state.trackingID
        if state.trackingID != known {
            if known != SlotState.none {
                // The contact is lifted if the panel reported its lift. It is cancelled if a new contact replaced it or
                // events were lost (K1, K3).
                let isLifted = state.trackingID == SlotState.none && !frame.isRepair
                if isLifted, isPalm(state, at: slot) { reject(slot, contacts[slot].state, .palm) }
                remove(slot, isLifted ? .up : .cancelled)
            }
            if state.trackingID != SlotState.none { appear(state, at: slot, frame) }
        } else if known != SlotState.none {
            update(state, at: slot, frame)
        }
    }

    private mutating func appear(_ state: SlotState, at slot: Int, _ frame: borrowing EventFrame) {
        presentCount += 1
        contacts[slot].state = state
        contacts[slot].lastReport = frame.time
        contacts[slot].isPen = state.toolType == .pen
        contacts[slot].hasTouched = false
        if contacts[slot].isPen {
            penCount += 1
            if penCount == 1 { rejectFingers() }
        }
        let isUnwanted = frame.isDiscovery || isSuppressedUntilAllUp || state.toolType == .palm
        if isUnwanted || (filters.arbitrates && !contacts[slot].isPen && isAnyPenNear) {
            contacts[slot].stage = .ignored
            addRejection(slot, state, reason(to: frame, state), hasTouched: false)
        } else if isHovering(state, frame) {
            contacts[slot].stage = .hovering
            contacts[slot].maximumPressure = state.pressure
        } else {
            touch(slot)
        }
    }

    private var isAnyPenNear: Bool { isPenNear || isSiblingPenInRange || penCount > 0 }

    private mutating func touch(_ slot: Int) {
        contacts[slot].stage = .touching
        contacts[slot].hasTouched = true
        emit(slot, .down)
    }

    /// Returns the reason why a new contact is rejected.
    private func reason(to frame: borrowing EventFrame, _ state: SlotState) -> RejectionReason {
        if frame.isDiscovery { return .alreadyDown }
        if isSuppressedUntilAllUp { return .suppressed }
        return state.toolType == .palm ? .palm : .besidePen
    }

    @inline(__always)
    private mutating func update(_ state: SlotState, at slot: Int, _ frame: borrowing EventFrame) {
        let didChange = contacts[slot].update(state, at: frame.time)
        let stage = contacts[slot].stage
        guard stage == .touching || stage == .hovering else { return }
        if isPalm(state, at: slot) { return reject(slot, state, .palm) }
        if isHovering(state, frame) {
            contacts[slot].stage = .hovering
            contacts[slot].maximumPressure = max(contacts[slot].maximumPressure, state.pressure)
            if stage == .touching { emit(slot, .up) }
        } else if stage == .hovering {
            touch(slot)
        } else if didChange {
            emit(slot, .moved, state)
        }
    }

    /// Whether the panel now reports the contact as a palm (V8); false for a pen and for an ignored contact.
    private func isPalm(_ state: SlotState, at slot: Int) -> Bool {
        state.toolType == .palm && !contacts[slot].isPen && contacts[slot].stage != .ignored
    }

    /// Cancels a contact and ignores it until it lifts.
    private mutating func reject(_ slot: Int, _ state: SlotState, _ reason: RejectionReason) {
        addRejection(slot, state, reason, hasTouched: contacts[slot].hasTouched)
        suppress(slot)
    }

    private mutating func remove(_ slot: Int, _ phase: ContactChange.Phase) {
        if contacts[slot].stage == .touching { emit(slot, phase) }
        if reportsRejections, contacts[slot].stage == .hovering, !contacts[slot].hasTouched {
            var state = contacts[slot].state
            state.pressure = contacts[slot].maximumPressure
            addRejection(slot, state, .tooLight, hasTouched: false)
        }
        contacts[slot].stage = .absent
        presentCount -= 1
        if contacts[slot].isPen { penCount -= 1 }
        if presentCount == 0 { isSuppressedUntilAllUp = false }
    }

    private mutating func emit(_ slot: Int, _ phase: ContactChange.Phase) {
        emit(slot, phase, contacts[slot].state)
    }

    @inline(__always) private mutating func emit(_ slot: Int, _ phase: ContactChange.Phase, _ state: SlotState) {
        changes.append(ContactChange(slot: Int32(truncatingIfNeeded: slot), phase: phase, state: state))
    }

    private mutating func addRejection(_ slot: Int, _ state: SlotState, _ reason: RejectionReason, hasTouched: Bool) {
        guard reportsRejections else { return }
        rejections.append(Rejection(slot: slot, state: state, reason: reason, hasTouched: hasTouched))
    }

    /// Whether the contact hovers or its pressure is too low for a touch (V9).
    private func isHovering(_ state: SlotState, _ frame: borrowing EventFrame) -> Bool {
        state.distance > 0 || (frame.hasPressure && (state.pressure <= 0 || state.pressure < minimumPressure))
    }

    // MARK: Cancellation

    /// Cancels all contacts, and rejects new contacts until no contact is down. Called when the device is removed and
    /// when the system is suspended (L1, L2, L4).
    public mutating func cancelAll() {
        begin()
        for slot in contacts.indices { suppress(slot) }
        isSuppressedUntilAllUp = presentCount > 0
    }

    /// Removes all contacts without adding changes.
    public mutating func forgetAll() {
        for slot in contacts.indices { contacts[slot].stage = .absent }
        (presentCount, penCount, isSuppressedUntilAllUp, isPenNear) = (0, 0, false, false)
    }

    /// Updates whether a pen on another node of the same physical device is in range (V10). The resulting cancellations
    /// are stored in `changes`.
    public mutating func siblingPen(isInRange: Bool) {
        begin()
        isSiblingPenInRange = isInRange
        if isInRange { rejectFingers() }
    }

    /// Cancels all fingers and ignores them until they lift.
    private mutating func rejectFingers() {
        guard filters.arbitrates else { return }
        for slot in contacts.indices where !contacts[slot].isPen {
            guard contacts[slot].stage == .touching || contacts[slot].stage == .hovering else { continue }
            reject(slot, contacts[slot].state, .besidePen)
        }
    }

    private mutating func suppress(_ slot: Int) {
        guard contacts[slot].stage != .absent else { return }
        if contacts[slot].stage == .touching { emit(slot, .cancelled) }
        contacts[slot].stage = .ignored
    }

    // MARK: Time

    /// Deadline for the next call of `advance(to:)`; nil if no stale-contact timeout is pending (V12).
    public var nextDeadline: Int64? {
        guard let staleContactTimeout = filters.staleContactTimeout else { return nil }
        var first: Int64?
        for slot in contacts.indices where contacts[slot].stage == .touching {
            let due = Self.due(contacts[slot], staleContactTimeout)
            first = min(first ?? due, due)
        }
        return first
    }

    /// Cancels the contacts that are stale at the given time (V12).
    public mutating func advance(to time: Int64) {
        begin()
        guard let staleContactTimeout = filters.staleContactTimeout else { return }
        for slot in contacts.indices where contacts[slot].stage == .touching {
            guard Self.due(contacts[slot], staleContactTimeout) <= time else { continue }
            addRejection(slot, contacts[slot].state, .stale, hasTouched: true)
            suppress(slot)
            metrics.staleContacts += 1
        }
    }

    /// The contact that has been without events for the longest time, and the time of its last event. Nil if no contact
    /// is on the panel.
    public var oldestContact: (state: SlotState, lastReport: Int64)? {
        let present = contacts.indices.filter { contacts[$0].stage != .absent }
        let oldest = present.min { contacts[$0].lastReport < contacts[$1].lastReport }
        return oldest.map { (contacts[$0].state, contacts[$0].lastReport) }
    }

    private static func due(_ contact: Contact, _ limit: Int64) -> Int64 {
        let (sum, isTooLarge) = contact.lastReport.addingReportingOverflow(limit)
        return isTooLarge ? .max : sum
    }
}
