/// Receives the touches of a view and its subtree, and decides whether they form a gesture.
///
/// A subclass overrides the touch methods, sets `state`, and clears its own state in `reset()`. It uses ``deadline``
/// and ``deadlinePassed()`` instead of timers, because the host controls the time.
open class GestureRecognizer {
    /// State of an attempt to recognize the gesture (G1).
    public enum State: Int, Sendable {
        /// Undecided; every attempt starts in this state.
        case possible
        /// A continuous gesture was recognized.
        case began
        /// A continuous gesture changed.
        case changed
        /// The gesture is complete; the only recognized state of a discrete gesture.
        case ended
        /// The gesture was cancelled after it had begun.
        case cancelled
        /// The touches do not form the gesture.
        case failed

        /// A discrete gesture was recognized; alias of `ended`.
        public static let recognized = State.ended
    }

    /// The delegate; not retained.
    public final weak var delegate: (any GestureRecognizerDelegate)?
    /// Whether recognition cancels the recognizer's touches in their hit views (G19).
    @exclusivity(unchecked) public final var cancelsTouchesInView = true
    /// Whether hit views receive touches only after this recognizer has failed (G25).
    @exclusivity(unchecked) public final var delaysTouchesBegan = false
    /// Whether hit views receive `touchesEnded` only after this recognizer has failed (G27).
    @exclusivity(unchecked) public final var delaysTouchesEnded = true
    /// Types of presses that the recognizer receives; empty by default (P7).
    public final var allowedPressTypes: Set<Press.PressType> = []
    /// A name for logs and traces.
    public final var name: String? {
        didSet { internedID = 0 }
    }
    /// Whether the recognizer receives touches and presses; setting false ends an attempt in progress (G50).
    public final var isEnabled = true {
        didSet { if oldValue, !isEnabled { endExternally(.disabled) } }
    }
    /// The view to which the recognizer is attached; nil if detached.
    public final var view: View? { viewReference?.takeUnretainedValue() }

    /// The view. Unmanaged, because each read of an unowned reference would retain the view.
    @exclusivity(unchecked) private final var viewReference: Unmanaged<View>?
    /// The tracked touches in touch-down order.
    @exclusivity(unchecked) package final var touches: ContiguousArray<Touch> = []
    @exclusivity(unchecked) final var presses: ContiguousArray<Press> = []
    /// Finished touches and presses of this attempt, such as the touch of the first of two taps.
    @exclusivity(unchecked) final var former: ContiguousArray<AnyObject> = []
    /// Maximum number of simultaneous touches so far in this attempt.
    @exclusivity(unchecked) package final var touchesAtOnce = 0
    /// Last centroid of `locatedTouches`, in screen coordinates.
    final var lastCenter = Point.zero
    /// The application's ``GestureArena`` during an attempt; nil otherwise.
    final var arena: GestureArena? {
        get { arenaReference?.takeUnretainedValue() }
        set { arenaReference = newValue.unretained }
    }
    @exclusivity(unchecked) final var arenaReference: Unmanaged<GestureArena>?
    /// Current state, as accepted by the ``GestureReferee``.
    @exclusivity(unchecked) final var committed = State.possible
    /// Last proposed state, still undecided; nil if there is none.
    @exclusivity(unchecked) final var proposed: State?
    /// State to enter after all `blockers` have failed; nil if the recognizer is not waiting (G38).
    @exclusivity(unchecked) final var held: State?
    /// Cause of the held state.
    @exclusivity(unchecked) final var heldCause = GestureCause.gesture
    /// The arena's `eventNumber` at the last call of `shouldReceive`.
    @exclusivity(unchecked) final var lastOfferedEvent = 0
    /// Result of the last call of `shouldReceive`.
    @exclusivity(unchecked) final var wantsEvent = false
    /// Whether the gesture has ended while `held` is `began`; `ended` is then proposed directly after `began`.
    final var hasEndedHeld = false
    /// Recognizers that must fail before this recognizer enters the state `held`.
    final var blockers: [GestureRecognizer] = []
    /// Recognizers passed to `require(toFail:)`.
    final var requirements: [Weak<GestureRecognizer>] = []
    final var depth = 0
    @exclusivity(unchecked) final var lastRound = 0
    /// Identifier assigned by a package-internal observer; 0 if there is none.
    @exclusivity(unchecked) package final var internedID: Int32 = 0
    /// One-based index of the recognizer's kind in `GestureKind.all`; 0 before the first lookup.
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

    /// Called after an attempt. An override clears the subclass's own state and calls `super` (G47).
    open func reset() {}

    // MARK: Methods to override

    /// Called when touches of this recognizer begin.
    open func touchesBegan(_ touches: TouchSet, with event: Event) {}
    /// Called when touches of this recognizer move.
    open func touchesMoved(_ touches: TouchSet, with event: Event) {}
    /// Called when touches of this recognizer end.
    open func touchesEnded(_ touches: TouchSet, with event: Event) {}
    /// Called when touches of this recognizer are cancelled. The default cancels or fails the attempt (G52).
    open func touchesCancelled(_ touches: TouchSet, with event: Event) { touchesWereCancelled() }
    /// Called when presses of this recognizer begin.
    open func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) {}
    /// Called when the analog value of a press of this recognizer changes.
    open func pressesChanged(_ presses: Set<Press>, with event: PressesEvent) {}
    /// Called when presses of this recognizer end.
    open func pressesEnded(_ presses: Set<Press>, with event: PressesEvent) {}
    /// Called when presses of this recognizer are cancelled. The default cancels or fails the attempt.
    open func pressesCancelled(_ presses: Set<Press>, with event: PressesEvent) { touchesWereCancelled() }
    /// Called when the host's clock reaches `deadline`.
    open func deadlinePassed() {}
    /// Whether recognition by this recognizer makes the other recognizer fail (G33).
    open func canPrevent(_ other: GestureRecognizer) -> Bool { true }
    /// Whether recognition by the other recognizer makes this recognizer fail (G33).
    open func canBePrevented(by other: GestureRecognizer) -> Bool { true }
    /// Whether the other recognizer must fail before this recognizer can recognize its gesture (G41).
    open func shouldRequireFailure(of other: GestureRecognizer) -> Bool { false }
    /// Whether this recognizer must fail before the other recognizer can recognize its gesture (G41).
    open func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool { false }
    /// Whether the recognizer receives the event (G11).
    open func shouldReceive(_ event: Event) -> Bool { true }

    func accepts(_ touch: Touch) -> Bool { true }

    /// Whether an undecided recognizer with `delaysTouchesBegan` delays this touch.
    func withholds(_ touch: Touch) -> Bool { true }

    /// Touches for `numberOfTouches` and `location(in:)`, in touch-down order.
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

    /// Time for calling `deadlinePassed()`, in seconds of the host's clock; nil if there is none.
    ///
    /// A deadline prolongs the attempt even after all fingers have lifted.
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

/// The only target event of a recognizer: a state change.
struct AnyMoment: OptionSet {
    let rawValue: UInt8
    static let any = AnyMoment(rawValue: 1)
}

struct Weak<Object: AnyObject> {
    weak var object: Object?
}
