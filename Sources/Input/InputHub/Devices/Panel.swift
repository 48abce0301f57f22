public import Contacts
public import InputEvents
internal import ResponderKit

/// One panel's way from events to touches: frames, contacts, places, reports.
public final class Panel {
    public let description: DeviceDescription
    /// What the application knows the panel by.
    public let device: Int32

    /// Whether the owner wants reports of contacts.
    @exclusivity(unchecked) var reportsContacts = false {
        didSet {
            guard reportsContacts else {
                tracker.neglected = nil
                return
            }
            tracker.neglected = { [unowned self] slot, state, reason, hasTouched in
                var report = report(slot, state, .tracker(reason), at: digitizer.place(of: state))
                report.wasTouch = hasTouched
                report.pressure = digitizer.pressurePermille(of: state)
                owner.contact(report)
            }
        }
    }

    private let application: Application
    private unowned let owner: any DeviceOwner
    private let assembler: FrameAssembler
    private let tracker = ContactTracker()
    @exclusivity(unchecked) private var digitizer: Digitizer
    @exclusivity(unchecked) private var builder: TouchBuilder
    @exclusivity(unchecked) private var lastTime: Int64 = 0
    /// What the filters of earlier settings kept back.
    private var droppedBefore = DroppedStrokes()

    /// How it is mapped and filtered; other settings cancel what is on the panel.
    public var settings: PanelSettings {
        didSet {
            guard settings != oldValue else { return }
            cancelAll()
            (droppedBefore, liveGhosts) = (dropped, 0)
            digitizer = Digitizer(for: description, mapping: settings.mapping, filters: settings.filters)
            tracker.minimumPressure = digitizer.minimumPressure
            tracker.silenceLimit = settings.silenceLimit
            tracker.arbitrates = settings.arbitrates
        }
    }

    /// A panel before a screen of the application.
    init(
        _ description: DeviceDescription,
        device: Int32,
        settings: PanelSettings,
        application: Application,
        owner: any DeviceOwner
    ) throws(PanelRefusal) {
        self.description = description
        self.device = device
        self.application = application
        self.owner = owner
        self.settings = settings
        assembler = try FrameAssembler(for: description)
        digitizer = Digitizer(for: description, mapping: settings.mapping, filters: settings.filters)
        builder = TouchBuilder(device: device)
        tracker.minimumPressure = digitizer.minimumPressure
        tracker.silenceLimit = settings.silenceLimit
        tracker.arbitrates = settings.arbitrates
    }

    /// What the panel did that it should not.
    public var oddities: PanelOddities { assembler.oddities }
    /// The strokes that the filters kept back, those of earlier settings included.
    public var dropped: DroppedStrokes { droppedBefore + digitizer.dropped }
    /// How many ghosts were found.
    public private(set) var ghostCount = 0
    /// How many of them are not over.
    package private(set) var liveGhosts = 0
    /// When fingers were last on it, those included that don't count; nil while none were.
    @exclusivity(unchecked) public private(set) var lastTouch: Int64?
    /// How many contacts were cancelled because they were silent for too long (V12).
    public var silencedCount: Int { tracker.silencedCount }
    /// When the finger that has been silent for longest was heard of; nil while none is there.
    public var oldestNews: Int64? { tracker.oldestNews }
    /// How many fingers are on the panel, those included that don't count.
    public var presentCount: Int { tracker.presentCount }

    /// Takes events up to the end of a frame, and at most to the first that is later than a deadline.
    func take(_ events: Span<RawEvent>, _ next: inout Int, until deadline: Int64) {
        if assembler.assemble(events, &next, until: deadline) { takeFrame() }
    }

    private func takeFrame() {
        let frame = assembler.frame
        lastTime = max(lastTime, frame.time)
        if frame.isRepair, !frame.isDiscovery { owner.resynced(device, description.name, at: lastTime) }
        tracker.take(frame)
        if tracker.presentCount > 0 { lastTouch = lastTime }
        report()
    }

    private func takePending(at time: Int64) { if assembler.completePending(at: time) { takeFrame() } }

    // MARK: Time

    /// Whether something may wait for the clock: with a silence limit or debounce it always may.
    var mayWait: Bool { tracker.silenceLimit != nil || digitizer.mayWait || assembler.pendingTime != nil }

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
        report([], endingLiftsUpTo: .max)
    }

    // MARK: Taking back

    /// Cancels what is on the panel and ignores its fingers until all have lifted: for sleep (L2) and refusals (L4).
    public func cancelAll() {
        takePending(at: application.now)
        lastTime = max(lastTime, application.now)
        // No contact can come back any more.
        report([], endingLiftsUpTo: .max)
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

    private func report() { report(tracker.changes, endingLiftsUpTo: lastTime) }

    private func report(_ changes: ContiguousArray<ContactChange>, endingLiftsUpTo liftTime: Int64) {
        guard !changes.isEmpty || digitizer.mayWait else { return }
        builder.begin(at: lastTime)
        // What belongs to the panel is looked up once, not for each contact.
        let (digitizer, reportsContacts, lastTime) = (digitizer, reportsContacts, lastTime)
        while let contact = digitizer.release(upTo: liftTime) { builder.add(contact) }
        for place in changes.indices {
            let contact = digitizer.place(changes[place], at: lastTime)
            if reportsContacts, contact?.phase == .down || digitizer.refusal != nil {
                owner.contact(report(changes[place], contact))
            }
            if let contact { builder.add(contact) }
        }
        builder.end()
        if !builder.frame.samples.isEmpty { application.send(builder.frame) }
        if self.digitizer.hasGhostReports { tellOfGhosts() }
    }

    private func report(_ change: ContactChange, _ contact: PlacedContact?) -> ContactReport {
        let refusal = digitizer.refusal
        var report = report(
            Int(digitizer.finger(inSlot: change.slot)),
            change.state,
            refusal.map { .filter($0) },
            at: refusal == nil ? contact?.location ?? .zero : digitizer.place(of: change.state)
        )
        report.wasTouch = contact?.phase == .cancelled
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

    private func tellOfGhosts() {
        let reports = digitizer.ghostReports
        digitizer.removeGhostReports()
        for report in reports {
            if report.change == .found { ghostCount += 1 }
            liveGhosts += report.change == .found ? 1 : -1
            owner.ghost(report, of: device)
        }
    }
}
