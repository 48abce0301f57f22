@testable import ResponderKit

/// An application in which every callback may change anything: the tree, recognizers, touches or the queue.
final class Chaos {
    let random: SeededRandom
    let oracle: ChaosOracle
    let application = Application()
    var windows: [ChaosWindow] = []
    let root = ViewController()
    var views: [View] = []
    var recognizers: [GestureRecognizer] = []
    var delegates: [ChaosDelegate] = []
    /// Number of steps: inputs, clock advances and changes, including changes in callbacks.
    private(set) var steps = 0
    var time: Microseconds = 0
    var down: [Int32: Point] = [:]

    /// Number of changes that callbacks may still make during this input.
    private var budget = 0
    private var nesting = 0
    /// Average number of callbacks per change.
    private let rarity: Int
    private var isCalm = false
    private var serial = 0

    init(seed: UInt64, isTracing: Bool = false) {
        random = SeededRandom(seed: seed)
        oracle = ChaosOracle(isTracing: isTracing, isObserving: !random.once(in: 4))
        rarity = random.pick([4, 10, 30, 100])
        isCalm = true
        if oracle.isObserving { application.addObserver(oracle) }
        delegates = (0..<3).map { _ in ChaosDelegate(self) }
        application.delegate = delegates[0]
        windows = [ChaosWindow(self, "back", level: 0), ChaosWindow(self, "front", level: 1)]
        windows[1].frame = Rect(x: 100, y: 100, width: 200, height: 200)
        views = windows
        root.view = newView()
        windows[0].rootViewController = root
        views.append(root.view)
        for _ in 0..<random.pick([6, 20, 50]) {
            let view = newView()
            random.pick(views).addSubview(view)
            views.append(view)
        }
        for _ in 0..<random.pick([0, 4, 12, 24]) {
            let recognizer = newRecognizer()
            recognizers.append(recognizer)
            random.pick(views).addGestureRecognizer(recognizer)
        }
        for _ in 0..<recognizers.count / 3 { random.pick(recognizers).require(toFail: random.pick(recognizers)) }
        isCalm = false
    }

    // MARK: Random views and recognizers

    func anyFrame() -> Rect {
        Rect(
            x: random.half(-20...150),
            y: random.half(-20...150),
            width: random.half(20...300),
            height: random.half(20...300)
        )
    }

    func newView() -> View {
        serial += 1
        let view: View
        switch random.below(12) {
        case 0: view = prepare(Button(frame: anyFrame()))
        case 1: view = prepare(Switch(frame: anyFrame()))
        case 2: view = prepare(Slider(frame: anyFrame()))
        case 3, 4: view = ChaosHitView(self, "hit\(serial)")
        default: view = ChaosView(self, "view\(serial)")
        }
        view.isMultipleTouchEnabled = random.once(in: 2)
        view.isExclusiveTouch = random.once(in: 8)
        return view
    }

    private func prepare(_ control: Control) -> Control {
        control.identifier = "control\(serial)"
        control.addAction(for: .allEvents) { [weak self] _, _ in self?.meddle() }
        control.addTarget(delegates[0], action: "act", for: .allTouchEvents)
        return control
    }

    func newRecognizer() -> GestureRecognizer {
        serial += 1
        let recognizer: GestureRecognizer
        switch random.below(10) {
        case 0: recognizer = LongPressGestureRecognizer()
        case 1: recognizer = PanGestureRecognizer()
        case 2: recognizer = SwipeGestureRecognizer()
        case 3: recognizer = PinchGestureRecognizer()
        case 4: recognizer = RotationGestureRecognizer()
        case 5, 6: recognizer = ChaosRecognizer(self)
        case 7:
            let limit = TouchLimitGestureRecognizer()
            limit.maximumNumberOfTouches = random.number(1...3)
            if random.once(in: 3) { limit.edges = .all }
            recognizer = limit
        default:
            let tap = TapGestureRecognizer()
            tap.numberOfTapsRequired = random.number(1...2)
            recognizer = tap
        }
        recognizer.name = "\(type(of: recognizer))\(serial)"
        recognizer.cancelsTouchesInView = !random.once(in: 3)
        if !(recognizer is TouchLimitGestureRecognizer) { recognizer.delaysTouchesBegan = random.once(in: 4) }
        recognizer.delaysTouchesEnded = !random.once(in: 4)
        if random.once(in: 2) { recognizer.delegate = random.pick(delegates) }
        recognizer.addAction { [weak self] _ in self?.meddle() }
        recognizer.addTarget(delegates[1], action: "act")
        return recognizer
    }

    // MARK: Running

    func received(_ view: View, _ phase: Touch.Phase, _ touches: TouchSet) {
        oracle.received(view, phase, touches)
        meddle()
    }

    /// Runs in every callback; occasionally makes a change.
    func meddle() {
        guard !isCalm, budget > 0, nesting < 4, random.once(in: rarity) else { return }
        budget -= 1
        nesting += 1
        change()
        nesting -= 1
    }

    /// A delegate's result: usually the default, occasionally the opposite.
    func answer(mostly usual: Bool) -> Bool { isCalm || !random.once(in: 12) ? usual : !usual }

    private func change() {
        steps += 1
        anyChange()
    }

    /// Performs one input, clock advance or external change.
    func step() {
        steps += 1
        budget = 8
        switch random.below(10) {
        case 0: anyChange()
        case 1: advance()
        default: application.send(anyFrameOfTouches())
        }
        application.dispatchPending()
        if application.isBusy { oracle.complain("the application is still busy") }
        if !application.queue.isEmpty { oracle.complain("the queue is not empty") }
    }

    /// Lifts all fingers, advances the clock far ahead, and checks that no state remains.
    func calmDown() {
        isCalm = true
        defer { isCalm = false }
        application.becomeActive()
        while application.isIgnoringInteractionEvents { application.endIgnoringInteractionEvents() }
        application.send(TouchFrame(time: time, Self.fingers.map { .ended($0, 10, 10) }))
        down.removeAll()
        for _ in 0..<3 {
            time += 20_000_000
            application.advance(to: time)
        }
        oracle.checkAllEnded()
        if oracle.isObserving { oracle.checkAllReset() }
        if application.nextDeadline != nil { oracle.complain("a deadline is left") }
        if application.touchEvent.allTouches?.isEmpty != true { oracle.complain("touches are left") }
        for touch in application.delivery.lingering {
            let names = touch.recognizers.map { "\($0.name ?? "?") \($0.committed)" }
            oracle.complain("finger \(touch.finger.contact) lingers, held by \(names): \(touch.delivery)")
        }
        for recognizer in application.arena.engaged {
            oracle.complain("\(recognizer.name ?? "?") is still engaged as \(recognizer.committed)")
        }
        for recognizer in recognizers where recognizer.state != .possible || recognizer.numberOfTouches > 0 {
            oracle.complain("\(recognizer.name ?? "?") is still \(recognizer.state)")
        }
    }

    static let fingers: [Int32] = Array(1...8)
}
