internal import InputEvents
internal import ResponderKit

/// Detects shakes from an accelerometer's events.
///
/// The strength is the magnitude of the acceleration, √(x² + y² + z²), in units of standard gravity (g): 1 at rest, in
/// any orientation. A jolt begins when the strength rises above 1.5, and ends when it falls to 1.25 or below. Three
/// jolts within a second begin a shake; half a second without a jolt ends the shake.
final class ShakeDetector {
    let description: DeviceDescription
    let device: Int32
    private let application: Application
    private var x: Double
    private var y: Double
    private var z: Double
    private let scales: (x: Double, y: Double, z: Double)
    private var isJolting = false
    private var jolts: [Int64] = []
    private var isShaking = false
    private var lastTime: Int64 = 0

    static let joltThreshold = 1.5
    static let calmThreshold = 1.25
    static let joltCount = 3
    static let joltWindow: Int64 = 1_000_000
    static let calmDuration: Int64 = 500_000

    init(_ description: DeviceDescription, device: Int32, application: Application) {
        self.description = description
        self.device = device
        self.application = application
        scales = (Self.scale(description.axes[.x]), Self.scale(description.axes[.y]), Self.scale(description.axes[.z]))
        // Starts with the values from the description: the kernel reports only changes, so a sensor at rest may send no
        // events (K4).
        x = Double(description.axes[.x]?.value ?? 0) * scales.x
        y = Double(description.axes[.y]?.value ?? 0) * scales.y
        z = Double(description.axes[.z]?.value ?? 0) * scales.z
        isJolting = strength > Self.joltThreshold
    }

    /// Returns the acceleration of one unit of an axis, in g. The resolution of an accelerometer is in units per g. If
    /// the resolution is unknown, the range is assumed to be ±2 g.
    private static func scale(_ range: AxisRange?) -> Double {
        guard let range else { return 0 }
        return range.resolution > 0
            ? 1 / Double(range.resolution) : 4 / max(1, Double(range.maximum) - Double(range.minimum))
    }

    /// Processes an event; at the end of a frame, posts a detected shake and returns true.
    func take(_ event: RawEvent) -> Bool {
        if event.type == .absolute {
            switch Axis(rawValue: event.code) {
            case .x: x = Double(event.value) * scales.x
            case .y: y = Double(event.value) * scales.y
            case .z: z = Double(event.value) * scales.z
            default: break
            }
        } else if event.isMark(.report) {
            lastTime = max(lastTime, event.time)
            if let end = nextDeadline, end < lastTime { advance(to: end) }
            detectJolt()
            return true
        }
        return false
    }

    /// Deadline for the next call of `advance(to:)`; nil if no shake is in progress.
    var nextDeadline: Int64? { isShaking ? jolts.last.map { Self.sum($0, Self.calmDuration) } : nil }

    /// Ends the shake after half a second without a jolt.
    func advance(to time: Int64) {
        guard let end = nextDeadline, time >= end else { return }
        isShaking = false
        jolts.removeAll(keepingCapacity: true)
        application.post(motion: .ended, at: end)
        application.dispatchPending()
    }

    /// Removes the sensor, and cancels a shake in progress.
    func remove() {
        if isShaking { application.post(motion: .cancelled, at: max(lastTime, application.now)) }
        isShaking = false
        jolts = []
        application.dispatchPending()
    }

    private var strength: Double { (x * x + y * y + z * z).squareRoot() }

    private func detectJolt() {
        let strength = strength
        let wasJolting = isJolting
        isJolting = strength > (wasJolting ? Self.calmThreshold : Self.joltThreshold)
        guard isJolting, !wasJolting else { return }
        jolts.removeAll { Self.sum($0, Self.joltWindow) < lastTime }
        jolts.append(lastTime)
        guard !isShaking, jolts.count >= Self.joltCount else { return }
        isShaking = true
        application.post(motion: .began, at: lastTime)
        application.dispatchPending()
    }

    private static func sum(_ time: Int64, _ pause: Int64) -> Int64 {
        let (sum, isTooLarge) = time.addingReportingOverflow(pause)
        return isTooLarge ? .max : sum
    }
}
