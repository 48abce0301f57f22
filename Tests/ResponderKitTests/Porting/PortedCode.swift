import ResponderKit

/// A stepped control that follows a finger horizontally.
final class StepControl: Control {
    private(set) var step = 0
    private var firstStep = 0
    private var start = Point.zero

    override func beginTracking(_ touch: Touch, with event: TouchEvent?) -> Bool {
        (start, firstStep) = (touch.location(in: self), step)
        return super.beginTracking(touch, with: event)
    }

    override func continueTracking(_ touch: Touch, with event: TouchEvent?) -> Bool {
        let moved = touch.location(in: self).x - start.x
        let new = firstStep + Int(moved / 20)
        if new != step {
            step = new
            sendActions(for: .valueChanged)
        }
        return true
    }

    override func cancelTracking(with event: TouchEvent?) {
        step = firstStep
        super.cancelTracking(with: event)
    }

    override func point(inside point: Point, with event: TouchEvent?) -> Bool {
        bounds.insetBy(dx: -20, dy: -20).contains(point)
    }
}

/// Lets a touch pass through unless it hits a subview.
final class OverlayView: View {
    override func hitTest(_ point: Point, with event: TouchEvent?) -> View? {
        let hit = super.hitTest(point, with: event)
        return hit == self ? nil : hit
    }
}

/// Collects the points of every finger.
final class DrawingView: View {
    private(set) var finished: [[Point]] = []
    private var strokes: [Touch: [Point]] = [:]

    override init(frame: Rect) {
        super.init(frame: frame)
        isMultipleTouchEnabled = true
    }

    override func touchesBegan(_ touches: TouchSet, with event: TouchEvent?) {
        for touch in touches { strokes[touch] = [touch.location(in: self)] }
    }

    override func touchesMoved(_ touches: TouchSet, with event: TouchEvent?) {
        for touch in touches {
            for sample in event?.coalescedTouches(for: touch) ?? [] {
                strokes[touch]?.append(sample.location(in: self))
            }
        }
    }

    override func touchesEnded(_ touches: TouchSet, with event: TouchEvent?) {
        for touch in touches {
            if let points = strokes.removeValue(forKey: touch) { finished.append(points) }
        }
    }

    override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent?) {
        for touch in touches { strokes[touch] = nil }
    }
}

/// Allows simultaneous pinch and rotation on one view.
final class PhotoController: ViewController, GestureRecognizerDelegate {
    let photo = View(frame: Rect(x: 100, y: 100, width: 400, height: 300))
    let close = Button(frame: Rect(x: 0, y: 0, width: 80, height: 44))
    private(set) var isClosed = false
    private var together: Set<GestureRecognizer> = []

    override func viewDidLoad() {
        super.viewDidLoad()
        photo.isMultipleTouchEnabled = true
        let pinch = PinchGestureRecognizer()
        let rotation = RotationGestureRecognizer()
        for recognizer in [pinch, rotation] as [GestureRecognizer] {
            recognizer.delegate = self
            photo.addGestureRecognizer(recognizer)
            together.insert(recognizer)
        }
        view.addSubview(photo)
        view.addSubview(close)
        close.addAction(Action { [weak self] _ in self?.isClosed = true }, for: .touchUpInside)
    }

    func gestureRecognizer(
        _ recognizer: GestureRecognizer,
        shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool {
        together.contains(recognizer) && together.contains(other)
    }

    func dismissAlert(in window: Window, above other: Window) {
        window.windowLevel = .alert + 1
        window.isHidden = !view.endEditing(true) || other.subviews.contains(photo)
    }
}
