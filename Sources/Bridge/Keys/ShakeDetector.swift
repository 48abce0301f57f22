public import InputEvents
public import ResponderKit

/// Feels shakes in what an accelerometer says.
///
/// A jolt is an acceleration that rises to more than one and a half times that of the earth, in any direction. Three
/// jolts within a second begin a shake; half a second without one ends it.
public final class ShakeDetector {
    public let description: DeviceDescription
    public let device: Int32
    private let application: Application
    private var values: [Double] = [0, 0, 0]
    private let scales: [Double]
    private var isJolting = false
    private var jolts: [Int64] = []
    private var isShaking = false
    private var lastTime: Int64 = 0

    static let threshold = 1.5
    static let count = 3
    static let within: Int64 = 1_000_000
    static let calm: Int64 = 500_000

    public init(_ description: DeviceDescription, device: Int32, application: Application) {
        self.description = description
        self.device = device
        self.application = application
        // The resolution of an accelerometer is in units for each g; without one the middle of the range is taken for g.
        scales = [Axis.x, .y, .z].map { axis in
            guard let range = description.axes[axis] else { return 0 }
            if range.resolution > 0 { return 1 / Double(range.resolution) }
            return 4 / max(1, Double(range.maximum) - Double(range.minimum))
        }
    }

    /// Takes events and lets the application hear of shakes.
    public func take(_ events: Span<RawEvent>) {
        for index in events.indices {
            let event = events[index]
            advance(to: event.time)
            lastTime = max(lastTime, event.time)
            if event.type == .absolute, event.code < 3 {
                values[Int(event.code)] = Double(event.value) * scales[Int(event.code)]
            } else if event.isMark(.report) {
                feel()
            }
        }
        application.dispatchPending()
    }

    /// When `advance(to:)` is to be called at the latest.
    public var nextDeadline: Int64? { isShaking ? jolts.last.map { $0 + Self.calm } : nil }

    /// Lets the clock go on: a shake ends when it was calm for long enough.
    public func advance(to time: Int64) {
        guard let end = nextDeadline, time >= end else { return }
        isShaking = false
        jolts = []
        application.post(.ended, at: end)
        application.dispatchPending()
    }

    /// The sensor is gone.
    public func remove() {
        if isShaking { application.post(.cancelled, at: lastTime) }
        isShaking = false
        application.dispatchPending()
    }

    private func feel() {
        let square = values.reduce(0) { $0 + $1 * $1 }
        let isStrong = square > Self.threshold * Self.threshold
        defer { isJolting = isStrong }
        guard isStrong, !isJolting else { return }
        jolts.removeAll { lastTime - $0 > Self.within }
        jolts.append(lastTime)
        guard !isShaking, jolts.count >= Self.count else { return }
        isShaking = true
        application.post(.began, at: lastTime)
    }
}
