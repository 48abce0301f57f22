internal import JSON
package import ResponderKit

/// Taps of a virtual finger on a screen of the running service.
package struct VirtualTap: Equatable, Sendable {
    package enum Target: Equatable, Sendable {
        /// The center of the view with this id.
        case view(String)
        /// A location in points, relative to the top left corner of a screen; nil means the first screen.
        case point(Point, screen: String?)
    }

    package let target: Target
    package let times: Int
    /// Time in microseconds for which the finger is down.
    package let duration: Int64
    /// Time in microseconds between a lift and the next tap.
    package static let pause: Int64 = 100_000

    /// Limit control-tap-duration (limits.md, Internal bounds): maximum duration of the taps of one request, in
    /// microseconds; a longer request is refused.
    package static let durationLimit: Int64 = 5_000_000
    private static let defaultDuration: Int64 = 50_000
    /// Largest absolute value of a number in a request. The conversion of much larger coordinates to panel units would
    /// overflow and trap.
    private static let largest = 1_000_000.0

    /// Reads a request: `{"do": "tap", "view": ID}` or `{"do": "tap", "x": X, "y": Y}`.
    init(_ object: JSONValue) throws(ControlMistake) {
        target = try Self.target(object)
        let seconds = try Self.number("seconds", object) ?? Double(Self.defaultDuration) / 1_000_000
        let count = try Self.number("times", object) ?? 1
        guard let times = Int(exactly: count), times > 0 else {
            throw ControlMistake("'times' must be a whole number above 0")
        }
        guard seconds >= 0.000_001 else { throw ControlMistake("'seconds' must be a number above 0") }
        let total = seconds * count + Double(Self.pause) / 1_000_000 * (count - 1)
        let limit = Double(Self.durationLimit) / 1_000_000
        guard total <= limit else {
            throw ControlMistake("the taps of a request can take at most \(Int(limit)) s; use fewer or shorter taps")
        }
        (self.times, duration) = (times, Int64((seconds * 1_000_000).rounded()))
    }

    private static func target(_ object: JSONValue) throws(ControlMistake) -> Target {
        switch (object["view"], try number("x", object), try number("y", object), object["screen"]) {
        case (.text(let id)?, nil, nil, nil): return .view(id)
        case (nil, let x?, let y?, nil): return .point(Point(x: x, y: y), screen: nil)
        case (nil, let x?, let y?, .text(let screen)?): return .point(Point(x: x, y: y), screen: screen)
        default:
            throw ControlMistake(
                "'tap' needs the id of a view ('view'), or a location ('x', 'y' and, if needed, 'screen')"
            )
        }
    }

    private static func number(_ key: String, _ object: JSONValue) throws(ControlMistake) -> Double? {
        switch object[key] {
        case nil: return nil
        case .number(let number)? where abs(number) <= largest: return number
        default: throw ControlMistake("'\(key)' must be a number from -\(Int(largest)) to \(Int(largest))")
        }
    }
}
