public import Geometry
public import InputEvents
public import ResponderKit

/// Applies touch accommodations to the samples of a panel, after the panel's filters (V18 to V21).
///
/// A contact is *withheld* while it is down but its touch has not begun. The diagram in
/// docs/internals/machines/accommodations.md shows the stages; update the code and the diagram together.
///
/// A class, so that a panel without accommodations stores no state for them.
public final class TouchAccommodator {
    /// Whether the accommodations apply to new contacts. A contact that is down retains the value from its touch-down
    /// (V22).
    @exclusivity(unchecked) public var isEnabled: Bool
    /// Whether `nextDeadline` may return a time.
    public let mayWait: Bool
    /// Number of contacts that each accommodation rejected.
    public var metrics: PanelMetrics { counts }
    /// Reason why the last call of `take` rejected the contact; nil if it did not reject the contact.
    public var rejection: StrokeRejection? { lastRejection }
    /// Measured time of the last rejection, in microseconds. For `holdDuration`, the duration of the contact; for
    /// `ignoreRepeat`, the time since the previous lift.
    public var measuredTime: Int64 { lastMeasuredTime }
    /// Number of samples that the last call of `take` or `decide` delivered.
    public var sampleCount: Int { samples.count }

    private let settings: TouchAccommodations
    @exclusivity(unchecked) private var counts = PanelMetrics()
    @exclusivity(unchecked) private var lastRejection: StrokeRejection?
    @exclusivity(unchecked) private var lastMeasuredTime: Int64 = 0
    @exclusivity(unchecked) private var samples = FrameList<TouchSample>(capacity: 2 * PanelProtocol.slotLimit)
    @exclusivity(unchecked) private var contacts = SlotTable<Contact>(repeating: Contact())
    /// Number of contacts whose stage ends at a deadline.
    @exclusivity(unchecked) private var waitingCount = 0
    /// Time of the last lift of a touch or of an ignored repeat; nil before the first lift.
    @exclusivity(unchecked) private var lastLift: Int64?

    /// A contact from its touch-down to its lift.
    ///
    /// Not private: Swift 6.3 crashes if a noncopyable type of another module contains a private type.
    struct Contact {
        var stage = Stage.dropped
        /// Newest sample from the panel, even if it was withheld.
        var sample = TouchSample(FingerID(contact: 0), .began, at: .zero)
        /// State of the contact for the newest sample, in device units.
        var state = SlotState()
        /// Location of the touch-down; after the touch has begun, the location at which it began.
        var origin = Point.zero
        /// Sample with which the touch began; valid only in the stage `assisted`.
        var begun = TouchSample(FingerID(contact: 0), .began, at: .zero)
        var downTime: Int64 = 0
        /// Time at which the current stage ends, if the stage has a deadline.
        var due: Int64 = 0
    }

    enum Stage: UInt8 {
        /// Samples are delivered unchanged.
        case passing
        /// `holdDuration` has not passed; the touch has not begun.
        case holding
        /// The touch has begun, and `tapAssistance: initial` withholds its movement until `gestureDelay` has passed.
        case assisted
        /// `tapAssistance: final` withholds the touch until it lifts or `gestureDelay` has passed.
        case undecided
        /// The touch has begun, and has moved at most `minimumMovement`; its movement is withheld.
        case resting
        /// The contact was rejected as a repeat.
        case ignored
        /// The contact is not down, or was withheld when all contacts were cancelled.
        case dropped

        var isWithheld: Bool { self == .holding || self == .undecided }
        var isWaiting: Bool { isWithheld || self == .assisted }
    }

    public init(_ settings: TouchAccommodations) {
        self.settings = settings
        isEnabled = settings.isEnabled
        mayWait = settings.holdDuration > 0 || settings.tapAssistance != .off
    }

    /// Returns a sample that the last call of `take` or `decide` delivered.
    public func sample(at index: Int) -> TouchSample { samples[index] }

    /// Returns the state of a contact for its newest sample, in device units.
    public func state(of contact: Int32) -> SlotState { contacts[Int(contact)].state }

    /// Returns the location of a contact's touch-down; after its touch has begun, the location at which it began.
    public func origin(of contact: Int32) -> Point { contacts[Int(contact)].origin }

    /// Whether a contact is down but its touch has not begun.
    public func isWithheld(_ contact: Int32) -> Bool { contacts[Int(contact)].stage.isWithheld }

    private func begin() {
        samples.removeAll()
        lastRejection = nil
    }

    /// Applies the accommodations to a sample. `state` is the contact's state in device units; nil if it is unchanged.
    public func take(_ sample: TouchSample, _ state: SlotState?, at time: Int64) {
        begin()
        let contact = Int(sample.finger.contact)
        if let state { contacts[contact].state = state }
        switch sample.change {
        case .began: down(contact, sample, time)
        case .moved: move(contact, sample)
        case .ended: lift(contact, sample, time)
        case .cancelled: cancel(contact, sample)
        }
    }

    private func down(_ contact: Int, _ sample: TouchSample, _ time: Int64) {
        contacts[contact].sample = sample
        (contacts[contact].origin, contacts[contact].downTime) = (sample.location, time)
        guard isEnabled else {
            contacts[contact].stage = .passing
            return samples.append(sample)
        }
        if let lastLift, Self.elapsed(from: lastLift, to: time) < settings.ignoreRepeat {
            contacts[contact].stage = .ignored
            counts.filtered.ignoreRepeat += 1
            return reject(.ignoreRepeat, Self.elapsed(from: lastLift, to: time))
        }
        guard settings.holdDuration > 0 else { return assist(contact, at: time) }
        wait(contact, .holding, settings.holdDuration, after: time)
    }

