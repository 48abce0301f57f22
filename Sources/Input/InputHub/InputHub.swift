internal import Contacts
public import FlightLog
public import InputEvents
public import ResponderKit

/// All input devices of one application, live or replayed: converts their events to touches, presses, remote-control
/// commands and shakes.
///
/// The results depend only on the events and their order. The division of events into batches has no effect.
public final class InputHub {
    public let application: Application
    /// Owner of the hub; called after the observers. The owner must set this reference to nil before the owner is
    /// deinitialized.
    package unowned(unsafe) var delegate: (any InputHubDelegate)?
    private var observers: [any InputObserver] = []
    /// Whether at least one observer follows contacts.
    private var reportsContacts = false
    /// Log of raw events for replay; nil when the flight recorder is off.
    @exclusivity(unchecked) public var log: EventLog? {
        didSet { for device in devices { device.logSlot = log?.add(device.number, device.description) ?? 0 } }
    }
    /// Timers of the layout. They fire after the application's timers with the same due time.
    package let timers = TimerList()

    /// The devices, sorted by number.
    @exclusivity(unchecked) private var devices: ContiguousArray<HubDevice> = []
    private var lastNumber: Int32 = 0
    /// Whether `take` is running.
    @exclusivity(unchecked) private var isTaking = false
    /// Devices that were removed by handlers, retained until `take` returns.
    @exclusivity(unchecked) private var retired: ContiguousArray<HubDevice> = []
    /// Whether at least one device may have deadlines.
    @exclusivity(unchecked) private var isTimed = false

    public init(_ application: Application) { self.application = application }

    // MARK: Observers

    /// Adds an observer; the hub retains the observer.
    package func addObserver(_ observer: any InputObserver) {
        observers.append(observer)
        observersChanged()
    }

    package func removeObserver(_ observer: any InputObserver) {
        observers.removeAll { $0 === observer }
        observersChanged()
    }

    private func observersChanged() {
        reportsContacts = observers.contains(where: \.followsContacts)
        for device in devices { if case .panel(let panel) = device.kind { panel.reportsContacts = reportsContacts } }
    }

    // MARK: Devices

    /// Adds a panel with the settings of its screen; returns the device number, which callers pass to `take`.
    public func addPanel(_ description: DeviceDescription, settings: PanelSettings) throws(PanelRejection) -> Int32 {
        let number = lastNumber + 1
        let panel = try Panel(
            description,
            device: number,
            settings: settings,
            application: application,
            owner: self
        )
        panel.reportsContacts = reportsContacts
        let physicalDevice = add(description, number, .panel(panel)).physicalDevice
        if let pen = penInRange(of: physicalDevice) { panel.siblingPen(isInRange: true, at: pen.lastTime) }
        return number
    }

    /// Adds a keyboard, remote control or headset; returns the device number.
    public func addKeys(_ description: DeviceDescription) -> Int32 {
        let number = lastNumber + 1
        let keys = KeyDevice(description, device: number, application: application, owner: self)
        return add(description, number, .keys(keys)).number
    }

    /// Adds an accelerometer; returns the device number.
    public func addAccelerometer(_ description: DeviceDescription) -> Int32 {
        let number = lastNumber + 1
        let detector = ShakeDetector(description, device: number, application: application)
        return add(description, number, .accelerometer(detector)).number
    }

    /// Adds the device node of a pen. While the pen is in range, fingers on panels of the same physical device are
    /// cancelled or rejected (V10).
    public func addPen(_ description: DeviceDescription) -> Int32 {
        let number = lastNumber + 1
        let physicalDevice = physicalDevice(of: description) ?? number
        let pen = PenDevice(description.name, device: number, of: physicalDevice, owner: self)
        return add(description, number, .pen(pen)).number
    }

    /// The pens, with their device numbers.
    package var pens: [(number: Int32, description: DeviceDescription)] {
        devices.compactMap { device in
            guard case .pen = device.kind else { return nil }
            return (device.number, device.description)
        }
    }

    private func penInRange(of physicalDevice: Int32) -> PenDevice? {
        for device in devices where device.physicalDevice == physicalDevice {
            if case .pen(let pen) = device.kind, pen.isInRange { return pen }
        }
        return nil
    }

    private func add(_ description: DeviceDescription, _ number: Int32, _ kind: HubDevice.Kind) -> HubDevice {
        lastNumber = number
        let device = HubDevice(number, of: physicalDevice(of: description) ?? number, description, kind)
        device.logSlot = log?.add(number, description) ?? 0
        devices.append(device)
        isTimed = devices.contains { $0.mayWait }
        return device
    }

