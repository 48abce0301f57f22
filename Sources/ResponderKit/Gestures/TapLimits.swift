/// Limits of a tap, in points and microseconds. UIKit does not document its limits (T25, G57 to G59).
package struct TapLimits: Sendable {
    package let movement: Double
    package let distance: Double
    package let duration: Microseconds
    package let interval: Microseconds

    package static let standard = TapLimits(movement: 45, distance: 45, duration: 1_500_000, interval: 350_000)
}
