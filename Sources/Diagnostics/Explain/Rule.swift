package import GestureKinds

/// Rules that explanations cite. The rules for a single gesture kind are in the descriptor of this kind.
extension Rule {
    /// All rules of this extension and of the gesture kinds; tests check their links.
    package static let all: [Rule] =
        [
            .mapping, .unmeant, .deadZone, .debounce, .outOfRange, .ghost, .filterCancellation, .palm, .pen, .tooLight,
            .holdDuration, .ignoreRepeat, .withheld, .stale, .alreadyDown, .silence, .wake, .inactive, .ignored,
            .ineligible,
            .outside, .movedBounds,
            .topPage, .notControl, .parentBounds, .inFront, .presentedPage, .overridden, .singular, .windows, .noWindow,
            .staysWithView, .singleTouch, .exclusiveOther, .exclusiveOwn, .swallowed, .offered, .underneath,
            .disabledGesture, .attemptIsOver, .withdraws, .holdsBack, .holdsEndBack, .oneAtATime, .latecomer, .waits,
            .required, .circle, .objection, .standardObjection, .removedGesture, .cancelledGesture,
            .recognizedStates, .sequenceSteps, .sequenceTime,
            .keepsTouch, .disabledControl, .oneFinger, .margin, .cancelledControl, .downRepeat,
            .drags, .button, .slider, .sliderValue, .switch, .handled, .actions, .unheard,
        ] + GestureType.allCases.flatMap(\.kind.rules)

    // MARK: Panels

    static let mapping = Rule(
        "rotation",
        "guide/panels.md#from-device-units-to-points",
        "Panel coordinates are converted to points with the axis ranges, `flipX`, `flipY`, `swapAxes` and `rotation`."
    )
    package static let unmeant = Rule(
        "input",
        "reference/layout.md#input",
        "A panel is used only if the `input:` of a screen matches the panel or is empty."
    )
    static let deadZone = Rule(
        "deadZones",
        "guide/panels.md#filters",
        "No touch begins within the `deadZones` of a screen."
    )
    static let debounce = Rule(
        "debounce",
        "guide/panels.md#filters",
        "With `debounce`, a finger that lifts and returns within that time continues the same touch."
    )
    static let outOfRange = device(
        "V6",
        "With `outOfRange: reject` or `outOfRange: enter`, no touch begins outside the panel's range."
    )
    static let ghost = Rule(
        "ghosts",
        "guide/panels.md#ghosts",
        "With `ghosts`, touches at a point where the panel reports ghost touches are rejected."
    )
    static let filterCancellation = cancellation(
        "X10",
        "A panel, its removal or a plugin can cancel a touch; views then receive touchesCancelled, not touchesEnded."
    )
    static let holdDuration = accommodation(
        "V18",
        "With `holdDuration`, a contact becomes a touch only after it has been down for this time."
    )
    static let ignoreRepeat = accommodation(
        "V19",
        "With `ignoreRepeat`, a contact that goes down within this time after a lift is ignored."
    )
    static let withheld = accommodation(
        "V18",
        "A contact that accommodations withhold is rejected if it is cancelled before its touch begins."
    )
    static let palm = device(
        "V8",
        "A contact that the panel reports as a palm is rejected; a touch that becomes a palm is cancelled."
    )
    static let pen = device("V10", "While a pen is in range of a panel, fingers on this panel are rejected.")
    static let tooLight = device("V9", "A contact that hovers or presses too lightly is rejected.")
    static let stale = device(
        "V12",
        "A contact for which the panel sends no event for `staleContactTimeout` is cancelled."
    )
    static let alreadyDown = Rule(
        "K6",
        "reference/behaviours/14-panels.md#the-kernels-stream",
        "A finger that is already down when the panel is opened is rejected until it lifts."
    )
    static let silence = Rule(
        "L4",
        "reference/behaviours/14-panels.md#life-of-a-device",
        "After all touches were cancelled, such as before suspend, new touches are rejected until all fingers are up."
    )
    static let wake = Rule(
        "wake",
        "guide/recipes/wake.md#the-rules",
        "The touch that wakes a dark screen is not delivered."
    )
    static let inactive = cancellation(
        "X1",
        "While the application is inactive, no touch begins, active touches are cancelled, and waiting gestures fail."
    )
    static let ignored = cancellation(
        "X12",
        "While events are ignored, for example during a reload, no touch begins."
    )

    // MARK: Views

