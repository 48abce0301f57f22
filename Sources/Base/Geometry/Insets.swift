/// How far each edge of a rect moves towards its middle; a negative inset moves the edge outwards.
@frozen
public struct Insets: Hashable, Sendable {
    /// The insets that leave every edge where it is.
    @inlinable
    public static var zero: Insets {
        Insets(top: 0, left: 0, bottom: 0, right: 0)
    }

    /// How far the top edge moves down.
    public var top: Double

    /// How far the left edge moves to the right.
    public var left: Double

    /// How far the bottom edge moves up.
    public var bottom: Double

    /// How far the right edge moves to the left.
    public var right: Double

    /// Takes the four insets as they are, in the order that starts at the top and runs against the clock.
    @inlinable
    public init(top: Double, left: Double, bottom: Double, right: Double) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }
}

extension Insets: CustomStringConvertible {
    /// Reads `(top, left, bottom, right)`.
    public var description: String {
        "(\(top), \(left), \(bottom), \(right))"
    }
}
