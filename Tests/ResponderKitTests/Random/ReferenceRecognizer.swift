enum ReferenceState: Int {
    case possible = 500
    case began, changed, ended, cancelled, failed
}

/// A state that a recognizer requested, and that the model has neither accepted nor rejected yet.
struct ReferenceProposal {
    var recognizer: ReferenceRecognizer
    var state: ReferenceState
    /// Whether the recognizer waited for other recognizers that have all failed.
    var isReleased = false
}

/// Base class of the reference model's recognizers: their common behaviour (G1 to G29).
class ReferenceRecognizer {
    let number: Int
    var view: Int?
    var isEnabled = true
    var cancels = true
    var delaysBegan = false
    var delaysEnded = true
    /// Recognizers that must fail first.
    var requirements: [Int] = []

    var state = ReferenceState.possible
    /// Requested state, until the model accepts or rejects it; otherwise nil.
    var asked: ReferenceState?
    /// State that the recognizer enters when the recognizers for which it waits have failed; otherwise nil.
    var held: ReferenceState?
    var endedWhileHeld = false
    var blockers: [ReferenceRecognizer] = []
    var touches: [ReferenceTouch] = []
    /// Ended touches of the current attempt.
    var lifted: [ReferenceTouch] = []
    var deadline: Int64?
    var deadlineNumber = 0
    var depth = 0

    init(_ number: Int) { self.number = number }

    var progress: ReferenceState { held ?? asked ?? state }
    var isRunning: Bool { state == .began || state == .changed }
    var isOver: Bool { state == .ended || state == .cancelled || state == .failed }
    var downTouches: [ReferenceTouch] { touches.filter(\.isDown) }

    /// Number of touches reported to the targets (G53).
    var touchCount: Int { touches.count }

    /// Number of taps that a tap recognizer requires; nil for other recognizers.
    var tapsNeeded: Int? { nil }

    func began(_ new: [ReferenceTouch], _ model: ReferenceModel) {}
    func moved(_ moved: [ReferenceTouch], _ model: ReferenceModel) {}
    func ended(_ ended: [ReferenceTouch], _ model: ReferenceModel) {}
    func cancelled(_ cancelled: [ReferenceTouch], _ model: ReferenceModel) { giveUp(model) }
    func timePassed(_ model: ReferenceModel) {}
    func clear() {}
    var kind: String { "?" }

    /// Requests the state `cancelled` if the gesture has begun, otherwise `failed` (G50, G52).
    func giveUp(_ model: ReferenceModel) {
        ask(isRunning || (held == nil && asked == .began) ? .cancelled : .failed, model)
    }

    func endExternally(_ model: ReferenceModel) { if !isOver { giveUp(model) } }

    func setDeadline(_ time: Int64?, _ model: ReferenceModel) {
        model.deadlines += 1
        (deadline, deadlineNumber) = (time, model.deadlines)
    }

    /// Requests a state. While the recognizer waits for other recognizers, it can only end or fail (G38).
    func ask(_ new: ReferenceState, _ model: ReferenceModel) {
        if held != nil {
            if new == .ended { endedWhileHeld = true }
            guard new == .failed || new == .cancelled else { return }
            held = nil
            endedWhileHeld = false
            blockers = []
            model.proposals.append(ReferenceProposal(recognizer: self, state: .failed))
            return
        }
        guard Self.isEdge(asked ?? state, new) else { return }
        asked = new
        model.proposals.append(ReferenceProposal(recognizer: self, state: new))
    }

    static func isEdge(_ old: ReferenceState, _ new: ReferenceState) -> Bool {
        switch old {
        case .possible: new == .began || new == .ended || new == .failed
        case .began, .changed: new == .changed || new == .ended || new == .cancelled
        default: false
        }
    }

    func shares(with other: ReferenceRecognizer) -> Bool {
        (touches + lifted).contains { touch in (other.touches + other.lifted).contains { $0 === touch } }
    }
}

extension ReferenceRecognizer: CustomStringConvertible {
    var description: String {
        "gesture \(number): \(kind) on \(view ?? -1), cancels \(cancels), "
            + "delays \(delaysBegan) \(delaysEnded), requires \(requirements)"
    }
}

/// Tap recognizer of the model: one finger, one or more taps (G55 to G60).
final class ReferenceTap: ReferenceRecognizer {
    var taps = 1
    private var fingers = 0
    private var done = 0
    private var location: (x: Double, y: Double)?
    private var former: (x: Double, y: Double)?

