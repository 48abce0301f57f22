/// Watches the touches of a view and its subtree and decides whether they are a certain gesture.
///
/// A subclass overrides the touch methods and sets `state`; it also overrides `reset()` to forget an attempt. Instead
/// of timers it uses ``deadline`` and ``deadlinePassed()``, so that time comes from the host alone.
open class GestureRecognizer {
    /// Where a recognizer is in its attempt to recognize (G1).
    public enum State: Int, Sendable {
        /// Nothing is decided; where every attempt begins.
        case possible
        /// A continuous gesture was recognized.
        case began
        /// A continuous gesture went on.
        case changed
        /// A gesture was completed; for a discrete one this is the only recognized state.
        case ended
        /// A gesture that had begun was taken back.
        case cancelled
        /// This attempt is not the gesture.
        case failed

        /// A discrete gesture was recognized: another name for `ended`.
        public static let recognized = State.ended
    }

    /// Who is asked about the attempt; held weakly.
    public final weak var delegate: (any GestureRecognizerDelegate)?
    /// Whether recognizing takes the touches away from their hit views (G19).
    @exclusivity(unchecked) public final var cancelsTouchesInView = true
    /// Whether hit views hear of touches only after this recognizer failed (G25).
    @exclusivity(unchecked) public final var delaysTouchesBegan = false
    /// Whether hit views hear of the end of touches only after this recognizer failed (G27).
    @exclusivity(unchecked) public final var delaysTouchesEnded = true
    /// The buttons whose presses the recognizer wants to see; none unless set (P7).
    public final var allowedPressTypes: Set<Press.PressType> = []
    /// A name for logs and traces.
    public final var name: String?
    /// Whether the recognizer takes part; setting false takes back what is under way (G50).
    public final var isEnabled = true {
        didSet { if oldValue, !isEnabled { takeBack(.disabled) } }
    }
    /// The view that the recognizer is attached to.
    public final var view: View? { attachedView }

    @exclusivity(unchecked) private unowned(unsafe) final var attachedView: View?
    /// The touches that are being tracked, in the order in which they went down.
    @exclusivity(unchecked) package final var touches: ContiguousArray<Touch> = []
    @exclusivity(unchecked) final var presses: ContiguousArray<Press> = []
    /// The touches and presses of this attempt that are over, as those of the first tap of two.
    @exclusivity(unchecked) final var former: ContiguousArray<AnyObject> = []
    /// How many touches of this attempt were tracked at once at most.
    @exclusivity(unchecked) package final var touchesAtOnce = 0
    /// Centre of the located touches on the screen when they were released.
    final var lastCenter = Point.zero
    /// The arena of the attempt, nil while there is none.
    @exclusivity(unchecked) unowned(unsafe) final var arena: GestureArena?
    /// How the attempt stands, known to everybody.
    @exclusivity(unchecked) final var committed = State.possible
    /// What was set last and is not decided yet.
    @exclusivity(unchecked) final var proposed: State?
    /// The gesture is complete in this state, and `blockers` have to fail first (G38).
    @exclusivity(unchecked) final var held: State?
    /// Why the gesture counts as complete.
    @exclusivity(unchecked) final var heldCause = GestureCause.gesture
    /// The last event of which was asked whether it is wanted, and the answer.
    @exclusivity(unchecked) final var askedEvent = 0
    @exclusivity(unchecked) final var wantsEvent = false
    /// The gesture has ended while it was held in `began`.
    final var hasEndedHeld = false
    final var blockers: [GestureRecognizer] = []
    /// Those that always have to fail first.
    final var requirements: [Weak<GestureRecognizer>] = []
    final var depth = 0
    @exclusivity(unchecked) final var lastRound = 0
    /// What an observer of this package's knows it by, 0 for nothing.
    @exclusivity(unchecked) package final var internedID: Int32 = 0
    /// What the descriptors of this package's know its kind by, 0 until they are asked.
    @exclusivity(unchecked) package final var kindNumber: UInt8 = 0
    /// The first of the touches that are being tracked.
    package final var firstTouch: Touch? { touches.first }
    @exclusivity(unchecked) final var isDetached = false
    @exclusivity(unchecked) final var targets = ActionList<AnyMoment>()
    private lazy final var clock = Deadline(owner: self)
    private final var hasClock = false

