public import Geometry
package import GestureKinds
internal import HandlerEvents
public import LayoutRuntime
internal import PluginAPI
public import TouchTrace

/// Copy of a layout for explanations: responders, gestures and bindings. Usable on any thread.
///
/// Ids refer to the pipeline's ``InternTable`` at the time of the copy; a changed layout needs a new copy.
public struct LayoutFacts: Sendable {
    public typealias Bound = BoundEvent

    /// A view, a controller, a window or the application.
    public struct Owner: Sendable {
        public let id: InternedID
        public let name: String
        /// Class name as layouts spell it.
        public let type: String
        /// The next responder, 0 for none.
        public let next: InternedID
        public let bound: [Bound]
        /// Actions that the owner handles when they travel up the responder chain.
        public let actions: [String]
        /// Nil unless the owner is a view or a window.
        public let view: ViewFacts?
    }

    /// Properties of a view that affect hit testing and touch delivery.
    public struct ViewFacts: Sendable {
        public let superview: InternedID
        public let isWindow: Bool
        /// Depth order from back to front; of two overlapping views, the one with the higher number is hit.
        public let order: Int
        public let bounds: Rect
        /// Maps local points to coordinates shared by all screens.
        public let toScreens: AffineTransform
        public let isHidden: Bool
        public let alpha: Double
        public let isUserInteractionEnabled: Bool
        public let isMultipleTouchEnabled: Bool
        public let isExclusiveTouch: Bool
        /// Nil unless the view is a control.
        public let isEnabled: Bool?
        public let gestures: [InternedID]
        /// Nil unless the view is a slider.
        public let slider: SliderFacts?
    }

    /// A slider's value, and the thumb's frame in local coordinates.
    public struct SliderFacts: Sendable {
        public let value: Double
        let range: ClosedRange<Double>
        /// Thumb frames at the ends of the range.
        let lowest: Rect
        let highest: Rect

        /// Returns the thumb's frame for a value.
        public func thumb(at value: Double) -> Rect {
            let length = range.upperBound - range.lowerBound
            let part = length > 0 && length.isFinite ? min(max((value - range.lowerBound) / length, 0), 1) : 0
            let x = lowest.minX + (highest.minX - lowest.minX) * part
            return Rect(origin: Point(x: x, y: lowest.minY), size: lowest.size)
        }
    }

    public struct Gesture: Sendable {
        public let id: InternedID
        public let name: String
        package let kind: GestureKind
        public let view: InternedID
        public let isEnabled: Bool
        public let cancelsTouchesInView: Bool
        public let delaysTouchesBegan: Bool
        /// Minimum press duration for recognition, in seconds.
        package let hold: Double
        package let explanation: GestureExplanation
        public let bound: [Bound]
    }

    public struct Sequence: Sendable {
        public let name: String
        public let steps: [InternedID]
        /// Maximum interval between a step and the one before, in microseconds.
        public let limits: [Int64]
        public let bound: [Bound]
    }

    public struct Screen: Sendable {
        public let name: String
        public let frame: Rect
        /// In coordinates shared by all screens.
        public let deadZones: [Rect]
        /// Rotation of the panel, in degrees.
        public let rotation: Int
        /// Whether the panel is flipped or its axes are swapped.
        public let isFlipped: Bool
        /// Match rule of the screen's `input:` as layouts spell it; empty when any panel matches.
        public let input: String
        /// Minimum pressure of a touch as a fraction of the panel's range, 0 for none.
        public let minimumPressure: Double
        /// In microseconds; nil for none.
        public let staleContactTimeout: Int64?
        /// In microseconds, 0 for none.
        public let debounce: Int64
        public let ghosts: Int64
        /// Maximum time after the waking touch in which other touches are rejected, in microseconds; 0 without screen
        /// sleep.
        public let wakeLimit: Int64
    }

    public struct Device: Sendable {
        public let number: Int32
        public let name: String
        /// Index of the device's screen.
        public let screen: Int
        public let x: ClosedRange<Int32>?
        public let y: ClosedRange<Int32>?
    }

    /// A view with handlers, on a page below the top of a navigation stack.
    public struct CoveredView: Sendable {
        public let name: String
        /// Names of its page, the page on top and the navigation controller.
        public let page: String
        public let top: String
        public let controller: String
        public let bounds: Rect
        /// Maps local points to coordinates shared by all screens, as if its page were on top.
        public let toScreens: AffineTransform
        public let bound: [Bound]
    }

    public internal(set) var coveredViews: [CoveredView] = []
    public internal(set) var owners: [InternedID: Owner] = [:]
    public internal(set) var gestures: [InternedID: Gesture] = [:]
    public internal(set) var sequences: [Sequence] = []
    public internal(set) var screens: [Screen] = []
    public internal(set) var devices: [Int32: Device] = [:]
    /// True if handler calls are only recorded.
    public internal(set) var isDryRun = false

    /// Limit explained-views (Internal bounds): views known to `explain`.
    ///
    /// Only the names of further views are known.
    static let limit = 50_000
    /// Limit covered-views (Internal bounds): views of covered pages known to `explain`.
    static let coveredLimit = 1000
}
