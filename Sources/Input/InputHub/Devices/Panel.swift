internal import Contacts
public import InputEvents
internal import Metrics
internal import ResponderKit

/// Reads the device of a panel, and counts what the panel does not see: lost events and delays.
public protocol PanelReader: AnyObject {
    var metrics: PanelMetrics { get }
}

/// One panel's way from events to touches: frames, contacts, places, reports.
public final class Panel {
    public let description: DeviceDescription
    /// What the application knows the panel by.
    public let device: Int32

    /// Whether the owner wants reports of contacts.
    var reportsContacts: Bool {
        get { tracker.reportsRejections }
        set { tracker.reportsRejections = newValue }
    }

    private let application: Application
    private unowned let owner: any DeviceOwner
    // The stages, each of which fills the shape that the next one takes.
    @exclusivity(unchecked) private var assembler: FrameAssembler
    @exclusivity(unchecked) private var tracker = ContactTracker()
    @exclusivity(unchecked) private var digitizer: Digitizer
    /// What is sent to the application; it keeps its storage.
    @exclusivity(unchecked) private var frame = TouchFrame()
    /// How many samples of the frame under way are known; behind them are those of an earlier one.
    @exclusivity(unchecked) private var sampleCount = 0
    @exclusivity(unchecked) private var lastTime: Int64 = 0
    /// Ghosts, and what the filters of earlier settings rejected.
    private var counted = PanelMetrics()

    /// How it is mapped and filtered; other settings cancel what is on the panel.
    public var settings: PanelSettings {
        didSet {
            guard settings != oldValue else { return }
            cancelAll()
            counted.add(digitizer.metrics)
            liveGhosts = 0
            digitizer = Self.digitizer(for: description, device, settings)
            settingsChanged()
        }
    }

