/// The reference model's names for what is told of a touch; the numbers stand in its log.
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
    /// The square of the farthest way from where it went down.
    var travel = 0.0
    var tapCount = 1
    /// Another touch has counted on from this one.
    var isFollowed = false
    var isServed = false
    var hasBegun = false
    var hasMovedUnseen = false
    /// The view receives no more events.
    var isOver = false
    /// A recognizer has taken it.
    var isWithdrawn = false
    /// The recognizers that receive it.
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

/// What one finger does in an input of the reference model.
struct ReferenceSample {
    var finger: Int
    var phase: ReferencePhase
    var x: Double
    var y: Double
}
