package import Geometry
package import ResponderKit

/// A change of a finger that a user simulates on the inspector's web page.
package struct PageTouch: Sendable, Equatable {
    /// Time at which the server received the change, in microseconds.
    package let time: Int64
    /// Index of the finger among the fingers of all web pages, from 0 to `PageFingers.limit - 1`.
    package let finger: Int32
    package let change: TouchSample.Change
    /// Location in the coordinate system that all screens share.
    package let location: Point
}