    /// A recognizer without targets.
    public init() {}

    /// A recognizer that tells a target of its gesture.
    public convenience init(target: any ActionTarget, action: Action) {
        self.init()
        addTarget(target, action: action)
    }

    // MARK: State

    /// How the attempt stands; a subclass sets it, and transitions that don't exist change nothing (G4).
    public final var state: State {
        get { arena?.referee.isFiring == true ? committed : proposed ?? committed }
        set { propose(newValue, .subclass) }
    }

    /// Forgets the attempt: a subclass's own state goes here, and it calls super (G47).
    open func reset() {}

    // MARK: What a subclass overrides

    /// Fingers that the recognizer receives went down.
    open func touchesBegan(_ touches: TouchSet, with event: Event) {}
    /// Fingers that the recognizer receives moved.
    open func touchesMoved(_ touches: TouchSet, with event: Event) {}
    /// Fingers that the recognizer receives went up.
    open func touchesEnded(_ touches: TouchSet, with event: Event) {}
    /// Touches that the recognizer receives were taken back; the default cancels or fails (G52).
    open func touchesCancelled(_ touches: TouchSet, with event: Event) { touchesWereCancelled() }
    /// Buttons that the recognizer receives went down.
    open func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) {}
    /// Analog values of buttons that the recognizer receives changed.
    open func pressesChanged(_ presses: Set<Press>, with event: PressesEvent) {}
    /// Buttons that the recognizer receives went up.
    open func pressesEnded(_ presses: Set<Press>, with event: PressesEvent) {}
    /// Presses that the recognizer receives were taken back; the default cancels or fails.
    open func pressesCancelled(_ presses: Set<Press>, with event: PressesEvent) { touchesWereCancelled() }
    /// The clock reached `deadline`.
    open func deadlinePassed() {}
    /// Whether this recognizer, on recognizing, makes the other one fail (G33).
    open func canPrevent(_ other: GestureRecognizer) -> Bool { true }
    /// Whether the other recognizer, on recognizing, makes this one fail (G33).
    open func canBePrevented(by other: GestureRecognizer) -> Bool { true }
    /// Whether the other recognizer has to fail before this one may recognize (G41).
    open func shouldRequireFailure(of other: GestureRecognizer) -> Bool { false }
    /// Whether this recognizer has to fail before the other one may recognize (G41).
    open func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool { false }
    /// Whether the recognizer wants to see the event at all (G11).
    open func shouldReceive(_ event: Event) -> Bool { true }

    /// The touches that `numberOfTouches` and the locations describe, in the order in which they went down.
    var locatedTouches: ContiguousArray<Touch> { touches }

    /// The centre of the tracked touches, in a view's coordinates; nil means the window (G53).
    ///
    /// Once they have lifted it is where they were last.
    open func location(in view: View?) -> Point {
        let touches = locatedTouches
        if !touches.isEmpty { return centroid(of: touches, in: view) }
        return (view ?? self.view?.window)?.convertFromScreen(lastCenter) ?? lastCenter
    }

    // MARK: Time

    /// When `deadlinePassed()` is to be called, in seconds of the host's clock; nil when never.
    ///
    /// While a deadline is set the attempt goes on, also when all fingers are up.
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
            if newValue == nil { arena.hasNews = true }
        }
    }

    final func attach(to view: View?) {
        attachedView = view
        askedEvent = 0
    }
}

extension GestureRecognizer: DeadlineOwner {}

extension GestureRecognizer: Hashable {
    public static func == (left: GestureRecognizer, right: GestureRecognizer) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The one moment at which a recognizer's targets are told: whenever there is something to tell.
struct AnyMoment: OptionSet {
    let rawValue: UInt8
    static let any = AnyMoment(rawValue: 1)
}

/// A reference that does not keep its object alive.
struct Weak<Object: AnyObject> {
    weak var object: Object?
}
