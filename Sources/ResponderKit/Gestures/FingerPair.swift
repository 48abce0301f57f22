/// The two fingers of a pinch or a rotation: the first two that come, until both have lifted (G80, G84).
struct FingerPair {
    private(set) var isComplete = false
    private(set) var isBroken = false

    mutating func reset() { (isComplete, isBroken) = (false, false) }

    /// Takes new fingers in until there are two; true when the second has just come.
    mutating func take(_ new: TouchSet, of recognizer: GestureRecognizer, _ event: Event) -> Bool {
        if !isComplete {
            while recognizer.touches.count > 2, let last = recognizer.touches.last {
                recognizer.ignore(last, for: event)
            }
            isComplete = recognizer.touches.count == 2
            return isComplete
        }
        for touch in new { recognizer.ignore(touch, for: event) }
        return false
    }

    /// Notes that fingers lifted; true when it was the last one.
    mutating func lift(of recognizer: GestureRecognizer) -> Bool {
        isBroken = true
        return recognizer.touches.allSatisfy { $0.phase.isFinal }
    }

    /// The way from the first finger to the second, nil unless both are down.
    func way(of recognizer: GestureRecognizer) -> Point? {
        guard isComplete, !isBroken, recognizer.touches.count == 2 else { return nil }
        let (one, other) = (recognizer.touches[0].screenLocation, recognizer.touches[1].screenLocation)
        return Point(x: other.x - one.x, y: other.y - one.y)
    }
}
