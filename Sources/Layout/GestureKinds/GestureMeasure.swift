package import Geometry
package import HandlerEvents
package import ResponderKit

/// Kind of measurement of a gesture; determines the names of the values in events, traces and explanations.
package enum GestureMeasure: UInt8, Sendable {
    case nothing
    /// A translation in points, with its velocity.
    case translation
    /// A scale factor.
    case scale
    /// An angle in radians, clockwise.
    case rotation

    /// Calls `body` with the name and value of each JSON field, in the order of the trace format.
    package func eachField(of numbers: GestureNumbers, _ body: (_ name: StaticString, _ value: Double) -> Void) {
        switch self {
        case .nothing: break
        case .translation:
            body("translationX", numbers.u)
            body("translationY", numbers.v)
        case .scale: body("scale", numbers.u)
        case .rotation: body("rotation", numbers.u)
        }
    }

    /// Formats the measurements in parentheses, for use in a sentence.
    package func words(_ numbers: GestureNumbers) -> String {
        switch self {
        case .nothing: ""
        case .translation: " (moved by \(GestureFailure.number(numbers.u)), \(GestureFailure.number(numbers.v)) pt)"
        case .scale: " (scale \(GestureFailure.number(numbers.u * 100)) %)"
        case .rotation: " (turned by \(GestureFailure.degrees(numbers.u)))"
        }
    }
}

/// Measured values of a recognizer; the gesture's `GestureMeasure` determines the meaning of `u` and `v`.
package struct GestureNumbers: BitwiseCopyable, Sendable {
    package var u: Double
    package var v: Double
    /// Velocity, in points per second.
    package var velocity: Point

    package init(_ u: Double = 0, _ v: Double = 0, velocity: Point = .zero) {
        (self.u, self.v, self.velocity) = (u, v, velocity)
    }

    init(_ way: Point, velocity: Point) { self.init(way.x, way.y, velocity: velocity) }
}

extension HandlerEvent {
    /// Copies the measured values of a gesture to the event, in the coordinates of the gesture's view.
    package mutating func set(valuesOf gesture: GestureRecognizer) {
        let numbers = gesture.numbers(in: gesture.view)
        switch GestureKind.of(gesture).measure {
        case .nothing: break
        case .translation:
            (translationX, translationY) = (numbers.u, numbers.v)
            (velocityX, velocityY) = (numbers.velocity.x, numbers.velocity.y)
        case .scale: scale = numbers.u
        case .rotation: rotation = numbers.u * 180 / .pi
        }
    }
}