    override var tapsNeeded: Int? { taps }
    /// Always 1, because the recognizer reports only taps of one finger, which may already have lifted.
    override var touchCount: Int { 1 }
    override var kind: String { "tap \(taps)" }
    override func clear() { (fingers, done, location, former) = (0, 0, nil, nil) }

    override func began(_ new: [ReferenceTouch], _ model: ReferenceModel) {
        for touch in new {
            if let former {
                let (dx, dy) = (touch.downX - former.x, touch.downY - former.y)
                if dx * dx + dy * dy > 45 * 45 { return ask(.failed, model) }
            }
            fingers += 1
            if fingers > 1 { return ask(.failed, model) }
            location = (touch.downX, touch.downY)
            setDeadline(model.now + 1_500_000, model)
        }
    }

    override func moved(_ moved: [ReferenceTouch], _ model: ReferenceModel) {
        if moved.contains(where: { $0.travel > 45 * 45 }) { ask(.failed, model) }
    }

    override func ended(_ ended: [ReferenceTouch], _ model: ReferenceModel) {
        if ended.contains(where: { $0.travel > 45 * 45 }) { return ask(.failed, model) }
        (fingers, former, location) = (0, location, nil)
        done += 1
        if done == taps {
            setDeadline(nil, model)
            ask(.ended, model)
        } else {
            setDeadline(model.now + 350_000, model)
        }
    }

    override func timePassed(_ model: ReferenceModel) { ask(.failed, model) }
}

/// Long-press recognizer of the model: one finger that stays down (G61 to G66).
final class ReferencePress: ReferenceRecognizer {
    var duration: Int64 = 500_000
    override var kind: String { "press \(duration)" }

    override func began(_ new: [ReferenceTouch], _ model: ReferenceModel) {
        if progress != .possible {
            touches.removeAll { touch in new.contains { $0 === touch } }
            for touch in new { touch.recognizers.removeAll { $0 === self } }
        } else if touches.count > 1 {
            ask(.failed, model)
        } else {
            setDeadline(model.now + duration, model)
        }
    }

    override func moved(_ moved: [ReferenceTouch], _ model: ReferenceModel) {
        if progress != .possible { return ask(.changed, model) }
        if moved.contains(where: { $0.travel > 10 * 10 }) { ask(.failed, model) }
    }

    override func ended(_ ended: [ReferenceTouch], _ model: ReferenceModel) {
        ask(progress == .possible ? .failed : .ended, model)
    }

    override func timePassed(_ model: ReferenceModel) { ask(.began, model) }
}

/// Pan recognizer of the model: one or two fingers that move (G67 to G71).
final class ReferencePan: ReferenceRecognizer {
    var minimum = 1
    var maximum = 2
    override var kind: String { "pan \(minimum) to \(maximum)" }
    private var way: (x: Double, y: Double) = (0, 0)
    /// Number of the last event whose movement was added to the translation.
    private var lastEvent = 0

    override func clear() { way = (0, 0) }

    override func began(_ new: [ReferenceTouch], _ model: ReferenceModel) {
        if downTouches.count > maximum {
            if progress == .possible { return ask(.failed, model) }
            touches.removeAll { touch in new.contains { $0 === touch } }
            for touch in new { touch.recognizers.removeAll { $0 === self } }
            return
        }
        if progress == .possible, downTouches.count - new.count < minimum { way = (0, 0) }
    }

    /// Adds the mean movement of the fingers to the translation. Adding or lifting a finger does not change it (G71).
    private func follow(_ model: ReferenceModel) {
        guard lastEvent != model.events else { return }
        lastEvent = model.events
        var (dx, dy) = (0.0, 0.0)
        for touch in touches {
            dx += touch.x - touch.formerX
            dy += touch.y - touch.formerY
        }
        way = (way.x + dx / Double(touches.count), way.y + dy / Double(touches.count))
    }

    override func moved(_ moved: [ReferenceTouch], _ model: ReferenceModel) {
        follow(model)
        if progress != .possible { return ask(.changed, model) }
        if downTouches.count >= minimum, way.x * way.x + way.y * way.y >= 100 { ask(.began, model) }
    }

    override func ended(_ ended: [ReferenceTouch], _ model: ReferenceModel) {
        follow(model)
        let left = downTouches.count
        if progress == .possible {
            if left == 0 { ask(.failed, model) }
        } else if left < minimum {
            ask(.ended, model)
        }
    }

    override func cancelled(_ cancelled: [ReferenceTouch], _ model: ReferenceModel) {
        if downTouches.count < minimum { return giveUp(model) }
        ended(cancelled, model)
    }
}
