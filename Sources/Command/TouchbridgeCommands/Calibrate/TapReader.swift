internal import Contacts
internal import Geometry
internal import InputEvents

/// Detects single-finger taps in the events of a panel.
struct TapReader {
    /// Result of evaluating one touch, from touch-down to lift.
    enum Tap: Equatable {
        /// A tap at the mean of the touch's positions, in fractions of the panel's width and height.
        case at(Point)
        /// The finger moved by more than `longestMove`.
        case moved
        /// Another finger touched at the same time.
        case severalFingers
    }

    private let reader: ContactReader
    private let grid: PanelGrid
    private var stroke: Stroke?

    /// Maximum extent of a tap on each axis, as a fraction of the panel.
    private static let longestMove = 0.05

    private struct Stroke {
        var sum = Point.zero
        var count = 0.0
        var (minimum, maximum) = (Point(x: Double.infinity, y: Double.infinity), Point(x: -.infinity, y: -.infinity))
        var hasSeveralFingers = false
        /// Whether `.severalFingers` was returned for this stroke, and no finger has touched since.
        var isReported = false

        mutating func add(_ point: Point) {
            sum = sum + point
            count += 1
            minimum = Point(x: min(minimum.x, point.x), y: min(minimum.y, point.y))
            maximum = Point(x: max(maximum.x, point.x), y: max(maximum.y, point.y))
        }

        var tap: Tap {
            if hasSeveralFingers { return .severalFingers }
            let extent = maximum - minimum
            if max(extent.x, extent.y) > TapReader.longestMove { return .moved }
            return .at(Point(x: sum.x / count, y: sum.y / count))
        }
    }

    /// Creates a reader; throws if the device cannot be used as a panel, and returns nil if the device's axes have no
    /// range.
    init?(_ device: DeviceDescription) throws(PanelRejection) {
        guard let grid = PanelGrid(device) else { return nil }
        (self.grid, reader) = (grid, try ContactReader(device))
    }

    /// Adds an event, and returns the taps that the event completes. A touch that the panel cancels is not a tap.
    mutating func take(_ event: RawEvent) -> [Tap] {
        var taps: [Tap] = []
        for frame in reader.take(event) {
            var hasLifted = false
            for change in frame.changes {
                let point = grid.fraction(x: Double(change.state.x), y: Double(change.state.y))
                switch change.phase {
                case .down:
                    if stroke == nil {
                        stroke = Stroke()
                    } else {
                        stroke?.hasSeveralFingers = true
                        stroke?.isReported = false
                    }
                    stroke?.add(point)
                case .moved: stroke?.add(point)
                case .up: hasLifted = true
                case .cancelled: stroke = nil
                }
            }
            guard let current = stroke else { continue }
            // Reports several fingers at the first lift, because a defective panel may never report the other lifts.
            if frame.touchCount == 0 {
                stroke = nil
            } else if hasLifted, current.hasSeveralFingers {
                stroke?.isReported = true
            } else {
                continue
            }
            if !current.isReported { taps.append(current.tap) }
        }
        return taps
    }
}
