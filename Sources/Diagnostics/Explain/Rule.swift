/// A rule that decides where touches go, by what it says and with where it is written.
public enum Rule: Sendable, CaseIterable {
    // Panels.
    case mapping, unmeant, deadZone, debounce, outOfRange, ghost, takenBack, palm, pen, alreadyDown, silence, tooLight,
        stale
    case wake, inactive, ignored
    // Views.
    case ineligible, outside, movedBounds, topPage, notControl, parentBounds, inFront, overridden, singular, windows,
        noWindow, staysWithView
    case singleTouch, exclusiveOther, exclusiveOwn, swallowed
    // Gestures.
    case offered, underneath, disabledGesture, attemptIsOver, withdraws, holdsBack, holdsEndBack
    case oneAtATime, latecomer, waits, required, circle, objection, standardObjection
    case removedGesture, cancelledGesture, recognizedStates
    case tap, tapFingers, tapMovement, tapTime, tapPause
    case pressTime, pressMovement, pressFingers, pan, panFingers, edgePan, swipe, swipeFails, pinch
    // Controls.
    case keepsTouch, disabledControl, oneFinger, margin, cancelledControl, downRepeat, drags
    case button, slider, sliderValue, `switch`
    // The chain.
    case handled, unheard, actions

    /// What it says.
    public var words: String { entry.words }
    /// Its number in the rule book, or the page where it is explained.
    public var number: String { entry.number }
    /// Where it is written, from the folder of the project.
    public var link: String { "docs/\(entry.place)" }

    private typealias Entry = (number: String, place: String, words: String)

