internal import Contacts
public import InputEvents
internal import Metrics
internal import ResponderKit

/// Reader of a panel's device. Counts lost events and read delays, which the class `Panel` cannot detect.
public protocol PanelReader: AnyObject {
    var metrics: PanelMetrics { get }
}

/// Pipeline of one panel from events to touches: event frames, contacts, touch samples, touch frames.
public final class Panel {
    public let description: DeviceDescription
    /// Device number in touch samples and contact reports.
    public let device: Int32

    /// Whether contacts are reported to the owner.
    var reportsContacts: Bool {
        get { tracker.reportsRejections }
        set { tracker.reportsRejections = newValue }
    }

    private let application: Application
    private unowned let owner: any DeviceOwner
    // Stages of the pipeline; each stage stores its output for the next stage.
    @exclusivity(unchecked) private(set) var assembler: FrameAssembler
    @exclusivity(unchecked) private var tracker = ContactTracker()
    @exclusivity(unchecked) private var digitizer: Digitizer
    /// Touch accommodations; nil if the panel's screen has none.
    @exclusivity(unchecked) private var accommodator: TouchAccommodator?
    /// Touch frame that is sent to the application; reused to avoid allocation.
    @exclusivity(unchecked) private var frame = TouchFrame()
    /// Number of samples of the current frame in `frame`; later samples are from an earlier frame.
    @exclusivity(unchecked) private var sampleCount = 0
    @exclusivity(unchecked) private var lastTime: Int64 = 0
    /// Time of the last frame; nil before the first frame and while the panel is reported as silent.
    @exclusivity(unchecked) private var lastFrame: Int64?
    /// Counts of touches and ghost touches, and the metrics of stages that were replaced when the settings changed.
    private var accumulated = PanelMetrics()

    /// Mapping, filters and accommodations; a change cancels all touches of the panel.
    public var settings: PanelSettings {
        didSet {
            guard settings != oldValue else { return }
            cancelAll()
            accumulated.add(digitizer.metrics)
            if let accommodator { accumulated.add(accommodator.metrics) }
            liveGhosts = 0
            digitizer = Self.digitizer(for: description, device, settings)
            settingsChanged()
        }
    }

    /// Creates a panel; throws if the device cannot be used as a panel.
    init(
        _ description: DeviceDescription,
        device: Int32,
        settings: PanelSettings,
        application: Application,
        owner: any DeviceOwner
    ) throws(PanelRejection) {
        self.description = description
        self.device = device
        self.application = application
        self.owner = owner
        self.settings = settings
        assembler = try FrameAssembler(for: description)
        digitizer = Self.digitizer(for: description, device, settings)
        settingsChanged()
    }

    private static func digitizer(
        for description: DeviceDescription,
        _ device: Int32,
        _ settings: PanelSettings
    ) -> Digitizer {
        Digitizer(for: description, number: device, mapping: settings.mapping, filters: settings.filters)
    }

    private func settingsChanged() {
        tracker.minimumPressure = digitizer.minimumPressure
        tracker.filters = settings.filters
        accommodator = settings.accommodations.map(TouchAccommodator.init)
    }

    private var isRemoved = false
    /// Reader of the device; nil if the events come from a recording.
    public unowned var reader: (any PanelReader)?
    /// Whether touch accommodations apply to new contacts (V22); false if the panel's screen has none.
    public var accommodates: Bool {
        get { accommodator?.isEnabled ?? false }
        set { accommodator?.isEnabled = newValue }
    }
    /// Number of locations at which ghost touches are currently rejected.
    private var liveGhosts = 0
    /// Time of the last frame with a contact on the panel, even a rejected contact; nil before the first contact.
    @exclusivity(unchecked) public private(set) var lastTouch: Int64?
    /// Number of contacts on the panel, including rejected contacts.
    public var presentCount: Int { tracker.presentCount }

