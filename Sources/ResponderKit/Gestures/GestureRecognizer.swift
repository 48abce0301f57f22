/// Receives the touches of a view and its subtree and decides whether they form a gesture.
///
/// A subclass overrides the touch methods, sets `state`, and overrides `reset()` to clear its own state. It uses
/// ``deadline`` and ``deadlinePassed()`` instead of timers, because the host controls the time.
open class GestureRecognizer {
    /// State of an attempt to recognize the gesture (G1).
    public enum State: Int, Sendable {
        /// Undecided; every attempt starts in this state.
        case possible
        /// A continuous gesture was recognized.
        case began
        /// A continuous gesture changed.
        case changed
        /// A gesture was completed; for a discrete gesture, this is the only recognized state.
        case ended
        /// A gesture that had begun was cancelled.
        case cancelled
        /// The touches do not form the gesture.
        case failed

        /// A discrete gesture was recognized; alias of `ended`.
        public static let recognized = State.ended
    }

    /// The delegate, held weakly.
    public final weak var delegate: (any GestureRecognizerDelegate)?
    /// Whether recognition cancels the recognizer's touches in their hit views (G19).
    @exclusivity(unchecked) public final var cancelsTouchesInView = true
    /// Whether hit views receive touches only after this recognizer has failed (G25).
    @exclusivity(unchecked) public final var delaysTouchesBegan = false
    /// Whether hit views receive the end of a touch only after this recognizer has failed (G27).
    @exclusivity(unchecked) public final var delaysTouchesEnded = true
    /// Types of presses that the recognizer receives; empty by default (P7).
    public final var allowedPressTypes: Set<Press.PressType> = []
    /// A name for logs and traces.
    public final var name: String? {
        didSet { internedID = 0 }
    }
    /// Whether the recognizer receives touches; setting false ends an attempt in progress (G50).
    public final var isEnabled = true {
        didSet { if oldValue, !isEnabled { takeBack(.disabled) } }
    }
    /// The view that the recognizer is attached to.
    public final var view: View? { viewReference?.takeUnretainedValue() }

    /// Unmanaged, because an unowned reference would be retained by every read.
    @exclusivity(unchecked) private final var viewReference: Unmanaged<View>?
    /// The tracked touches in touch-down order.
    @exclusivity(unchecked) package final var touches: ContiguousArray<Touch> = []
    @exclusivity(unchecked) final var presses: ContiguousArray<Press> = []
    /// Finished touches and presses of this attempt, for example the first of two taps.
    @exclusivity(unchecked) final var former: ContiguousArray<AnyObject> = []
    /// Maximum number of touches tracked simultaneously in this attempt.
    @exclusivity(unchecked) package final var touchesAtOnce = 0
    /// Centroid of the located touches in screen coordinates when they were released.
    final var lastCenter = Point.zero
    /// The arena of the attempt; nil if no attempt is in progress.
    final var arena: GestureArena? {
        get { arenaReference?.takeUnretainedValue() }
        set { arenaReference = newValue.unretained }
    }
    @exclusivity(unchecked) final var arenaReference: Unmanaged<GestureArena>?
    /// State that the referee has decided.
    @exclusivity(unchecked) final var committed = State.possible
    /// State that was proposed last and has not been decided; nil if there is none.
    @exclusivity(unchecked) final var proposed: State?
    /// State to enter after all `blockers` have failed; nil if the recognizer is not waiting (G38).
    @exclusivity(unchecked) final var held: State?
    /// Cause of the held state.
    @exclusivity(unchecked) final var heldCause = GestureCause.gesture
    /// Number of the last event for which `shouldReceive` was called, and the result of the call.
    @exclusivity(unchecked) final var lastOfferedEvent = 0
    @exclusivity(unchecked) final var wantsEvent = false
    /// Whether the gesture ended while the `began` state was held.
    final var hasEndedHeld = false
    final var blockers: [GestureRecognizer] = []
    /// Recognizers passed to `require(toFail:)`.
    final var requirements: [Weak<GestureRecognizer>] = []
    final var depth = 0
    @exclusivity(unchecked) final var lastRound = 0
    /// Identifier assigned by a package-internal observer; 0 if there is none.
    @exclusivity(unchecked) package final var internedID: Int32 = 0
    /// Number of the recognizer's kind, assigned by a package-internal descriptor; 0 until then.
    @exclusivity(unchecked) package final var kindNumber: UInt8 = 0
    package final var firstTouch: Touch? { touches.first }
    @exclusivity(unchecked) final var isDetached = false
    @exclusivity(unchecked) final var targets = ActionList<AnyMoment>()
    private lazy final var clock = Deadline(owner: self)
    private final var hasClock = false

