/// Phases in the reference model; its log contains the raw values.
enum ReferencePhase: Int {
    case began = 1
    case moved, ended, cancelled, stationary
}

/// A touch in the reference model.
final class ReferenceTouch {
    let finger: Int
    /// Number of the touch, in order of touch-down.
    let number: Int
    var view: Int?
    var window: Int?
    var phase = ReferencePhase.began
    var x: Double
    var y: Double
    var formerX: Double
    var formerY: Double
    let downX: Double
    let downY: Double
    let downTime: Int64
    var time: Int64
    /// Square of the maximum distance from the touch-down location, in points².
    var travel = 0.0
    var tapCount = 1
    /// Whether a later touch already continues this touch's tap count.
    var isFollowed = false
    var isServed = false
    var hasBegun = false
    var hasMovedUnseen = false
    /// Whether the view receives no further events of this touch.
    var isOver = false
    /// Whether a recognizer has cancelled this touch in its view.
    var isWithdrawn = false
    /// Recognizers that receive the touch.
    var recognizers: [ReferenceRecognizer] = []

    init(finger: Int, number: Int, x: Double, y: Double, time: Int64) {
        (self.finger, self.number, self.time, downTime) = (finger, number, time, time)
        (self.x, self.y, formerX, formerY, downX, downY) = (x, y, x, y, x, y)
    }

    var isDown: Bool { phase != .ended && phase != .cancelled }

    func move(to x: Double, _ y: Double, _ time: Int64) {
        (self.x, self.y, self.time) = (x, y, time)
        travel = max(travel, (x - downX) * (x - downX) + (y - downY) * (y - downY))
    }
}

/// Change of one finger in a report to the reference model.
struct ReferenceSample {
    var finger: Int
    var phase: ReferencePhase
    var x: Double
    var y: Double
}
