public import Geometry
package import GestureKinds
internal import HandlerEvents
public import LayoutRuntime
internal import PluginAPI
public import TouchTrace

/// What explanations have to know of a layout, as a value for any thread: who is there and what is bound to whom.
///
/// It tells how the tree was when it was made, by ids of the pipeline's ``InternTable``: another layout needs another one.
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
        /// The actions that it answers when they climb the chain.
        public let actions: [String]
        /// Nil unless the owner is a view or a window.
        public let view: ViewFacts?
    }

    /// What may be in the way of a view's touches.
    public struct ViewFacts: Sendable {
        public let superview: InternedID
        public let isWindow: Bool
        /// How far in front it lies: whoever is hit rather than another has a higher number.
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

    /// A slider's value, and where its thumb lies in its own points.
    public struct SliderFacts: Sendable {
        public let value: Double
        let range: ClosedRange<Double>
        /// The thumb at the ends of the range.
        let lowest: Rect
        let highest: Rect

        /// Returns where the thumb lies for a value.
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
        /// How long fingers rest at least before it is recognized, in seconds.
        package let hold: Double
        package let explanation: GestureExplanation
        public let bound: [Bound]
    }

    public struct Sequence: Sendable {
        public let name: String
        public let steps: [InternedID]
        /// How long after the one before each step may come at most, in microseconds.
        public let limits: [Int64]
        public let bound: [Bound]
    }

    public struct Screen: Sendable {
        public let name: String
        public let frame: Rect
        /// In the points that all screens share.
        public let deadZones: [Rect]
        /// Rotation of the panel, in degrees.
        public let rotation: Int
        /// Whether the panel is mirrored or its axes are exchanged.
        public let isFlipped: Bool
        /// What `input:` requires of a panel, in a layout's words; empty when it takes any.
        public let input: String
        /// The least pressure of a touch as a part of the panel's range, 0 for none.
        public let minimumPressure: Double
        /// In microseconds; nil for none.
        public let staleContactTimeout: Int64?
        /// In microseconds, 0 for none.
        public let debounce: Int64
        public let ghosts: Int64
        /// For how long after the waking touch no other is heard, in microseconds; 0 for a screen that never goes dark.
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

    /// A view with handlers of a controller that is below the top of a navigation controller's stack.
    public struct CoveredView: Sendable {
        public let name: String
        /// The names of its page, of the page on top and of the navigation controller.
        public let page: String
        public let top: String
        public let controller: String
        public let bounds: Rect
        /// To the points that all screens share, if its page were on top.
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