    /// Creates a recognizer without targets.
    public init() {}

    /// Creates a recognizer with a target.
    public convenience init(target: any ActionTarget, action: Selector) {
        self.init()
        addTarget(target, action: action)
    }

    // MARK: State

    /// State of the attempt; set by subclasses. Impossible transitions are ignored (G4).
    public final var state: State {
        get {
            let isFiring = arenaReference?._withUnsafeGuaranteedRef { $0.referee.isFiring } == true
            return isFiring ? committed : proposed ?? committed
        }
        set { propose(newValue, .subclass) }
    }

    /// Called after an attempt; a subclass clears its own state and calls `super` (G47).
    open func reset() {}

    // MARK: Methods to override

    /// Called when touches begin that the recognizer receives.
    open func touchesBegan(_ touches: TouchSet, with event: Event) {}
    /// Called when touches move that the recognizer receives.
    open func touchesMoved(_ touches: TouchSet, with event: Event) {}
    /// Called when touches end that the recognizer receives.
    open func touchesEnded(_ touches: TouchSet, with event: Event) {}
    /// Called when received touches are cancelled; the default cancels or fails the attempt (G52).
    open func touchesCancelled(_ touches: TouchSet, with event: Event) { touchesWereCancelled() }
    /// Called when presses begin that the recognizer receives.
    open func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) {}
    /// Called when the analog value of a received press changes.
    open func pressesChanged(_ presses: Set<Press>, with event: PressesEvent) {}
    /// Called when presses end that the recognizer receives.
    open func pressesEnded(_ presses: Set<Press>, with event: PressesEvent) {}
    /// Called when received presses are cancelled; the default cancels or fails the attempt.
    open func pressesCancelled(_ presses: Set<Press>, with event: PressesEvent) { touchesWereCancelled() }
    /// Called when the host's clock reaches `deadline`.
    open func deadlinePassed() {}
    /// Whether recognition by this recognizer makes the other recognizer fail (G33).
    open func canPrevent(_ other: GestureRecognizer) -> Bool { true }
    /// Whether recognition by the other recognizer makes this recognizer fail (G33).
    open func canBePrevented(by other: GestureRecognizer) -> Bool { true }
    /// Whether the other recognizer must fail before this one can recognize (G41).
    open func shouldRequireFailure(of other: GestureRecognizer) -> Bool { false }
    /// Whether this recognizer must fail before the other one can recognize (G41).
    open func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool { false }
    /// Whether the recognizer receives the event (G11).
    open func shouldReceive(_ event: Event) -> Bool { true }

    /// Touches that determine `numberOfTouches` and the locations, in touch-down order.
    var locatedTouches: ContiguousArray<Touch> { touches }

    /// Returns the centroid of the tracked touches in a view's coordinates; a nil view means the window (G53).
    ///
    /// After the touches have lifted, returns their last centroid.
    open func location(in view: View?) -> Point {
        let touches = locatedTouches
        if !touches.isEmpty { return centroid(of: touches, in: view) }
        return (view ?? self.view?.window)?.convertFromScreen(lastCenter) ?? lastCenter
    }

    // MARK: Time

    /// Time at which `deadlinePassed()` is called, in seconds of the host's clock; nil if it is not called.
    ///
    /// A deadline keeps the attempt in progress even if all fingers have lifted.
    public final var deadline: Double? {
        get { deadlineTime?.seconds }
        set { deadlineTime = newValue.map { Microseconds(seconds: $0) } }
    }

    final var deadlineTime: Microseconds? {
        get { hasClock ? clock.time : nil }
        set {
            guard hasClock || newValue != nil, let arena else { return }
            hasClock = true
            arena.application.deadlines.set(clock, to: newValue)
            if newValue == nil { arena.needsSettle = true }
        }
    }

    final func attach(to view: View?) {
        viewReference = view.unretained
        lastOfferedEvent = 0
    }
}

extension GestureRecognizer: DeadlineOwner {}

extension GestureRecognizer: Hashable {
    public static func == (left: GestureRecognizer, right: GestureRecognizer) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The only event of a recognizer's targets: a state change.
struct AnyMoment: OptionSet {
    let rawValue: UInt8
    static let any = AnyMoment(rawValue: 1)
}

struct Weak<Object: AnyObject> {
    weak var object: Object?
}
