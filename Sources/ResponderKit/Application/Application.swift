/// The end of every view's chain, and the owner of the queue, the windows and the time.
///
/// A host posts what its devices report and calls `dispatchPending()`; it fires timers by `advance(to:)` no later than
/// `nextDeadline`. Nothing else makes anything happen: the same inputs give the same result, at any speed.
open class Application: Responder {
    /// Who is told of the application's life; the last responder if it is a responder.
    public final weak var delegate: (any ApplicationDelegate)?
    /// The windows from back to front, hidden ones included.
    public internal(set) final var windows: [Window] = []
    /// The window that gets what is not a touch (W5).
    public internal(set) final var keyWindow: Window?
    /// Whether the application takes input; see `resignActive()`.
    @exclusivity(unchecked) public internal(set) final var isActive = true
    /// The time that the application has reached: of the last input, or what `advance(to:)` said.
    @exclusivity(unchecked) public internal(set) final var now: Microseconds = 0
    /// Whether remote-control events are delivered (RC3).
    public private(set) final var isReceivingRemoteControlEvents = false

    @exclusivity(unchecked) final var observers: Observers?
    /// The table of this package's observers, in which the `internedID` of responders and recognizers are.
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
    /// Something is being dispatched, so that what comes in between waits for its end.
    @exclusivity(unchecked) final var isBusy = false
    /// A handler asked for dispatching while something else than an event was under way.
    final var isDispatchWanted = false
    @exclusivity(unchecked) final var ignoringCount = 0
    final var isResigning = false
    @exclusivity(unchecked) final var lastWalk = Event.walkOutsideEvents

    public override init() {
        arena = GestureArena()
        referee = arena.referee
        tracker = TouchTracker(touchEvent)
        delivery = TouchDelivering(touchEvent)
        presses = PressTracker(pressesEvent)
        super.init()
        arena.application = self
        delivery.application = self
        presses.application = self
        motion.application = self
        headset.application = self
    }

    // Views hear of the end of what they follow when no way leads to the application any more: whoever would keep it
    // now would keep something that is gone.
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

    /// The delegate, if it is a responder that is no view, no controller and not the application itself (R8).
    open override var next: Responder? {
        guard let responder = delegate as? Responder, responder !== self else { return nil }
        return responder is View || responder is ViewController ? nil : responder
    }

    /// Hands the event to those it is for; an override that does not call super swallows it (W7).
    open func sendEvent(_ event: Event) {
        switch event.type {
        case .touches: sendTouches(event)
        case .presses: presses.serve(event)
        case .motion: motion.serve(event)
        case .remoteControl: serveRemoteControl(event)
        }
    }

    /// Whether a finger that goes down is to be heard; of one that is not nobody hears until it has lifted (X2).
    open func shouldBegin(_ sample: TouchSample) -> Bool { true }

    /// A finger that nobody hears did something: it was not to begin, or its touch was taken back.
    open func didIgnore(_ sample: TouchSample) {}

    /// All samples of a report were accepted or ignored; the touches that are left, if any, are dispatched next.
    ///
    /// `shouldBegin` and `didIgnore` run in the midst of a report: an override that calls handlers does so here.
    open func willDispatchTouches() {}

    // MARK: Observation

    /// Lets the observer hear everything from now on; the application keeps it alive.
    public final func addObserver(_ observer: any ApplicationObserver) {
        let observers = self.observers ?? Observers()
        observers.add(observer)
        self.observers = observers
    }

    /// Tells the observer nothing more.
    public final func removeObserver(_ observer: any ApplicationObserver) {
        observers?.remove(observer)
        if observers?.all.isEmpty == true { observers = nil }
    }

    // MARK: Remote control

    /// Lets remote-control events through from now on (RC3).
    open func beginReceivingRemoteControlEvents() { isReceivingRemoteControlEvents = true }

    /// Holds remote-control events back from now on; one call ends any number of beginnings (RC6).
    open func endReceivingRemoteControlEvents() { isReceivingRemoteControlEvents = false }
}

extension Application {
    // MARK: Dispatching

    /// Posts a frame and dispatches everything that is pending.
    public final func send(_ frame: TouchFrame) {
        if isBusy || !queue.isEmpty {
            post(frame)
        } else {
            // The queue is empty and need not be used.
            isBusy = true
            reach(frame.time)
            dispatchTouches(frame.samples)
            settleAfterEvent()
            isBusy = false
        }
        dispatchPending()
    }

    // MARK: Time

    /// Latest time for the next `advance(to:)`, in microseconds; nil if no timer is set.
    public final var nextDeadline: Microseconds? { deadlines.first }

    /// Fires all timers up to this time, in order, after dispatching pending input.
    public final func advance(to time: Microseconds) {
        queue.post(.advance, at: time)
        dispatchPending()
    }

    /// Dispatches queued input in order; a call from a callback is deferred to the dispatch in progress.
    public final func dispatchPending() {
        guard !isBusy else {
            isDispatchWanted = true
            return
        }
        isBusy = true
        while let entry = queue.next() {
            let isAdvance = if case .advance = entry.kind { true } else { false }
            reach(entry.time, isAdvance: isAdvance)
            dispatch(entry)
            settleAfterEvent()
            queue.trim()
        }
        (isBusy, isDispatchWanted) = (false, false)
    }

    /// Advances the time to an input's; timers that are due earlier fire first (Q6).
    private func reach(_ inputTime: Microseconds, isAdvance: Bool = false) {
        if inputTime < now { tell(.timeRanBackwards(by: now.since(inputTime))) }
        let time = max(now, inputTime)
        var firings = 0
        while let deadline = deadlines.popFirst(where: { isAdvance ? $0 <= time : $0 < time }) {
            firings = deadline.due > now ? 0 : firings + 1
            guard firings < Self.patience else {
                tell(.endlessHandlers)
                continue
            }
            now = max(now, deadline.due)
            tracker.rest()
            prepare(touchEvent)
            deadline.owner.deadlinePassed()
            arena.hasNews = true
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

    /// Maximum number of requests by callbacks at one point in time, before they count as endless.
    static let patience = 10_000

    final func tell(_ misuse: Misuse) { observers?.tell { $0.misuse(misuse) } }

    /// Sends an event and notifies the observers before and after.
    final func announceAndSend(_ event: Event) {
        observers?.tell { $0.dispatching(event) }
        sendEvent(event)
        observers?.tell { $0.dispatched(event) }
    }

    /// Sets the time and the observers of an event for delivery.
    final func prepare(_ event: Event) {
        event.time = now
        event.observers = observers
    }

    /// Runs one walk up a responder chain with a new number (R21).
    final func walk(_ event: Event, _ body: () -> Void) {
        let former = event.walk
        lastWalk += 1
        event.walk = lastWalk
        body()
        event.walk = former
    }
}

/// Who is told of an application's life.
public protocol ApplicationDelegate: AnyObject {
    /// The application takes input again.
    func applicationDidBecomeActive(_ application: Application)
    /// The application is about to take no more input; live touches are cancelled next.
    func applicationWillResignActive(_ application: Application)
}

extension ApplicationDelegate {
    public func applicationDidBecomeActive(_ application: Application) {}
    public func applicationWillResignActive(_ application: Application) {}
}
