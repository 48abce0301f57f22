internal import Geometry
internal import HandlerEvents
internal import LayoutFile
internal import ResponderKit

/// Moves, scales and rotates a view with the fingers, by its transform.
///
/// All recognizers process a touch event before the first of them reports a state change. Therefore, `move` reads all
/// three recognizers at the first report.
final class ViewFollower {
    private struct Part: OptionSet {
        let rawValue: UInt8
        static let pan = Part(rawValue: 1)
        static let pinch = Part(rawValue: 2)
        static let rotation = Part(rawValue: 4)
    }

    private let pan: PanGestureRecognizer?
    private let pinch: PinchGestureRecognizer?
    private let rotation: RotationGestureRecognizer?
    private let layout: FollowLayout
    /// Minimum time between two `changed` events, in microseconds.
    private let interval: Int64
    private let boundCalls: BoundCallTable

    /// Gestures in progress.
    private var active: Part = []
    /// The view's transform before the gestures began.
    private var start = AffineTransform.identity
    /// The transform of the gestures, within all limits of the layout except `area:`; `limited` applies `area:`.
    private var path = AffineTransform.identity
    /// Scale and rotation (in radians) of the view: `free…` without, `shown…` within the limits of the layout.
    private var (freeScale, freeRotation) = (1.0, 0.0)
    private var (shownScale, shownRotation) = (1.0, 0.0)
    /// Recognizer values applied in the latest call of `move`.
    private var (appliedTranslation, appliedScale, appliedRotation) = (Point.zero, 1.0, 0.0)
    /// Number of attempts; the `stream` of all events from the first gesture's begin to the last gesture's end.
    private var attempt: Int32 = 0
    /// Time of the last handler event, in microseconds.
    private var lastEvent: Int64 = 0

    init(_ layout: FollowLayout, _ recognizers: [GestureRecognizer], _ boundCalls: [BoundCalls]) {
        self.layout = layout
        interval = layout.changesPerSecond.map { 1_000_000 / Int64($0) } ?? 0
        self.boundCalls = BoundCallTable(boundCalls)
        pan = recognizers.lazy.compactMap { $0 as? PanGestureRecognizer }.first
        pinch = recognizers.lazy.compactMap { $0 as? PinchGestureRecognizer }.first
        rotation = recognizers.lazy.compactMap { $0 as? RotationGestureRecognizer }.first
    }

    /// Returns whether a gesture moves the view.
    func uses(_ gesture: GestureRecognizer) -> Bool { gesture === pan || gesture === pinch || gesture === rotation }

    /// Updates the view and calls handlers after a state change of one of the gestures.
    func follow(_ gesture: GestureRecognizer) {
        guard let view = gesture.view else { return }
        switch gesture.state {
        case .began: begin(gesture, view)
        case .changed: if move(view) { sendChange(gesture, view) }
        case .ended, .cancelled: end(gesture, view)
        case .possible, .failed: break
        }
    }

    private func part(_ gesture: GestureRecognizer) -> Part {
        gesture === pan ? .pan : gesture === pinch ? .pinch : .rotation
    }

    private func begin(_ gesture: GestureRecognizer, _ view: View) {
        let isFirst = active.isEmpty
        if isFirst {
            start = view.transform
            path = start
            (freeScale, freeRotation) = (start.scale, start.rotation)
            (shownScale, shownRotation) = (freeScale, freeRotation)
            (appliedTranslation, appliedScale, appliedRotation) = (.zero, 1, 0)
            attempt &+= 1
        }
        active.insert(part(gesture))
        let isMoved = move(view)
        if isFirst { send(.began, gesture, view) } else if isMoved { sendChange(gesture, view) }
    }

    private func end(_ gesture: GestureRecognizer, _ view: View) {
        if gesture.state == .ended { _ = move(view) }
        active.remove(part(gesture))
        guard active.isEmpty else { return }
        send(gesture.state == .ended ? .ended : .cancelled, gesture, view)
        if layout.snapsBack { view.transform = start }
    }

    // MARK: Movement