    /// Returns the number of the described node's physical device; nil if the hub contains no other node of this
    /// device.
    private func physicalDevice(of description: DeviceDescription) -> Int32? {
        devices.first { description.isSibling(of: $0.description) }?.physicalDevice
    }

    /// Updates `isTimed` after the settings of panels have changed.
    package func settingsChanged() { isTimed = devices.contains { $0.mayWait } }

    /// Processes a panel's pending input at the end of its recorded events: completes a split frame, and delivers the
    /// lifts that the debounce filter delays. Contacts that are down stay down.
    public func settle(_ number: Int32) {
        guard let panel = panel(number) else { return }
        panel.settle()
        delegate?.batchEnded(at: nil)
    }

    /// Removes a device: cancels its touches and presses, then notifies the observers (L1).
    public func remove(_ number: Int32) {
        guard let index = index(of: number) else { return }
        let device = devices.remove(at: index)
        if isTaking { retired.append(device) }
        isTimed = devices.contains { $0.mayWait }
        log?.remove(number, at: device.lastTime)
        advance(before: device.lastTime)
        device.remove()
        if device.hasSentEvents { notify(number, device.name, .removed, at: device.lastTime) }
        delegate?.batchEnded(at: nil)
    }

    /// Returns the panel with a device number; nil if the device is not a panel.
    public func panel(_ number: Int32) -> Panel? {
        guard let index = index(of: number), case .panel(let panel) = devices[index].kind else { return nil }
        return panel
    }

    /// Returns the index of the device with a number; nil if there is none. Uses binary search, because `devices` is
    /// sorted by number. The fast path is for a single device.
    @inline(__always)
    private func index(of number: Int32) -> Int? {
        if devices.count == 1 { return devices[0].number == number ? 0 : nil }
        return search(number)
    }