    private func move(_ contact: Int, _ sample: TouchSample) {
        switch contacts[contact].stage {
        case .passing: samples.append(sample)
        case .holding, .assisted, .undecided: contacts[contact].sample = sample
        case .resting:
            contacts[contact].sample = sample
            guard sample.location.distance(to: contacts[contact].origin) > settings.minimumMovement else { return }
            contacts[contact].stage = .passing
            samples.append(sample)
        case .ignored, .dropped: break
        }
    }

    private func lift(_ contact: Int, _ sample: TouchSample, _ time: Int64) {
        let stage = leave(contact)
        switch stage {
        case .passing: samples.append(sample)
        case .assisted, .resting: samples.append(atOrigin(contact, sample))
        case .undecided:
            contacts[contact].sample = sample
            deliver(contact, .began)
            startUndecided()
            deliver(contact, .ended)
        case .holding:
            counts.filtered.holdDuration += 1
            return reject(.holdDuration, Self.elapsed(from: contacts[contact].downTime, to: time))
        case .ignored: break
        case .dropped: return
        }
        lastLift = time
    }

    private func cancel(_ contact: Int, _ sample: TouchSample) {
        switch leave(contact) {
        case .passing: samples.append(sample)
        case .assisted, .resting: samples.append(atOrigin(contact, sample))
        case .holding, .undecided, .ignored, .dropped: break
        }
    }

    /// Ends a contact: returns the contact's stage, and then resets the stage to `dropped`.
    private func leave(_ contact: Int) -> Stage {
        let stage = contacts[contact].stage
        if stage.isWaiting { waitingCount -= 1 }
        contacts[contact].stage = .dropped
        return stage
    }

    // MARK: Deadlines

    /// Deadline for the next call of `decide(upTo:)`; nil if no contact waits.
    public var nextDeadline: Int64? {
        guard waitingCount > 0 else { return nil }
        var first: Int64?
        for contact in contacts.indices where contacts[contact].stage.isWaiting {
            first = min(first ?? contacts[contact].due, contacts[contact].due)
        }
        return first
    }

    /// Ends the stages whose deadlines have passed, in the order of the deadlines.
    public func decide(upTo time: Int64) {
        begin()
        while let due = nextDeadline, due <= time,
            let contact = contacts.indices.first(where: { contacts[$0].stage.isWaiting && contacts[$0].due == due })
        {
            waitingCount -= 1
            switch contacts[contact].stage {
            case .holding: assist(contact, at: due)
            case .assisted:
                contacts[contact].stage = stageAfterBegin
                let newest = contacts[contact].sample
                if newest.differs(from: contacts[contact].begun) { move(contact, newest.changed(to: .moved)) }
            default: start(contact)
            }
        }
    }

    /// Begins the touch of a contact that has been down long enough, or withholds it for `tapAssistance: final`.
    private func assist(_ contact: Int, at time: Int64) {
        switch settings.tapAssistance {
        case .off: start(contact)
        case .initial:
            contacts[contact].begun = atOrigin(contact, contacts[contact].sample.changed(to: .began))
            samples.append(contacts[contact].begun)
            wait(contact, .assisted, settings.gestureDelay, after: time)
        case .final: wait(contact, .undecided, settings.gestureDelay, after: time)
        }
    }

    /// Begins a touch at the contact's newest location.
    private func start(_ contact: Int) {
        contacts[contact].origin = contacts[contact].sample.location
        contacts[contact].stage = stageAfterBegin
        deliver(contact, .began)
    }

    /// Called when a finger lifts. Begins the touches of all contacts that `tapAssistance: final` withholds. Otherwise,
    /// the lifted finger's touch would end before they begin, and no gesture of several fingers could be recognized.
    private func startUndecided() {
        guard waitingCount > 0 else { return }
        for contact in contacts.indices where contacts[contact].stage == .undecided {
            waitingCount -= 1
            start(contact)
        }
    }

    private var stageAfterBegin: Stage { settings.minimumMovement > 0 ? .resting : .passing }

    private func wait(_ contact: Int, _ stage: Stage, _ duration: Int64, after time: Int64) {
        let (due, isTooLarge) = time.addingReportingOverflow(duration)
        contacts[contact].stage = stage
        contacts[contact].due = isTooLarge ? .max : due
        waitingCount += 1
    }

    /// Drops a contact if its touch has not begun; returns whether the contact was dropped.
    public func drop(_ contact: Int32) -> Bool {
        guard isWithheld(contact) else { return false }
        _ = leave(Int(contact))
        return true
    }

    // MARK: Samples

    private func deliver(_ contact: Int, _ change: TouchSample.Change) {
        samples.append(contacts[contact].sample.changed(to: change))
    }

    private func atOrigin(_ contact: Int, _ sample: TouchSample) -> TouchSample {
        var sample = sample
        sample.location = contacts[contact].origin
        return sample
    }

    private func reject(_ reason: StrokeRejection, _ time: Int64) { (lastRejection, lastMeasuredTime) = (reason, time) }

    /// Returns the time between two timestamps, clamped to 0...`Int64.max`, because recordings may contain any values.
    private static func elapsed(from: Int64, to time: Int64) -> Int64 {
        let (elapsed, isTooLong) = time.subtractingReportingOverflow(from)
        return isTooLong ? .max : max(elapsed, 0)
    }
}

extension TouchSample {
    fileprivate func differs(from other: TouchSample) -> Bool {
        location != other.location || force != other.force || majorRadius != other.majorRadius
    }

    fileprivate func changed(to change: Change) -> TouchSample {
        var sample = self
        sample.change = change
        return sample
    }
}