    /// Returns the metrics at the time `now` of the event clock. `epoch` is the event clock's zero, in seconds since
    /// 1970.
    public func metrics(at now: Int64? = nil, epoch: Double? = nil) -> PanelMetrics {
        var metrics = accumulated
        metrics.add(assembler.metrics)
        metrics.add(tracker.metrics)
        metrics.add(digitizer.metrics)
        if let accommodator { metrics.add(accommodator.metrics) }
        if let reader { metrics.add(reader.metrics) }
        metrics.contacts = presentCount
        metrics.hasGhost = liveGhosts > 0
        let lastReport = tracker.oldestContact?.lastReport
        metrics.staleContact = lastReport.map { Double(max(0, (now ?? lastTime) - $0)) / 1_000_000 }
        if let epoch, let lastTouch { metrics.lastTouch = epoch + Double(lastTouch) / 1_000_000 }
        return metrics
    }

    /// Processes events up to the end of a frame, or up to the first event later than the deadline.
    func take(_ events: Span<RawEvent>, _ next: inout Int, until deadline: Int64) {
        if assembler.assemble(events, &next, until: deadline) { takeFrame() }
    }

    private func takeFrame() {
        lastTime = max(lastTime, assembler.frame.time)
        lastFrame = lastTime
        if assembler.frame.isRepair, !assembler.frame.isDiscovery {
            guard owner.resynced(device, description.name, at: lastTime) else { return }
        }
        guard decide() else { return }
        tracker.take(assembler.frame)
        if tracker.presentCount > 0 { lastTouch = lastTime }
        report()
    }

    private func takePending(at time: Int64) { if assembler.completePending(at: time) { takeFrame() } }

    // MARK: Time

    /// Whether `nextDeadline` may return a time. Always true with a stale-contact timeout, `silentAfter`, a debounce
    /// filter, or an accommodation with a deadline.
    var mayWait: Bool {
        tracker.filters.staleContactTimeout != nil || tracker.filters.silentAfter != nil || digitizer.mayWait
            || assembler.pendingTime != nil
            || accommodator?.mayWait == true
    }

    /// Deadline for the next call of `advance(to:)`; nil if no deadline is pending.
    public var nextDeadline: Int64? {
        var first = tracker.nextDeadline
        if let due = digitizer.nextDeadline { first = min(first ?? due, due) }
        if let due = accommodator?.nextDeadline { first = min(first ?? due, due) }
        if let due = assembler.pendingTime { first = min(first ?? due, due) }
        if let due = silenceTime { first = min(first ?? due, due) }
        return first
    }

    /// Time at which the panel is reported as silent (V23); nil if no report is pending.
    private var silenceTime: Int64? {
        guard let lastFrame, let silentAfter = tracker.filters.silentAfter else { return nil }
        let (sum, isTooLarge) = lastFrame.addingReportingOverflow(silentAfter)
        return isTooLarge ? .max : sum
    }

    /// Advances the clock: completes a split frame (K7), delivers withheld samples (V18) and delayed lifts (V17), and
    /// cancels stale contacts (V12). Reports stale contacts and a silent panel (V23).
    public func advance(to time: Int64) {
        if let pending = assembler.pendingTime, pending <= time { takePending(at: time) }
        lastTime = max(lastTime, time)
        guard decide() else { return }
        let staleCount = tracker.metrics.staleContacts
        tracker.advance(to: time)
        report()
        if tracker.metrics.staleContacts > staleCount, !isRemoved {
            owner.noticed(device, description.name, .stale, at: lastTime)
        }
        if let due = silenceTime, due <= time, !isRemoved {
            lastFrame = nil
            owner.noticed(device, description.name, .silent, at: lastTime)
        }
    }

    /// Updates whether a pen on another node of the same physical device is in range (V10).
    func siblingPen(isInRange: Bool, at time: Int64) {
        takePending(at: time)
        lastTime = max(lastTime, time)
        guard decide() else { return }
        tracker.siblingPen(isInRange: isInRange)
        report()
    }