    private func search(_ number: Int32) -> Int? {
        var (low, high) = (0, devices.count)
        while low < high {
            let middle = (low + high) / 2
            if devices[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low < devices.count && devices[low].number == number ? low : nil
    }

    private func notify(_ number: Int32, _ name: String, _ change: DeviceChange, at time: Int64) {
        reach(time)
        for observer in observers { observer.device(number, name, change, at: time) }
        delegate?.device(number, name, change, at: time)
    }

    // MARK: Events

    /// Processes events of one device. Callers must merge the events of all devices by time.
    public func take(_ events: Span<RawEvent>, of number: Int32) {
        guard events.count > 0, let index = index(of: number) else { return }
        let isNested = isTaking
        isTaking = true
        // `devices` retains the device. If a handler removes the device, `retired` retains the device.
        devices.unretained(index)._withUnsafeGuaranteedRef { take(events, of: $0) }
        isTaking = isNested
        if !isNested, !retired.isEmpty { retired.removeAll() }
    }

    @inline(__always)
    private func take(_ events: Span<RawEvent>, of device: HubDevice) {
        log.unretained?._withUnsafeGuaranteedRef { $0.append(events, of: device.logSlot) }
        device.lastTime = max(device.lastTime, events[events.count - 1].time)
        if !device.hasSentEvents {
            device.hasSentEvents = true
            notify(device.number, device.name, .added, at: events[0].time)
        }
        let isTimed = isTimed || timers.mayBeUsed
        var next = 0
        while next < events.count {
            // A frame may set a deadline that equals the frame's time, so the deadline is computed again after each
            // frame.
            let time = events[next].time
            let deadline = isTimed ? advance(before: time) ?? .max : .max
            // A handler may have removed the device; its remaining events are dropped.
            if device.isRemoved { break }
            device.take(events, &next, until: max(time, deadline))
        }
        // An incomplete split frame has a deadline, even if the panel's settings cause no deadlines (K7).
        if device.mayWait { self.isTimed = true }
        delegate?.batchEnded(at: device.lastTime)
        log.unretained?._withUnsafeGuaranteedRef { $0.prepare() }
    }

    // MARK: Time

    /// Deadline for the next call of `advance(to:)`; nil if there is no deadline.
    public var nextDeadline: Int64? {
        var first = application.nextDeadline
        if let due = timers.first { first = min(first ?? due, due) }
        guard isTimed else { return first }
        for device in devices {
            guard let due = device.nextDeadline else { continue }
            first = min(first ?? due, due)
        }
        return first
    }

    /// Fires all timers that are due by `time`. Each timer fires with its due time as the current time, so that a
    /// replay produces the same result.
    public func advance(to time: Int64) {
        while let due = nextDeadline, due <= time, fire(due) { delegate?.batchEnded(at: nil) }
    }

    /// Fires all timers that are due before a time. A timer that is due exactly at `time` fires after the input with
    /// this timestamp.
    ///
    /// Returns the next deadline; nil if there is none.
    @discardableResult
    private func advance(before time: Int64) -> Int64? {
        var due = nextDeadline
        while let first = due, first < time, fire(first) { due = nextDeadline }
        return due
    }

    /// Advances the clock to the time of the next observer call, so that the times of such calls never decrease. Timers
    /// that are due before this time fire first.
    private func reach(_ time: Int64) {
        advance(before: time)
        application.advance(toInputAt: time)
    }

    /// Fires the timers that are due at a time. Returns false if timers cannot fire because an outer handler call is
    /// still running.
    private func fire(_ due: Int64) -> Bool {
        if isTimed {
            for device in devices { device.advance(to: due) }
        }
        application.advance(to: due)
        timers.fire(upTo: due)
        guard let next = nextDeadline else { return true }
        return next > due
    }
}

extension InputHub: DeviceOwner {
    func resynced(_ device: Int32, _ name: String, at time: Int64) -> Bool {
        notify(device, name, .dropped, at: time)
        notify(device, name, .resynced, at: time)
        return index(of: device) != nil
    }

    func noticed(_ device: Int32, _ name: String, _ change: DeviceChange, at time: Int64) {
        notify(device, name, change, at: time)
    }

    func ghost(_ report: GhostReport, of device: Int32) {
        reach(report.time)
        for observer in observers { observer.ghost(report, of: device) }
        delegate?.ghost(report, of: device)
    }

    func contact(_ report: ContactReport) {
        for observer in observers where observer.followsContacts { observer.contact(report) }
    }

    func penMoved(of physicalDevice: Int32, at time: Int64) {
        advance(before: time)
        let isInRange = penInRange(of: physicalDevice) != nil
        for device in devices where device.physicalDevice == physicalDevice {
            if case .panel(let panel) = device.kind { panel.siblingPen(isInRange: isInRange, at: time) }
        }
    }
}

/// An input device of the hub: a panel, keys, an accelerometer or a pen.
private final class HubDevice {
    enum Kind {
        case panel(Panel)
        case keys(KeyDevice)
        case accelerometer(ShakeDetector)
        case pen(PenDevice)
    }

    let number: Int32
    /// Number that identifies the physical device: the number of its first device node.
    let physicalDevice: Int32
    let description: DeviceDescription
    let name: String
    let kind: Kind
    private let panel: Panel?
    /// Slot of the device in the event log.
    @exclusivity(unchecked) var logSlot = 0
    @exclusivity(unchecked) var lastTime: Int64 = 0
    /// Whether the device has sent events. A device is reported as added at its first event, in live input and in
    /// replays.
    @exclusivity(unchecked) var hasSentEvents = false
    @exclusivity(unchecked) private(set) var isRemoved = false

    init(_ number: Int32, of physicalDevice: Int32, _ description: DeviceDescription, _ kind: Kind) {
        (self.number, self.physicalDevice) = (number, physicalDevice)
        (self.description, self.kind, name) = (description, kind, description.name)
        panel = if case .panel(let panel) = kind { panel } else { nil }
    }

    /// Whether the device may have deadlines.
    var mayWait: Bool {
        switch kind {
        case .panel(let panel): panel.mayWait
        case .keys, .pen: false
        case .accelerometer: true
        }
    }

    var nextDeadline: Int64? {
        switch kind {
        case .panel(let panel): panel.nextDeadline
        case .keys, .pen: nil
        case .accelerometer(let detector): detector.nextDeadline
        }
    }

    /// Processes events until the end of a frame, but stops before an event that is later than the deadline.
    ///
    /// The deadline must not be before the first event.
    func take(_ events: Span<RawEvent>, _ next: inout Int, until deadline: Int64) {
        if let panel = panel.unretained {
            return panel._withUnsafeGuaranteedRef { $0.take(events, &next, until: deadline) }
        }
        var isEnd = false
        repeat {
            isEnd = take(events[next])
            next += 1
        } while !isEnd && next < events.count && events[next].time <= deadline
    }

    /// Processes an event of a device other than a panel; returns whether the event ends a frame.
    private func take(_ event: RawEvent) -> Bool {
        switch kind {
        case .panel: false
        case .keys(let keys): keys.take(event)
        case .accelerometer(let detector): detector.take(event)
        case .pen(let pen): pen.take(event)
        }
    }

    func advance(to time: Int64) {
        switch kind {
        case .panel(let panel): panel.advance(to: time)
        case .keys, .pen: break
        case .accelerometer(let detector): detector.advance(to: time)
        }
    }

    func remove() {
        isRemoved = true
        switch kind {
        case .panel(let panel): panel.remove()
        case .keys(let keys): keys.remove()
        case .accelerometer(let detector): detector.remove()
        case .pen(let pen): pen.remove()
        }
    }
}
