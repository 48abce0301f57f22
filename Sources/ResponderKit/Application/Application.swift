/// The next responder of every window; owns the event queue, the windows and the current time.
///
/// The host posts input and calls `dispatchPending()`. To fire timers, it also calls `advance(to:)`, at `nextDeadline`
/// at the latest. Behaviour depends only on these calls, so the same input gives the same result at any speed.
open class Application: Responder {
    /// The delegate; not retained. A delegate that is a responder is the last responder of the chain.
    public final weak var delegate: (any ApplicationDelegate)?
    /// The windows from back to front, including hidden windows.
    public internal(set) final var windows: [Window] = []
    /// The window that receives all events except touches (W5).
    public internal(set) final var keyWindow: Window?
    /// Whether the application accepts input; see `resignActive()`.
    @exclusivity(unchecked) public internal(set) final var isActive = true
    /// Time of the last input or `advance(to:)`, in microseconds of the host's clock.
    @exclusivity(unchecked) public internal(set) final var now: Microseconds = 0
    /// Whether remote-control events are delivered (RC3).
    public private(set) final var isReceivingRemoteControlEvents = false

    @exclusivity(unchecked) final var observers: Observers?
    /// Table of a package-internal observer, which maps each `internedID` to a responder or recognizer.
    package final var internTable: AnyObject?
    final let touchEvent = Event(type: .touches)
    final let pressesEvent = PressesEvent()
    @exclusivity(unchecked) final var queue = InputQueue()
    final let deadlines = DeadlineQueue()
    final let tracker: TouchTracker
    final let arena: GestureArena
    final let referee: GestureReferee
    final let delivery: TouchDelivering
    final let presses: PressTracker
    final let motion = MotionTracker()
    final let headset = HeadsetButton()
    /// Whether an event or timer is being processed; meanwhile, posted input stays in the queue.
    @exclusivity(unchecked) final var isBusy = false
    /// Whether an event or timer is being processed; `didHandleEvent` follows.
    package final var isHandlingEvent: Bool { isBusy }
    /// Whether a callback called `dispatchPending()` while the application was busy.
    final var isDispatchWanted = false
    /// Whether `willDispatchTouches` is due, because `shouldBegin` or `didIgnore` was called.
    @exclusivity(unchecked) final var owesWillDispatch = false
    @exclusivity(unchecked) final var ignoringCount = 0
    final var isResigning = false
    @exclusivity(unchecked) final var lastDispatchID = Event.outsideDispatch

    public override init() {
        arena = GestureArena()
        referee = arena.referee
        tracker = TouchTracker(touchEvent)
        delivery = TouchDelivering(touchEvent)
        presses = PressTracker(pressesEvent)
        super.init()
        arena.applicationReference = .passUnretained(self)
        delivery.applicationReference = .passUnretained(self)
        presses.application = self
        motion.application = self
        headset.application = self
    }

    // Cancels live touches and presses. Detaches the windows first, because handlers must not retain the application
    // during its deallocation.
    deinit {
        observers = nil
        prepare(touchEvent)
        for window in windows { window.abandon() }
        for window in windows {
            delivery.cancel(in: window)
            presses.viewWillLeave(window)
        }
        arena.dissolve()
    }

    /// The delegate, if it is a responder other than a view, a controller or this application (R8).
    open override var next: Responder? {
        guard let responder = delegate as? Responder, responder !== self else { return nil }
        return responder is View || responder is ViewController ? nil : responder
    }

    /// Delivers the event to its windows and responders. An override can drop the event by not calling `super` (W7).
    open func sendEvent(_ event: Event) {
        switch event.type {
        case .touches: sendTouches(event)
        case .presses: presses.serve(event)
        case .motion: motion.serve(event)
        case .remoteControl: serveRemoteControl(event)
        }
    }

    /// Returns whether a new contact becomes a touch. The application rejects other contacts until they lift (X2).
    open func shouldBegin(_ sample: TouchSample) -> Bool { true }

    /// Called for each later sample of a rejected contact or a cancelled touch.
    open func didIgnore(_ sample: TouchSample) {}

    /// Called after the calls of `shouldBegin` and `didIgnore` for a frame, before the frame's event is sent.
    ///
    /// Unlike `shouldBegin` and `didIgnore`, which run during sample processing, this method may call handlers.
    open func willDispatchTouches() {}

    /// Called after each event or timer, before the next input. Repeated until it returns false.
    ///
    /// An override can apply deferred view changes here, and returns whether it changed anything.
    open func didHandleEvent() -> Bool { false }

    // MARK: Observation

    /// Adds an observer and retains it.
    public final func addObserver(_ observer: any ApplicationObserver) {
        let others = observers?.all ?? []
        if !others.contains(where: { $0 === observer }) { observers = Observers(others + [observer]) }
    }

    /// Removes an observer.
    public final func removeObserver(_ observer: any ApplicationObserver) {
        observers = Observers((observers?.all ?? []).filter { $0 !== observer })
    }

    // MARK: Remote control

    /// Enables remote-control events (RC3).
    open func beginReceivingRemoteControlEvents() { isReceivingRemoteControlEvents = true }

