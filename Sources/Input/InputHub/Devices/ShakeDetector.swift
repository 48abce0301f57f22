internal import InputEvents
internal import ResponderKit

/// Feels shakes in what an accelerometer says.
///
/// The strength is √(x² + y² + z²) in units of the earth's acceleration g, so it is 1 at rest, however the sensor lies.
/// A jolt is a strength that rises above 1.5 and was below 1.25 before. Three jolts within a second begin a shake; half
/// a second without one ends it.
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

    static let joltsAbove = 1.5
    static let calmBelow = 1.25
    static let count = 3
    static let within: Int64 = 1_000_000
    static let calm: Int64 = 500_000

    init(_ description: DeviceDescription, device: Int32, application: Application) {
        self.description = description
        self.device = device
        self.application = application
        scales = (Self.scale(description.axes[.x]), Self.scale(description.axes[.y]), Self.scale(description.axes[.z]))
        // The kernel tells changes only, so a sensor at rest may never tell how it lies (K4).
        x = Double(description.axes[.x]?.value ?? 0) * scales.x
        y = Double(description.axes[.y]?.value ?? 0) * scales.y
        z = Double(description.axes[.z]?.value ?? 0) * scales.z
        isJolting = strength > Self.joltsAbove
    }

    /// In g for each unit: the resolution of an accelerometer is in units for each g, and one that has none is taken to
    /// reach to 2 g either way.
    private static func scale(_ range: AxisRange?) -> Double {
        guard let range else { return 0 }
        return range.resolution > 0
            ? 1 / Double(range.resolution) : 4 / max(1, Double(range.maximum) - Double(range.minimum))
    }

    /// Takes an event; true when it ends a frame, after which the application knows of a shake.
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
            feel()
            return true
        }
        return false
    }

    /// When `advance(to:)` is to be called at the latest.
    var nextDeadline: Int64? { isShaking ? jolts.last.map { Self.sum($0, Self.calm) } : nil }

    /// Lets the clock go on: a shake ends when it was calm for long enough.
    func advance(to time: Int64) {
        guard let end = nextDeadline, time >= end else { return }
        isShaking = false
        jolts.removeAll(keepingCapacity: true)
        application.post(motion: .ended, at: end)
        application.dispatchPending()
    }

    /// The sensor is gone: a shake is taken back.
    func remove() {
        if isShaking { application.post(motion: .cancelled, at: max(lastTime, application.now)) }
        isShaking = false
        jolts = []
        application.dispatchPending()
    }

    private var strength: Double { (x * x + y * y + z * z).squareRoot() }

    private func feel() {
        let strength = strength
        let wasJolting = isJolting
        isJolting = strength > (wasJolting ? Self.calmBelow : Self.joltsAbove)
        guard isJolting, !wasJolting else { return }
        jolts.removeAll { Self.sum($0, Self.within) < lastTime }
        jolts.append(lastTime)
        guard !isShaking, jolts.count >= Self.count else { return }
        isShaking = true
        application.post(motion: .began, at: lastTime)
        application.dispatchPending()
    }

    private static func sum(_ time: Int64, _ pause: Int64) -> Int64 {
        let (sum, isTooLarge) = time.addingReportingOverflow(pause)
        return isTooLarge ? .max : sum
    }
}