    /// Completes a split frame and delivers the lifts that the debounce filter delays, because no more events follow.
    /// Contacts that are down stay down.
    func settle() {
        takePending(at: lastTime)
        // The application's clock may be later, because other devices may have sent later events.
        lastTime = max(lastTime, application.now)
        guard decide() else { return }
        endLifts()
    }

    // MARK: Cancellation

    /// Cancels all touches, and ignores contacts until all have lifted (L2, L4).
    public func cancelAll() {
        takePending(at: application.now)
        lastTime = max(lastTime, application.now)
        // From now on, no contact can continue a touch whose lift the debounce filter delays.
        endLifts()
        dropWithheld()
        tracker.cancelAll()
        report()
    }

    /// Rejects withheld contacts, so that no touch begins after a reload or a suspend (L2, L4).
    public func dropWithheld() {
        guard let accommodator else { return }
        for contact in 0..<Int32(PanelProtocol.slotLimit) where accommodator.drop(contact) {
            guard reportsContacts else { continue }
            let origin = accommodator.origin(of: contact)
            owner.contact(report(of: contact, .tracker(.suppressed), at: origin, accommodator))
        }
    }

    /// Cancels all touches, and removes the panel from the application (L1).
    public func remove() {
        takePending(at: lastTime)
        isRemoved = true
        cancelAll()
        application.post(removalOf: device, at: lastTime)
        application.dispatchPending()
    }

    // MARK: Reports

    /// Reports the rejections of the last tracker call. Then sends the end events of touches whose lift is now final,
    /// followed by the contact changes of the last tracker call.
    private func report() {
        if !tracker.rejections.isEmpty { for rejection in tracker.rejections { owner.contact(report(rejection)) } }
        send(changes: tracker.changes.count, endingLiftsUpTo: lastTime)
    }

    /// Ends all touches whose lift the debounce filter delays, because no contact can continue these touches.
    private func endLifts() { send(changes: 0, endingLiftsUpTo: .max) }

    /// Sends one touch frame. The frame contains the end events of touches whose lift is final by `liftTime`, followed
    /// by the tracker's first `count` changes.
    private func send(changes count: Int, endingLiftsUpTo liftTime: Int64) {
        guard count > 0 || digitizer.mayWait else { return }
        (frame.time, sampleCount) = (lastTime, 0)
        if digitizer.mayWait {
            while let sample = digitizer.release(upTo: liftTime) {
                if let accommodator { accommodate(sample, nil, accommodator) } else { add(sample) }
            }
        }
        for index in 0..<count {
            let change = tracker.changes[index]
            let sample = digitizer.sample(for: change, at: lastTime)
            if let accommodator {
                if reportsContacts, digitizer.rejection != nil {
                    owner.contact(report(change, sample))
                } else if reportsContacts, change.phase == .cancelled {
                    reportLoss(of: Int(change.slot), accommodator)
                }
                if let sample { accommodate(sample, change.state, accommodator) }
                continue
            }
            if reportsContacts, sample?.change == .began || digitizer.rejection != nil {
                owner.contact(report(change, sample))
            }
            if let sample { add(sample) }
        }
        sendSamples()
        if let ghosts = digitizer.ghosts, !ghosts.reports.isEmpty { reportGhosts(of: ghosts) }
    }

    /// Sends the samples of the current frame, if any.
    private func sendSamples() {
        if sampleCount < frame.samples.count { frame.samples.removeLast(frame.samples.count - sampleCount) }
        if sampleCount > 0 { sendFrame() }
    }

    /// Sends the frame from a local variable, because reading the property would retain the array of samples.
    private func sendFrame() {
        var sent = TouchFrame()
        swap(&sent, &frame)
        application.send(sent)
        swap(&sent, &frame)
    }

    /// Adds a sample by overwriting a sample of the previous frame, which is faster than emptying the array first.
    private func add(_ sample: TouchSample) {
        if sampleCount < frame.samples.count { frame.samples[sampleCount] = sample } else { frame.append(sample) }
        sampleCount += 1
        if sample.change == .began { accumulated.touches += 1 }
    }