    /// Disables remote-control events, even if they were enabled several times (RC6).
    open func endReceivingRemoteControlEvents() { isReceivingRemoteControlEvents = false }
}

extension Application {
    // MARK: Dispatching

    /// Posts a frame and dispatches all pending input.
    public final func send(_ frame: TouchFrame) {
        if isBusy || !queue.isEmpty {
            post(frame)
        } else {
            // Nothing is queued, so the frame bypasses the queue.
            isBusy = true
            reach(frame.time, firesDue: false)
            dispatchTouches(frame.samples)
            settleAfterEvent()
            isBusy = false
            // A callback may have posted input or called `dispatchPending()`.
            if queue.isEmpty, !isDispatchWanted { return }
        }
        dispatchPending()
    }

    // MARK: Time

    /// Latest time at which `advance(to:)` must be called, in microseconds; nil if no timer is set.
    public final var nextDeadline: Microseconds? { deadlines.first }

    /// Dispatches pending input, then fires all timers due up to this time, in order.
    public final func advance(to time: Microseconds) {
        queue.post(.advance(firesDue: true), at: time)
        dispatchPending()
    }

    /// Advances the clock for input that the host does not post. First fires timers that are due earlier. Timers due at
    /// exactly this time fire after all input of this time (Q6).
    package final func advance(toInputAt time: Microseconds) {
        guard time > now else { return }
        queue.post(.advance(firesDue: false), at: time)
        dispatchPending()
    }

    /// Dispatches queued input in order. If a dispatch is already in progress, that dispatch processes the input.
    public final func dispatchPending() {
        guard !isBusy else {
            isDispatchWanted = true
            return
        }
        isBusy = true
        while let entry = queue.next() {
            let firesDue = if case .advance(firesDue: true) = entry.kind { true } else { false }
            reach(entry.time, firesDue: firesDue)
            dispatch(entry)
            settleAfterEvent()
            queue.trim()
        }
        (isBusy, isDispatchWanted) = (false, false)
    }

    /// Advances the clock to the time of an input, after firing the timers that are due earlier (Q6). If `firesDue` is
    /// true, also fires timers due at exactly this time.
    private func reach(_ inputTime: Microseconds, firesDue: Bool) {
        if inputTime < now { report(.timeRanBackwards(by: now.since(inputTime))) }
        let time = max(now, inputTime)
        var firings = 0
        while let deadline = deadlines.popFirst(where: { firesDue ? $0 <= time : $0 < time }) {
            firings = deadline.due > now ? 0 : firings + 1
            guard firings < Self.maximumRounds else {
                report(.endlessHandlers)
                continue
            }
            now = max(now, deadline.due)
            tracker.beginEvent()
            prepare(touchEvent)
            deadline.owner.deadlinePassed()
            arena.needsSettle = true
            settleAfterEvent()
        }
        now = time
    }

    private func dispatch(_ entry: InputQueue.Entry) {
        switch entry.kind {
        case .touches(let count, let isMoveOnly): dispatchTouches(count, isMoveOnly: isMoveOnly)
        case .presses(let samples): presses.dispatch(samples)
        case .motion(let change): motion.dispatch(change)
        case .remoteControl(let command): dispatchRemoteControl(command)
        case .headset(let isDown?): headset.changed(isDown: isDown)
        case .headset(nil): headset.reset()
        case .cancelDevice(let device):
            arena.interrupt(device: device)
            delivery.cancelLingering(device: device)
            cancelTouches { $0.finger.device == device }
            presses.cancel { $0.button.device == device }
            settleAfterEvent()
            tracker.unblock(device)
        case .advance: break
        }
    }

    // MARK: Helpers

    /// Maximum number of timer firings at one time, and of decision rounds in one `GestureReferee.settle()`. A higher
    /// number indicates an endless loop of handlers.
    static let maximumRounds = 10_000

    final func report(_ misuse: Misuse) { observers?.misuse(misuse) }

    /// Sends an event and notifies the observers before and after.
    final func announceAndSend(_ event: Event) {
        guard let observers else { return sendEvent(event) }
        observers.dispatching(event)
        sendEvent(event)
        observers.dispatched(event)
    }

    /// Sets the time and the observers of an event for delivery.
    final func prepare(_ event: Event) {
        event.time = now
        if event.observers !== observers { event.observers = observers }
    }

    /// Calls an event method of a responder, with a new identifier for this traversal of the responder chain (R21).
    final func call(
        _ method: Responder.Method,
        of responder: Responder,
        _ touches: TouchSet = [],
        _ presses: Set<Press> = [],
        with event: Event
    ) {
        let former = event.dispatchID
        lastDispatchID += 1
        event.dispatchID = lastDispatchID
        responder.receive(method, touches, presses, event.subtype, event)
        event.dispatchID = former
    }
}

/// Receives notifications when an application becomes active or inactive.
public protocol ApplicationDelegate: AnyObject {
    /// Called after the application resumes accepting input.
    func applicationDidBecomeActive(_ application: Application)
    /// Called before the application stops accepting input and cancels live touches.
    func applicationWillResignActive(_ application: Application)
}

extension ApplicationDelegate {
    public func applicationDidBecomeActive(_ application: Application) {}
    public func applicationWillResignActive(_ application: Application) {}
}
