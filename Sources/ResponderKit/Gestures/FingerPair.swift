/// The two fingers of a pinch or rotation: the first two that go down, until both have lifted (G80, G84).
struct FingerPair {
    private(set) var isComplete = false
    private(set) var isBroken = false

    mutating func reset() { (isComplete, isBroken) = (false, false) }

    /// Adds new touches up to a total of two. Returns whether this call completed the pair.
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

    /// Records the lift of a finger. Returns whether all fingers have lifted.
    mutating func lift(of recognizer: GestureRecognizer) -> Bool {
        isBroken = true
        return recognizer.touches.allSatisfy { $0.phase.isFinal }
    }

    /// Returns the vector from the first finger to the second; nil unless both fingers are down.
    func way(of recognizer: GestureRecognizer) -> Point? {
        guard isComplete, !isBroken, recognizer.touches.count == 2 else { return nil }
        let (one, other) = (recognizer.touches[0].screenLocation, recognizer.touches[1].screenLocation)
        return Point(x: other.x - one.x, y: other.y - one.y)
    }
}
