/// Distances by which the edges of a rectangle move inwards; a negative inset moves an edge outwards.
@frozen
public struct Insets: Hashable, Sendable {
    /// Insets of 0 for all edges.
    @inlinable
    public static var zero: Insets {
        Insets(top: 0, left: 0, bottom: 0, right: 0)
    }

    /// Distance by which the top edge moves down.
    public var top: Double

    /// Distance by which the left edge moves to the right.
    public var left: Double

    /// Distance by which the bottom edge moves up.
    public var bottom: Double

    /// Distance by which the right edge moves to the left.
    public var right: Double

    /// Creates insets, in the order of UIKit's `UIEdgeInsets`.
    @inlinable
    public init(top: Double, left: Double, bottom: Double, right: Double) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }
}

extension Insets: CustomStringConvertible {
    /// The insets as text, in the form `(top, left, bottom, right)`.
    public var description: String {
        "(\(top), \(left), \(bottom), \(right))"
    }
}