    /// Applies the movements of the fingers since the last call. Returns whether the view's transform changed.
    private func move(_ view: View) -> Bool {
        guard let superview = view.superview else { return false }
        var translation = Point.zero
        if let pan, isFollowed(pan, .pan) {
            translation = pan.translation(in: superview)
            path.tx += translation.x - appliedTranslation.x
            path.ty += translation.y - appliedTranslation.y
        }
        var scale = 1.0
        if let pinch, isFollowed(pinch, .pinch) {
            scale = pinch.scale
            freeScale *= scale / appliedScale
        }
        var angle = 0.0
        if let rotation, isFollowed(rotation, .rotation) {
            angle = rotation.rotation
            freeRotation += angle - appliedRotation
        }
        (appliedTranslation, appliedScale, appliedRotation) = (translation, scale, angle)
        turn(about: fingers?.location(in: superview) ?? .zero, view.center)
        let transform = limited(path, view.center, in: superview)
        guard transform != view.transform else { return false }
        view.transform = transform
        return true
    }

    /// Returns whether to apply the values of a gesture. After the first gesture has begun, also applies gestures
    /// before their recognition. Otherwise, the touched points of the view would not stay under the fingers.
    private func isFollowed(_ gesture: GestureRecognizer, _ part: Part) -> Bool {
        switch gesture.state {
        case .began, .changed: true
        case .possible: gesture.numberOfTouches > 0
        case .ended, .cancelled, .failed: active.contains(part)
        }
    }

    /// A recognizer at the center of the fingers: pinch, rotation or pan, in this order; nil without such a gesture.
    private var fingers: GestureRecognizer? {
        if let pinch, isFollowed(pinch, .pinch) { return pinch }
        if let rotation, isFollowed(rotation, .rotation) { return rotation }
        return pan
    }

    /// Scales and rotates `path` about a location in the superview. `center` is the view's `center`, without the
    /// transform.
    private func turn(about location: Point, _ center: Point) {
        let (scale, rotation) = (freeScale.limited(to: layout.scale), freeRotation.limited(to: layout.radians))
        let (factor, angle) = (shownScale > 0 ? scale / shownScale : 1, rotation - shownRotation)
        guard factor != 1 || angle != 0 else { return }
        (shownScale, shownRotation) = (scale, rotation)
        let (x, y) = (location.x - center.x, location.y - center.y)
        path = path.concatenating(AffineTransform(translationX: -x, y: -y))
            .concatenating(AffineTransform(scaleX: factor, y: factor))
            .concatenating(AffineTransform(rotationAngle: angle))
            .concatenating(AffineTransform(translationX: x, y: y))
    }

    /// Limits the translation of a transform, so that the view's center is inside the layout's `area:`.
    private func limited(
        _ transform: AffineTransform,
        _ center: Point,
        in superview: View
    ) -> AffineTransform {
        guard let area = layout.area?.resolved(in: superview.bounds) else { return transform }
        var result = transform
        // A `ClosedRange` would trap on NaN limits, which occur in an enormous superview.
        result.tx = min(max(center.x + transform.tx, area.minX), area.maxX) - center.x
        result.ty = min(max(center.y + transform.ty, area.minY), area.maxY) - center.y
        return result
    }

    // MARK: Events

    private func sendChange(_ gesture: GestureRecognizer, _ view: View) {
        guard let calls = boundCalls[.changed].unretained else { return }
        let isDue = calls._withUnsafeGuaranteedRef { $0.now - lastEvent >= interval }
        if isDue { send(.changed, gesture, view) }
    }

    private func send(_ event: EventName, _ gesture: GestureRecognizer, _ view: View) {
        // The table is constant and retains the calls, so the unretained reference remains valid.
        boundCalls[event].unretained?._withUnsafeGuaranteedRef { eventCalls in
            var handlerEvent = HandlerEvent(event, gesture, origin: eventCalls.origin, now: eventCalls.now)
            let transform = view.transform
            (handlerEvent.translationX, handlerEvent.translationY) = (transform.tx, transform.ty)
            (handlerEvent.scale, handlerEvent.rotation) = (transform.scale, transform.rotation * 180 / .pi)
            handlerEvent.stream = attempt
            lastEvent = handlerEvent.time
            eventCalls.run(handlerEvent)
        }
    }
}

extension AffineTransform {
    /// Scale factor of lengths, for equal factors in both directions.
    fileprivate var scale: Double { abs(a * d - b * c).squareRoot() }
    /// Clockwise rotation of the x axis, in radians.
    fileprivate var rotation: Double { Trigonometry.arctangent(y: b, x: a) }
}

extension FollowLayout {
    fileprivate var radians: ClosedRange<Double>? {
        rotation.map { $0.lowerBound * .pi / 180...$0.upperBound * .pi / 180 }
    }
}

extension Double {
    fileprivate func limited(to range: ClosedRange<Double>?) -> Double {
        range.map { Swift.min(Swift.max(self, $0.lowerBound), $0.upperBound) } ?? self
    }
}