    static let ineligible = search(
        "H2",
        "A view that is hidden, not interactive or has an alpha below 0.01 receives no touches, nor do its subviews."
    )
    static let outside = search("H5", "A view receives only touches that begin within its bounds.")
    static let movedBounds = geometry(
        "H10",
        "The origin of a view's `bounds` shifts its subviews in the opposite direction."
    )
    static let topPage = Rule(
        "R6",
        "reference/behaviours/09-responder-chain.md#who-is-next",
        "A NavigationController shows only the top page of its stack."
    )
    static let notControl = taking("C1", "Only the classes Control, Button, Slider and Switch send control events.")
    static let parentBounds = geometry("H12", "The part of a view outside its superview's bounds receives no touches.")
    static let inFront = search(
        "H8",
        "If views overlap, the frontmost receives the touch, and the views behind it are not hit-tested."
    )
    static let presentedPage = search("H8", "A presented page covers the views behind it, which are not hit-tested.")
    /// Whether the rule states that a page (the view of a view controller) hides the views behind it.
    var isAboutPages: Bool { self == .topPage || self == .presentedPage }
    static let overridden = Rule(
        "H23",
        "reference/behaviours/03-hit-testing.md#overriding-it",
        "A view's class can override the hit test and reject a touch; the views behind it are then hit-tested."
    )
    static let singular = geometry("H29", "A view whose transform shrinks it to zero area receives no touches.")
    static let windows = Rule(
        "W3",
        "reference/behaviours/02-windows.md#which-window-gets-the-touch",
        "Windows are hit-tested from front to back; the first window that accepts a touch receives it."
    )
    static let noWindow = Rule(
        "W9",
        "reference/behaviours/02-windows.md#which-window-gets-the-touch",
        "A touch that no window accepts is dropped until the finger lifts."
    )
    static let staysWithView = Rule(
        "T4",
        "reference/behaviours/04-touches.md#one-finger-one-touch",
        "A touch belongs to the view in which the touch began, even after the finger leaves this view."
    )
    static let singleTouch = Rule(
        "T13",
        "reference/behaviours/04-touches.md#several-fingers-on-one-view",
        "A view tracks one touch at a time, unless it has `multipleTouchEnabled: true`."
    )
    static let exclusiveOther = Rule(
        "T19",
        "reference/behaviours/04-touches.md#exclusive-views",
        "While a view with `exclusiveTouch` is touched, no other view of its window receives new touches."
    )
    static let exclusiveOwn = Rule(
        "T20",
        "reference/behaviours/04-touches.md#exclusive-views",
        "A view with `exclusiveTouch` receives only touches that begin while no other view is touched."
    )
    static let swallowed = Rule(
        "W7",
        "reference/behaviours/02-windows.md#sending-an-event-on",
        "A touch is dropped if an override of `sendEvent` does not forward its event."
    )

    // MARK: Gestures

    static let offered = Rule(
        "G9",
        "reference/behaviours/05-recognizers.md#which-touches-a-recognizer-gets",
        "A gesture receives the touches that begin on its view or on a subview of it, at any depth."
    )
    static let underneath = Rule(
        "G10",
        "reference/behaviours/05-recognizers.md#which-touches-a-recognizer-gets",
        "A view's gestures receive no touches if the view is behind the hit view and is not one of its superviews."
    )
    static let disabledGesture = disabling("G50", "A gesture with `enabled: false` receives no touches.")
    static let attemptIsOver = Rule(
        "G48",
        "reference/behaviours/06-arbitration.md#starting-over",
        "A gesture that was recognized or has failed accepts no new touch until all its fingers are up."
    )
    static let withdraws = Rule(
        "G19",
        "reference/behaviours/05-recognizers.md#taking-touches-away-from-the-view",
        "A recognized gesture cancels its touches in the views, unless it has `cancelsTouchesInView: false`."
    )
    static let holdsBack = Rule(
        "G25",
        "reference/behaviours/05-recognizers.md#holding-touches-back",
        "If a gesture has `delaysTouchesBegan: true`, views receive the touch only after the gesture has failed."
    )
    static let holdsEndBack = Rule(
        "G27",
        "reference/behaviours/05-recognizers.md#holding-touches-back",
        "A view receives touchesEnded only when no gesture of the touch waits for further touches."
    )
    static let oneAtATime = Rule(
        "G30",
        "reference/behaviours/06-arbitration.md#one-gesture-at-a-time",
        "If gestures share a finger, the first recognized gesture prevents the others; `simultaneousWith` allows both."
    )
    static let latecomer = Rule(
        "G31",
        "reference/behaviours/06-arbitration.md#one-gesture-at-a-time",
        "A gesture that has begun is not prevented by a gesture that is recognized later."
    )
    static let waits = waiting("G38", "A gesture waits until all gestures in its `requireToFail` have failed.")
    static let required = waiting("G39", "A gesture fails when a gesture in its `requireToFail` is recognized.")
    static let circle = waiting("G43", "Gestures whose `requireToFail` entries form a cycle all fail.")
    static let objection = Rule(
        "G44",
        "reference/behaviours/06-arbitration.md#objections",
        "The touched view can prevent a gesture from beginning."
    )
    static let standardObjection = Rule(
        "C21",
        "reference/behaviours/08-controls.md#controls-and-recognizers",
        "A Button, Switch or Slider prevents gestures of its superviews that compete with its own action."
    )
    static let removedGesture = disabling("G51", "A gesture fails or is cancelled when its view is removed.")
    static let cancelledGesture = disabling("G52", "A gesture is cancelled when its touches are cancelled.")
    static let recognizedStates = Rule(
        "G2",
        "reference/behaviours/05-recognizers.md#states",
        "A tap or swipe sends neither began nor changed; only the other kinds of gestures do."
    )