    // MARK: Accommodations

    /// Sends the due withheld samples in a separate touch frame. The order of a timer and input with equal times
    /// therefore has no effect. Returns false if a handler has removed the panel.
    private func decide() -> Bool {
        guard let accommodator, accommodator.mayWait else { return true }
        accommodator.decide(upTo: lastTime)
        guard accommodator.sampleCount > 0 else { return true }
        (frame.time, sampleCount) = (lastTime, 0)
        addSamples(of: accommodator)
        sendSamples()
        return !isRemoved
    }

    private func accommodate(_ sample: TouchSample, _ state: SlotState?, _ accommodator: TouchAccommodator) {
        accommodator.take(sample, state, at: lastTime)
        addSamples(of: accommodator)
        guard reportsContacts, let rejection = accommodator.rejection else { return }
        let contact = sample.finger.contact
        var report = report(of: contact, .filter(rejection), at: accommodator.origin(of: contact), accommodator)
        report.measuredTime = accommodator.measuredTime
        owner.contact(report)
    }

    /// Reports a withheld contact that the panel ended without a lift; for other cancellations, the tracker reports the
    /// reason.
    private func reportLoss(of slot: Int, _ accommodator: TouchAccommodator) {
        let contact = digitizer.finger(inSlot: Int32(slot))
        guard accommodator.isWithheld(contact), !tracker.rejections.contains(where: { $0.slot == slot }) else { return }
        owner.contact(report(of: contact, .filter(.lost), at: accommodator.origin(of: contact), accommodator))
    }

    private func addSamples(of accommodator: TouchAccommodator) {
        for index in 0..<accommodator.sampleCount {
            let sample = accommodator.sample(at: index)
            if reportsContacts, sample.change == .began {
                owner.contact(report(of: sample.finger.contact, nil, at: sample.location, accommodator))
            }
            add(sample)
        }
    }

    private func report(
        of contact: Int32,
        _ rejection: ContactReport.Rejection?,
        at location: Point,
        _ accommodator: TouchAccommodator
    ) -> ContactReport {
        report(Int(contact), accommodator.state(of: contact), rejection, at: location)
    }

    // MARK: Contact reports

    private func report(_ rejection: ContactTracker.Rejection) -> ContactReport {
        let state = rejection.state
        var report = report(rejection.slot, state, .tracker(rejection.reason), at: digitizer.location(of: state))
        let contact = digitizer.finger(inSlot: Int32(rejection.slot))
        report.wasTouch = rejection.hasTouched && accommodator?.isWithheld(contact) != true
        report.pressure = digitizer.pressurePermille(of: state)
        return report
    }

    private func report(_ change: ContactChange, _ sample: TouchSample?) -> ContactReport {
        let rejection = digitizer.rejection
        var report = report(
            Int(digitizer.finger(inSlot: change.slot)),
            change.state,
            rejection.map { .filter($0) },
            at: rejection == nil ? sample?.location ?? .zero : digitizer.location(of: change.state)
        )
        if let sample, sample.change == .cancelled {
            report.wasTouch = accommodator?.isWithheld(sample.finger.contact) != true
        }
        if rejection == .bounce { report.measuredTime = digitizer.bounceTime }
        return report
    }

    private func report(
        _ slot: Int,
        _ state: SlotState,
        _ rejection: ContactReport.Rejection?,
        at location: Point
    ) -> ContactReport {
        ContactReport(
            device: device,
            slot: slot,
            state: state,
            location: location,
            time: lastTime,
            rejection: rejection
        )
    }

    private func reportGhosts(of ghosts: GhostDetector) {
        let reports = ghosts.reports
        ghosts.removeReports()
        for report in reports {
            if report.change == .found { accumulated.ghosts += 1 }
            liveGhosts += report.change == .found ? 1 : -1
            owner.ghost(report, of: device)
        }
    }
}
