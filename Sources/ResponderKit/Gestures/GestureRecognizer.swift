/// Receives the touches of a view and its subtree and decides whether they form a gesture.
///
/// A subclass overrides the touch methods, sets `state`, and overrides `reset()` to clear its own state. Instead of
/// timers it uses ``deadline`` and ``deadlinePassed()``, because time comes only from the host.
open class GestureRecognizer {
    /// State of an attempt to recognize the gesture (G1).
    public enum State: Int, Sendable {
        /// Undecided: the first state of every attempt.
        case possible
        /// A continuous gesture was recognized.
        case began
        /// A continuous gesture changed.
        case changed
        /// A gesture was completed; for a discrete one this is the only recognized state.
        case ended
        /// A gesture that had begun was cancelled.
        case cancelled
        /// The touches do not form the gesture.
        case failed

        /// A discrete gesture was recognized: another name for `ended`.
        public static let recognized = State.ended
    }

    /// The delegate, held weakly.
    public final weak var delegate: (any GestureRecognizerDelegate)?
    /// Whether recognition cancels the touches in their hit views (G19).
    @exclusivity(unchecked) public final var cancelsTouchesInView = true
    /// Whether hit views receive touches only after this recognizer has failed (G25).
    @exclusivity(unchecked) public final var delaysTouchesBegan = false
    /// Whether hit views receive the end of touches only after this recognizer has failed (G27).
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

    /// Unmanaged, because reading an unowned reference retains it.
    @exclusivity(unchecked) private final var viewReference: Unmanaged<View>?
    /// The tracked touches in the order of touch-down.
    @exclusivity(unchecked) package final var touches: ContiguousArray<Touch> = []
    @exclusivity(unchecked) final var presses: ContiguousArray<Press> = []
    /// Touches and presses of this attempt that are over, for example those of the first of two taps.
    @exclusivity(unchecked) final var former: ContiguousArray<AnyObject> = []
    /// Maximum number of touches tracked at the same time in this attempt.
    @exclusivity(unchecked) package final var touchesAtOnce = 0
    /// Centre of the located touches on the screen when they were released.
    final var lastCenter = Point.zero
    /// The arena of the attempt, nil while there is none.
    final var arena: GestureArena? {
        get { arenaReference?.takeUnretainedValue() }
        set { arenaReference = newValue.unretained }
    }
    @exclusivity(unchecked) final var arenaReference: Unmanaged<GestureArena>?
    /// State that the referee has decided.
    @exclusivity(unchecked) final var committed = State.possible
    /// State that was proposed last and is not decided yet.
    @exclusivity(unchecked) final var proposed: State?
    /// State to enter as soon as all `blockers` have failed; nil while not waiting (G38).
    @exclusivity(unchecked) final var held: State?
    /// Cause of the held state.
    @exclusivity(unchecked) final var heldCause = GestureCause.gesture
    /// Number of the last event for which `shouldReceive` was asked, and the result.
    @exclusivity(unchecked) final var lastOfferedEvent = 0
    @exclusivity(unchecked) final var wantsEvent = false
    /// Whether the gesture ended while `began` was held.
    final var hasEndedHeld = false
    final var blockers: [GestureRecognizer] = []
    /// Recognizers from `require(toFail:)`.
    final var requirements: [Weak<GestureRecognizer>] = []
    final var depth = 0
    @exclusivity(unchecked) final var lastRound = 0
    /// Identifier assigned by an observer of this package; 0 if there is none.
    @exclusivity(unchecked) package final var internedID: Int32 = 0
    /// Number of the recognizer's kind, assigned by a descriptor of this package; 0 before that.
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

    /// State of the attempt; set by subclasses, and an impossible transition is ignored (G4).
    public final var state: State {
        get {
            let isFiring = arenaReference?._withUnsafeGuaranteedRef { $0.referee.isFiring } == true
            return isFiring ? committed : proposed ?? committed
        }
        set { propose(newValue, .subclass) }
    }

    /// Called after an attempt; a subclass clears its own state and calls super (G47).
    open func reset() {}

    // MARK: Methods to override

    /// Called when touches of the recognizer begin.
    open func touchesBegan(_ touches: TouchSet, with event: Event) {}
    /// Called when touches of the recognizer move.
    open func touchesMoved(_ touches: TouchSet, with event: Event) {}
    /// Called when touches of the recognizer end.
    open func touchesEnded(_ touches: TouchSet, with event: Event) {}
    /// Called when touches of the recognizer are cancelled; the default cancels or fails the attempt (G52).
    open func touchesCancelled(_ touches: TouchSet, with event: Event) { touchesWereCancelled() }
    /// Called when presses of the recognizer begin.
    open func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) {}
    /// Called when the analog value of the recognizer's presses changes.
    open func pressesChanged(_ presses: Set<Press>, with event: PressesEvent) {}
    /// Called when presses of the recognizer end.
    open func pressesEnded(_ presses: Set<Press>, with event: PressesEvent) {}
    /// Called when presses of the recognizer are cancelled; the default cancels or fails the attempt.
    open func pressesCancelled(_ presses: Set<Press>, with event: PressesEvent) { touchesWereCancelled() }
    /// Called when the host's clock reaches `deadline`.
    open func deadlinePassed() {}
    /// Whether this recognizer makes the other one fail when it recognizes (G33).
    open func canPrevent(_ other: GestureRecognizer) -> Bool { true }
    /// Whether the other recognizer makes this one fail when it recognizes (G33).
    open func canBePrevented(by other: GestureRecognizer) -> Bool { true }
    /// Whether the other recognizer has to fail before this one may recognize (G41).
    open func shouldRequireFailure(of other: GestureRecognizer) -> Bool { false }
    /// Whether this recognizer has to fail before the other one may recognize (G41).
    open func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool { false }
    /// Whether the recognizer receives the event (G11).
    open func shouldReceive(_ event: Event) -> Bool { true }

    /// Touches for `numberOfTouches` and the locations, in the order of touch-down.
    var locatedTouches: ContiguousArray<Touch> { touches }

    /// Returns the centre of the tracked touches in a view's coordinates; nil means the window (G53).
    ///
    /// After they have lifted, returns their last centre.
    open func location(in view: View?) -> Point {
        let touches = locatedTouches
        if !touches.isEmpty { return centroid(of: touches, in: view) }
        return (view ?? self.view?.window)?.convertFromScreen(lastCenter) ?? lastCenter
    }

    // MARK: Time

    /// Time at which `deadlinePassed()` is called, in seconds of the host's clock; nil for never.
    ///
    /// A deadline keeps the attempt alive even if all fingers are up.
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

/// The only event of a recognizer's targets: a change of state.
struct AnyMoment: OptionSet {
    let rawValue: UInt8
    static let any = AnyMoment(rawValue: 1)
}

struct Weak<Object: AnyObject> {
    weak var object: Object?
}