    static let sequenceSteps = Rule(
        "steps",
        "reference/layout.md#sequence",
        "A sequence is recognized when the gestures in its `steps` are recognized in this order."
    )
    static let sequenceTime = Rule(
        "within",
        "reference/layout.md#sequence",
        "Each step of a sequence must be recognized at most `within` (2 s) after the previous step."
    )

    // MARK: Controls and the chain

    static let keepsTouch = taking(
        "C2",
        "A control does not forward touches, so no superview and no controller receives them."
    )
    static let disabledControl = taking("C15", "A control with `enabled: false` receives touches but sends no events.")
    static let oneFinger = taking("C14", "A control tracks one touch at a time.")
    static let margin = tracking(
        "C7",
        "A finger counts as inside a control if it is at most `trackingMargin` (70 pt) outside the control's bounds."
    )
    static let cancelledControl = tracking(
        "C12",
        "A control whose touch is cancelled sends touchCancel instead of touchUpInside or touchUpOutside."
    )
    static let downRepeat = tracking("C5", "touchDownRepeat is sent for the second and every later tap of a series.")
    static let drags = tracking("C8", "Drag events are sent when the finger moves.")
    static let button = standard(
        "C18",
        "A Button sends touchUpInside and primaryActionTriggered; only a Slider or Switch sends valueChanged."
    )
    static let slider = standard("C19", "A Slider tracks only touches that begin on its thumb.")
    static let sliderValue = standard("C19", "A Slider sends valueChanged when the finger changes its value.")
    static let `switch` = standard("C20", "A Switch changes when it is tapped.")
    static let handled = Rule(
        "R12",
        "reference/behaviours/09-responder-chain.md#handling-and-passing-on",
        "A responder with a handler for a touch event consumes the event, unless its binding has `pass: true`."
    )
    static let actions = Rule(
        "A5",
        "reference/behaviours/11-first-responder-and-actions.md#actions",
        "An action has no effect if no responder lists it in `actions:`."
    )
    static let unheard = Rule(
        "R15",
        "reference/behaviours/09-responder-chain.md#handling-and-passing-on",
        "A touch that no responder handles is dropped."
    )

    // MARK: Rules of one documentation section

    private static func device(_ number: String, _ words: String) -> Rule {
        Rule(number, "reference/behaviours/14-panels.md#devices", words)
    }
    private static func accommodation(_ number: String, _ words: String) -> Rule {
        Rule(number, "reference/behaviours/14-panels.md#touch-accommodations", words)
    }
    private static func taking(_ number: String, _ words: String) -> Rule {
        Rule(number, "reference/behaviours/08-controls.md#how-a-control-takes-its-touch", words)
    }
    private static func tracking(_ number: String, _ words: String) -> Rule {
        Rule(number, "reference/behaviours/08-controls.md#tracking-from-down-to-up", words)
    }
    private static func standard(_ number: String, _ words: String) -> Rule {
        Rule(number, "reference/behaviours/08-controls.md#the-standard-controls", words)
    }
    private static func cancellation(_ number: String, _ words: String) -> Rule {
        Rule(number, "reference/behaviours/10-cancellation.md#causes", words)
    }
    private static func search(_ number: String, _ words: String) -> Rule {
        Rule(number, "reference/behaviours/03-hit-testing.md#what-one-view-does", words)
    }
    private static func geometry(_ number: String, _ words: String) -> Rule {
        Rule(number, "reference/behaviours/03-hit-testing.md#geometry", words)
    }
    private static func disabling(_ number: String, _ words: String) -> Rule {
        Rule(number, "reference/behaviours/06-arbitration.md#disabling-removal-and-cancellation", words)
    }
    private static func waiting(_ number: String, _ words: String) -> Rule {
        Rule(number, "reference/behaviours/06-arbitration.md#waiting-for-another-to-fail", words)
    }
}
