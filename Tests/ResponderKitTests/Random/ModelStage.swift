import ResponderKit

/// The application under test and the reference model, with the same tree and input.
final class ModelStage {
    let random: SeededRandom
    let model = ReferenceModel()
    let application: Application
    var views: [View] = []
    var gestures: [GestureRecognizer] = []
    var down: [Int: (x: Double, y: Double)] = [:]
    var time: Int64 = 0
    var lastDown: (x: Double, y: Double)?
    let log = CallLog()
    /// Performed steps; empty unless tracing is enabled.
    var trace: [String] = []
    let isTracing: Bool

    init(seed: UInt64, hasGestures: Bool, isTracing: Bool = false) {
        random = SeededRandom(seed: seed)
        self.isTracing = isTracing
        application = Application()
        for number in 0..<2 { addWindow(number) }
        for number in 2..<2 + random.pick([8, 10, 25, 80, 200]) {
            model.tree.views.append(ReferenceView())
            views.append(ModelView(number, log))
            changeGeometry(number)
            changeShape(number)
            for _ in 0..<2 { changeFlags(number) }
            setPassing(number, !random.once(in: 4))
            put(number, in: random.once(in: 3) ? random.below(2) : random.below(number))
        }
        guard hasGestures else { return }
        if isTracing { application.addObserver(self) }
        for number in 0..<random.pick([1, 2, 4, 8]) { addRecognizer(number) }
    }

    func write(_ line: @autoclosure () -> String) { if isTracing { trace.append(line()) } }

    private func addWindow(_ number: Int) {
        var view = ReferenceView()
        (view.centerX, view.centerY) = number == 0 ? (200, 200) : (300, 250)
        (view.width, view.height) = number == 0 ? (400, 400) : (150, 250)
        view.isWindow = true
        view.level = Double(random.below(2))
        let window = ModelWindow(number, log, application)
        window.windowLevel = Window.Level(rawValue: view.level)
        window.bounds = Rect(x: 0, y: 0, width: view.width, height: view.height)
        window.center = Point(x: view.centerX, y: view.centerY)
        window.isHidden = false
        model.tree.views.append(view)
        model.tree.show(number)
        views.append(window)
    }

    private func addRecognizer(_ number: Int) {
        let (own, real) = recognizer(number)
        own.cancels = !random.once(in: 3)
        own.delaysBegan = random.once(in: 4)
        own.delaysEnded = !random.once(in: 4)
        real.cancelsTouchesInView = own.cancels
        real.delaysTouchesBegan = own.delaysBegan
        real.delaysTouchesEnded = own.delaysEnded
        let view = random.once(in: 2) ? random.below(2) : random.below(views.count)
        own.view = view
        model.tree.views[view].recognizers.append(number)
        model.recognizers.append(own)
        views[view].addGestureRecognizer(real)
        real.addAction { [log] in log.entries.append(contentsOf: [500 + $0.state.rawValue, number, $0.numberOfTouches])
        }
        gestures.append(real)
        guard number > 0, random.once(in: 3) else { return }
        let other = random.below(number)
        own.requirements.append(other)
        real.require(toFail: gestures[other])
    }

    private func recognizer(_ number: Int) -> (ReferenceRecognizer, GestureRecognizer) {
        switch random.below(4) {
        case 0:
            let (own, real) = (ReferencePress(number), LongPressGestureRecognizer())
            own.duration = Int64(random.pick([100, 500])) * 1000
            real.minimumPressDuration = Double(own.duration) / 1_000_000
            return (own, real)
        case 1:
            let (own, real) = (ReferencePan(number), PanGestureRecognizer())
            own.minimum = random.number(1...2)
            own.maximum = random.number(own.minimum...2)
            (real.minimumNumberOfTouches, real.maximumNumberOfTouches) = (own.minimum, own.maximum)
            return (own, real)
        default:
            let (own, real) = (ReferenceTap(number), TapGestureRecognizer())
            own.taps = random.number(1...2)
            real.numberOfTapsRequired = own.taps
            return (own, real)
        }
    }
}

extension ModelStage: ApplicationObserver {
    func recognizer(
        _ recognizer: GestureRecognizer,
        from old: GestureRecognizer.State,
        to new: GestureRecognizer.State,
        cause: GestureCause
    ) {
        write("  gesture \(gestures.firstIndex(of: recognizer) ?? -1): \(old) to \(new), \(cause)")
    }
}

/// Calls to all views and recognizers as numbers, in the same format as the reference model's log.
final class CallLog {
    var entries: [Int] = []

    func write(_ phase: Int, _ receiver: Int, _ touches: TouchSet) {
        let first = touches.first
        let hit = (first?.view as? ModelView)?.number ?? (first?.view as? ModelWindow)?.number ?? -1
        entries.append(contentsOf: [phase, receiver, hit, first?.tapCount ?? 0, touches.count])
        for touch in touches { entries.append(Int(touch.finger.contact)) }
    }
}

final class ModelView: View {
    let number: Int
    private let log: CallLog
    var passesOn = true

    init(_ number: Int, _ log: CallLog) {
        (self.number, self.log) = (number, log)
        super.init()
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event?) {
        log.write(1, number, touches)
        if passesOn { super.touchesBegan(touches, with: event) }
    }

    override func touchesMoved(_ touches: TouchSet, with event: Event?) {
        log.write(2, number, touches)
        if passesOn { super.touchesMoved(touches, with: event) }
    }

    override func touchesEnded(_ touches: TouchSet, with event: Event?) {
        log.write(3, number, touches)
        if passesOn { super.touchesEnded(touches, with: event) }
    }

    override func touchesCancelled(_ touches: TouchSet, with event: Event?) {
        log.write(4, number, touches)
        if passesOn { super.touchesCancelled(touches, with: event) }
    }
}

final class ModelWindow: Window {
    let number: Int
    private let log: CallLog

    init(_ number: Int, _ log: CallLog, _ application: Application) {
        (self.number, self.log) = (number, log)
        super.init(frame: .zero, application: application)
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event?) {
        log.write(1, number, touches)
        super.touchesBegan(touches, with: event)
    }

    override func touchesMoved(_ touches: TouchSet, with event: Event?) {
        log.write(2, number, touches)
        super.touchesMoved(touches, with: event)
    }

    override func touchesEnded(_ touches: TouchSet, with event: Event?) {
        log.write(3, number, touches)
        super.touchesEnded(touches, with: event)
    }

    override func touchesCancelled(_ touches: TouchSet, with event: Event?) {
        log.write(4, number, touches)
        super.touchesCancelled(touches, with: event)
    }
}
