/// Phases in the reference model; the raw values appear in its log.
enum ReferencePhase: Int {
    case began = 1
    case moved, ended, cancelled, stationary
}

/// The reference model's touch.
final class ReferenceTouch {
    let finger: Int
    /// Touches are numbered as they go down.
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
    /// Square of the largest distance from the touch-down location.
    var travel = 0.0
    var tapCount = 1
    /// Whether a later touch has already continued the tap count of this touch.
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

/// Change of one finger in an input of the reference model.
struct ReferenceSample {
    var finger: Int
    var phase: ReferencePhase
    var x: Double
    var y: Double
}