    /// Without `default`, so that a new rule does not compile before it has its entry.
    private var entry: Entry {
        let devices = "behaviours/14-panels.md#devices"
        let search = "behaviours/03-hit-testing.md#what-one-view-does"
        let geometry = "behaviours/03-hit-testing.md#geometry"
        let which = "behaviours/05-recognizers.md#which-touches-a-recognizer-gets"
        let wait = "behaviours/06-arbitration.md#waiting-for-another-to-fail"
        let page = "behaviours/07-recognizer-kinds.md"
        let tracking = "behaviours/08-controls.md#tracking-from-down-to-up"
        let taking = "behaviours/08-controls.md#how-a-control-takes-its-touch"
        let standard = "behaviours/08-controls.md#the-standard-controls"
        switch self {
        // Panels.
        case .mapping:
            return (
                "rotation", "panels.md#from-device-units-to-points",
                "Where a panel is touched is turned into points by the axes' ranges, the flips and `rotation`."
            )
        case .unmeant:
            return (
                "input", "layout.md#input", "A panel is used if a screen's `input:` means it, or says nothing at all."
            )
        case .deadZone: return ("deadZones", "panels.md#filters", "No touch begins in one of the screen's `deadZones`.")
        case .debounce:
            return (
                "debounce", "panels.md#filters",
                "With `debounce` a finger that comes back to its place within this time has not lifted."
            )
        case .outOfRange:
            return (
                "V6", "behaviours/14-panels.md#devices",
                "With `outside: ignore` or `enter` a contact that goes down outside of the panel's range is no touch there."
            )
        case .ghost: return ("ghosts", "panels.md#ghosts", "With `ghosts` a point that touches by itself is left out.")
        case .takenBack:
            return (
                "X10", "behaviours/10-cancellation.md#causes",
                "The panel, or its removal, can take a single finger back; that is no lift."
            )
        case .palm: return ("V8", devices, "A palm is no touch, and a touch that is found to be one is cancelled.")
        case .pen: return ("V10", devices, "While a pen is near, fingers beside it do not count.")
        case .tooLight: return ("V9", devices, "A contact that hovers, or presses too lightly, does not touch.")
        case .stale:
            return (
                "V12", "behaviours/14-panels.md#devices",
                "With `silenceLimit` a contact that the panel reports nothing of for that long is cancelled."
            )
        case .alreadyDown:
            return (
                "K6", "behaviours/14-panels.md#the-kernels-stream",
                "A finger that is down when its panel is opened counts only when it has lifted."
            )
        case .silence:
            return (
                "L4", "behaviours/14-panels.md#life-of-a-device",
                "After all fingers were cancelled, as before sleep, none counts until all are up."
            )
        case .wake:
            return ("wake", "recipes/wake.md#the-rules", "The touch that wakes a dark screen does nothing else.")
        case .inactive:
            return (
                "X1", "behaviours/10-cancellation.md#causes",
                "While the application is inactive, no touch begins, live ones are cancelled, and gestures that wait fail."
            )
        case .ignored:
            return (
                "X12", "behaviours/10-cancellation.md#causes",
                "While events are ignored, as while a layout is replaced, no touch begins."
            )
        // Views.
        case .ineligible:
            return (
                "H2", search,
                "A view that is hidden, has its interaction off or an alpha below 0.01 gets no touches, nor does what is in it."
            )
        case .outside: return ("H5", search, "A view gets only touches that go down within its bounds.")
        case .movedBounds:
            return (
                "H10", geometry, "The origin of a view's `bounds` moves everything that lies in the view the other way."
            )
        case .topPage:
            return (
                "R6", "behaviours/09-responder-chain.md#who-is-next",
                "A NavigationController shows the top of its stack only."
            )
        case .notControl:
            return (
                "C1", "behaviours/08-controls.md#how-a-control-takes-its-touch",
                "Only a Control, and so a Button, Slider and Switch, sends control events."
            )
        case .parentBounds: return ("H12", geometry, "What sticks out of its parent gets no touches there.")
        case .inFront:
            return ("H8", search, "Of views that overlap the one in front gets the touch; those behind are not asked.")
        case .overridden:
            return (
                "H23", "behaviours/03-hit-testing.md#overriding-it", "A view's own class can let touches through it."
            )
        case .singular: return ("H29", geometry, "A view that its transform leaves nothing of gets no touches.")
        case .windows:
            return (
                "W3", "behaviours/02-windows.md#which-window-gets-the-touch",
                "Windows are asked from front to back; the first one that wants the touch has it."
            )
        case .noWindow:
            return (
                "W9", "behaviours/02-windows.md#which-window-gets-the-touch",
                "A touch that no window wants is dropped until the finger lifts."
            )
        case .staysWithView:
            return (
                "T4", "behaviours/04-touches.md#one-finger-one-touch",
                "A finger belongs to the view where it went down, wherever it goes."
            )
        case .singleTouch:
            return (
                "T13", "behaviours/04-touches.md#several-fingers-on-one-view",
                "A view follows one finger at a time unless it has `multipleTouchEnabled: true`."
            )
        case .exclusiveOther:
            return (
                "T19", "behaviours/04-touches.md#exclusive-views",
                "While a view with `exclusiveTouch` is touched, no other view of its window hears of new touches."
            )
        case .exclusiveOwn:
            return (
                "T20", "behaviours/04-touches.md#exclusive-views",
                "A view with `exclusiveTouch` hears only of touches that begin while no other view is touched."
            )
        case .swallowed:
            return (
                "W7", "behaviours/02-windows.md#sending-an-event-on", "An override of sendEvent can swallow an event."
            )
        // Gestures.
        case .offered:
            return ("G9", which, "A gesture gets the fingers that go down on its view, or on a view in that one.")
        case .underneath: return ("G10", which, "Views that only lie underneath get nothing for their gestures.")
        case .disabledGesture:
            return ("G50", "behaviours/06-arbitration.md#broken-off", "A gesture with `enabled: false` gets nothing.")
        case .attemptIsOver:
            return (
                "G48", "behaviours/06-arbitration.md#starting-over",
                "A gesture that succeeded or failed takes no new finger until all of its fingers are up."
            )
        case .withdraws:
            return (
                "G19", "behaviours/05-recognizers.md#taking-touches-away-from-the-view",
                "A gesture that is recognized takes its fingers from the views, unless it has `cancelsTouchesInView: false`."
            )
        case .holdsBack:
            return (
                "G25", "behaviours/05-recognizers.md#holding-touches-back",
                "With `delaysTouchesBegan` views hear of a finger only when that gesture has failed."
            )
        case .holdsEndBack:
            return (
                "G27", "behaviours/05-recognizers.md#holding-touches-back",
                "A view learns that a finger has lifted only when none of its gestures waits for more."
            )
        case .oneAtATime:
            return (
                "G30", "behaviours/06-arbitration.md#one-gesture-at-a-time",
                "Of gestures that share a finger the first one wins, unless `simultaneousWith` lets both go on."
            )
        case .latecomer:
            return (
                "G31", "behaviours/06-arbitration.md#one-gesture-at-a-time",
                "A gesture that is under way is not disturbed by one that comes later."
            )
        case .waits:
            return ("G38", wait, "A gesture with `requireToFail` waits until the other one has failed.")
        case .required:
            return ("G39", wait, "A gesture with `requireToFail` fails when the other one is recognized.")
        case .circle: return ("G43", wait, "Gestures that wait for each other all fail.")
        case .objection:
            return ("G44", "behaviours/06-arbitration.md#objections", "The touched view can object to a gesture.")
        case .standardObjection:
            return (
                "C21", "behaviours/08-controls.md#controls-and-recognizers",
                "A Button, Switch or Slider keeps its own gesture when a view above it wants the same."
            )
        case .removedGesture:
            return (
                "G51", "behaviours/06-arbitration.md#broken-off", "A gesture whose view is taken away is broken off."
            )
        case .cancelledGesture:
            return (
                "G52", "behaviours/06-arbitration.md#broken-off",
                "A gesture is broken off when its fingers are taken back."
            )
        case .recognizedStates:
            return (
                "G2", "behaviours/05-recognizers.md#states",
                "A tap and a swipe are recognized at once; only the others begin, change and end."
            )
        case .tap:
            return ("G55", "\(page)#tap", "A tap is recognized when its last finger lifts from its last tap.")
        case .tapFingers: return ("G56", "\(page)#tap", "All fingers of a tap are down at the same time, and no more.")
        case .tapMovement: return ("G57", "\(page)#tap", "The finger of a tap moves by no more than 45 pt.")
        case .tapTime: return ("G58", "\(page)#tap", "A tap lasts no longer than 1.5 s.")
        case .tapPause:
            return ("G59", "\(page)#tap", "The next tap of several begins within 0.35 s and 45 pt of the one before.")
        case .pressTime:
            return ("G64", "\(page)#long-press", "A long press fails when a finger lifts before `minimumDuration`.")
        case .pressMovement:
            return (
                "G63", "\(page)#long-press",
                "A long press fails when a finger moves by more than `allowableMovement` before its time."
            )
        case .pressFingers:
            return ("G66", "\(page)#long-press", "All fingers of a long press are down at the same time, and no more.")
        case .pan: return ("G68", "\(page)#pan", "A pan begins when its fingers have moved by 10 pt.")
        case .panFingers:
            return ("G70", "\(page)#pan", "A pan needs its fingers until the end, and at first no more than its most.")
        case .edgePan:
            return (
                "G75", "\(page)#screen-edge-pan",
                "A screen-edge pan begins within 20 pt of one of its edges and leads away from it."
            )
        case .swipe:
            return (
                "G77", "\(page)#swipe",
                "A swipe goes 50 pt in one of its directions, and no more than 50 pt across, within 0.5 s."
            )
        case .swipeFails:
            return ("G78", "\(page)#swipe", "A swipe that goes elsewhere, lifts early or has too few fingers fails.")
        case .pinch:
            return (
                "G81", "\(page)#pinch-and-rotation",
                "A pinch begins when two fingers come 8 pt closer or further apart, a rotation at about 6 degrees."
            )
        // Controls and the chain.
        case .keepsTouch:
            return ("C2", taking, "A control keeps its touches: no view or controller above it hears of them.")
        case .disabledControl:
            return ("C15", taking, "A control with `enabled: false` takes touches and sends nothing.")
        case .oneFinger: return ("C14", taking, "A control follows one finger at a time.")
        case .margin:
            return (
                "C7", tracking, "A finger counts as inside of a control up to 70 pt around it, and beyond as outside."
            )
        case .cancelledControl:
            return (
                "C12", tracking, "A control whose finger is taken away sends touchCancel, and nothing for the lift."
            )
        case .downRepeat: return ("C5", tracking, "touchDownRepeat is sent for the second tap in a row and later ones.")
        case .drags: return ("C8", tracking, "Drag events are sent when the finger moves.")
        case .button:
            return ("C18", standard, "A Button acts on touchUpInside and primaryActionTriggered, and has no value.")
        case .slider: return ("C19", standard, "A Slider follows a finger only if that goes down on its thumb.")
        case .sliderValue: return ("C19", standard, "A Slider sends valueChanged when the finger changes its value.")
        case .switch: return ("C20", standard, "A Switch changes when it is tapped.")
        case .handled:
            return (
                "R12", "behaviours/09-responder-chain.md#handling-and-passing-on",
                "Who has a handler for a touch event keeps that event, unless it says `pass: true`."
            )
        case .actions:
            return (
                "A5", "behaviours/11-first-responder-and-actions.md#actions",
                "An action that nobody on its way up has in `actions:` does nothing."
            )
        case .unheard:
            return (
                "R15", "behaviours/09-responder-chain.md#handling-and-passing-on",
                "A touch that nobody handles disappears without a word."
            )
        }
    }
}