    /// A panel before a screen of the application.
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
    }

    /// Counts what happens to events before they reach the panel; nil for a panel that is not read live.
    public unowned var reader: (any PanelReader)?
    /// Ghosts that are not over.
    private var liveGhosts = 0
    /// When fingers were last on it, those included that don't count; nil while none were.
    @exclusivity(unchecked) public private(set) var lastTouch: Int64?
    /// How many fingers are on the panel, those included that don't count.
    public var presentCount: Int { tracker.presentCount }

    /// Returns what was counted and measured until a time of the clock of events, which began `epoch` seconds after 1970.
    public func metrics(at now: Int64? = nil, epoch: Double? = nil) -> PanelMetrics {
        var metrics = counted
        metrics.add(assembler.metrics)
        metrics.add(tracker.metrics)
        metrics.add(digitizer.metrics)
        if let reader { metrics.add(reader.metrics) }
        metrics.contacts = presentCount
        metrics.hasGhost = liveGhosts > 0
        metrics.staleContact = tracker.oldestUpdate.map { Double(max(0, (now ?? lastTime) - $0)) / 1_000_000 }
        if let epoch, let lastTouch { metrics.lastTouch = epoch + Double(lastTouch) / 1_000_000 }
        return metrics
    }

    /// Takes events up to the end of a frame, and at most to the first that is later than a deadline.
    func take(_ events: Span<RawEvent>, _ next: inout Int, until deadline: Int64) {
        if assembler.assemble(events, &next, until: deadline) { takeFrame() }
    }

    private func takeFrame() {
        lastTime = max(lastTime, assembler.frame.time)
        if assembler.frame.isRepair, !assembler.frame.isDiscovery {
            owner.resynced(device, description.name, at: lastTime)
        }
        tracker.take(assembler.frame)
        if tracker.presentCount > 0 { lastTouch = lastTime }
        report()
    }

    private func takePending(at time: Int64) { if assembler.completePending(at: time) { takeFrame() } }

    // MARK: Time

    /// Whether something may wait for the clock: with a silence limit or debounce it always may.
    var mayWait: Bool { tracker.filters.silenceLimit != nil || digitizer.mayWait || assembler.pendingTime != nil }

    /// When `advance(to:)` is to be called at the latest.
    public var nextDeadline: Int64? {
        var first = tracker.nextDeadline
        if let due = digitizer.nextDeadline { first = min(first ?? due, due) }
        if let due = assembler.pendingTime { first = min(first ?? due, due) }
        return first
    }

    /// Lets the clock go on: a split frame is complete (K7), lifts that were held back are final (V17), and contacts
    /// that are silent for too long are cancelled (V12).
    public func advance(to time: Int64) {
        if let pending = assembler.pendingTime, pending <= time { takePending(at: time) }
        lastTime = max(lastTime, time)
        tracker.advance(to: time)
        report()
    }

    /// A pen came into range on another node of the same physical device, or left it (V10).
    func siblingPen(isInRange: Bool, at time: Int64) {
        takePending(at: time)
        lastTime = max(lastTime, time)
        tracker.siblingPen(isInRange: isInRange)
        report()
    }

    /// Completes a split frame and ends the lifts that `debounce` holds back, as nothing more comes; fingers stay down.
    func settle() {
        takePending(at: lastTime)
        // Another device may have sent events since.
        lastTime = max(lastTime, application.now)
        endLifts()
    }

    // MARK: Taking back

    /// Cancels what is on the panel and ignores its fingers until all have lifted: for sleep (L2) and refusals (L4).
    public func cancelAll() {
        takePending(at: application.now)
        lastTime = max(lastTime, application.now)
        // No contact can come back any more.
        endLifts()
        tracker.cancelAll()
        report()
    }

    /// The panel is gone: its touches are cancelled as of the last thing that it said (L1).
    public func remove() {
        takePending(at: lastTime)
        cancelAll()
        application.post(removalOf: device, at: lastTime)
        application.dispatchPending()
    }

    // MARK: Reports

    /// Hands on what the tracker's last call led to, behind the lifts that are final by now.
    private func report() {
        if !tracker.rejections.isEmpty { for rejection in tracker.rejections { owner.contact(report(rejection)) } }
        send(changes: tracker.changes.count, endingLiftsUpTo: lastTime)
    }

    /// Ends the lifts that are held back, as no contact can come back any more.
    private func endLifts() { send(changes: 0, endingLiftsUpTo: .max) }

    /// Sends the application one frame of the lifts up to a time and of the tracker's first changes.
    private func send(changes count: Int, endingLiftsUpTo liftTime: Int64) {
        guard count > 0 || digitizer.mayWait else { return }
        (frame.time, sampleCount) = (lastTime, 0)
        if digitizer.mayWait { while let sample = digitizer.release(upTo: liftTime) { add(sample) } }
        for index in 0..<count {
            let change = tracker.changes[index]
            let sample = digitizer.place(change, at: lastTime)
            if reportsContacts, sample?.change == .began || digitizer.refusal != nil {
                owner.contact(report(change, sample))
            }
            if let sample { add(sample) }
        }
        if sampleCount < frame.samples.count { frame.samples.removeLast(frame.samples.count - sampleCount) }
        if sampleCount > 0 { application.send(frame) }
        if let ghosts = digitizer.ghosts, !ghosts.reports.isEmpty { tell(of: ghosts) }
    }

    /// Adds what one contact did: overwriting the former frame takes less time than emptying it first.
    private func add(_ sample: TouchSample) {
        if sampleCount < frame.samples.count { frame.samples[sampleCount] = sample } else { frame.append(sample) }
        sampleCount += 1
    }

    private func report(_ rejection: ContactTracker.Rejection) -> ContactReport {
        let state = rejection.state
        var report = report(rejection.slot, state, .tracker(rejection.reason), at: digitizer.place(of: state))
        report.wasTouch = rejection.hasTouched
        report.pressure = digitizer.pressurePermille(of: state)
        return report
    }

    private func report(_ change: ContactChange, _ sample: TouchSample?) -> ContactReport {
        let refusal = digitizer.refusal
        var report = report(
            Int(digitizer.finger(inSlot: change.slot)),
            change.state,
            refusal.map { .filter($0) },
            at: refusal == nil ? sample?.location ?? .zero : digitizer.place(of: change.state)
        )
        report.wasTouch = sample?.change == .cancelled
        if refusal == .bounce { report.bounceTime = digitizer.bounceTime }
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

    private func tell(of ghosts: GhostDetector) {
        let reports = ghosts.reports
        ghosts.removeReports()
        for report in reports {
            if report.change == .found { counted.ghosts += 1 }
            liveGhosts += report.change == .found ? 1 : -1
            owner.ghost(report, of: device)
        }
    }
}
