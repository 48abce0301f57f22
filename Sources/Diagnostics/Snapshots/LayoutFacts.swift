public import Geometry
package import GestureKinds
internal import HandlerEvents
public import LayoutRuntime
package import PluginAPI
public import TouchTrace

/// Snapshot of the responders, gestures and bindings of a layout, used by `explain` and the inspector. Can be used on
/// any thread.
///
/// Ids refer to the pipeline's ``InternTable`` at the time of the copy; a changed layout requires a new copy.
public struct LayoutFacts: Sendable {
    public typealias Bound = BoundEvent

    /// A view, a controller, a window or the application.
    public struct Owner: Sendable {
        public let id: InternedID
        public let name: String
        /// Class name as written in layouts.
        public let type: String
        /// The next responder; 0 if this is the last responder of the chain.
        public let next: InternedID
        public let bound: [Bound]
        /// Names of the actions in the responder chain for which the owner has handlers.
        public let actions: [String]
        /// View properties; nil for owners other than views and windows.
        public let view: ViewFacts?
    }

    /// Properties of a view that affect hit testing and touch delivery.
    public struct ViewFacts: Sendable {
        public let superview: InternedID
        public let isWindow: Bool
        /// Position in back-to-front order; where two views overlap, the view with the higher number is hit.
        public let order: Int
        public let bounds: Rect
        /// Converts the view's coordinates to coordinates shared by all screens.
        public let toScreens: AffineTransform
        public let isHidden: Bool
        public let alpha: Double
        public let isUserInteractionEnabled: Bool
        public let isMultipleTouchEnabled: Bool
        public let isExclusiveTouch: Bool
        /// Whether the control is enabled; nil if the view is not a control.
        public let isEnabled: Bool?
        /// Margin in points around a control; a tracked finger within it counts as inside. Nil for other views.
        public let trackingMargin: Double?
        public let gestures: [InternedID]
        /// Slider properties; nil if the view is not a slider.
        public let slider: SliderFacts?
    }

    /// Value of a slider, and frame of its thumb in the slider's coordinates.
    public struct SliderFacts: Sendable {
        public let value: Double
        let range: ClosedRange<Double>
        /// Whether the slider also tracks touches beside its thumb.
        public let tapsSetValue: Bool
        /// The distance between the possible values; 0 if any value is possible.
        public let step: Double
        public let hasTicks: Bool
        /// Thumb frames at the two ends of the value range.
        let lowest: Rect
        let highest: Rect

        /// Returns the thumb's frame for a value.
        public func thumb(at value: Double) -> Rect {
            let length = range.upperBound - range.lowerBound
            let part = length > 0 && length.isFinite ? min(max((value - range.lowerBound) / length, 0), 1) : 0
            let x = lowest.minX + (highest.minX - lowest.minX) * part
            let y = lowest.minY + (highest.minY - lowest.minY) * part
            return Rect(origin: Point(x: x, y: y), size: lowest.size)
        }
    }

    public struct Gesture: Sendable {
        public let id: InternedID
        public let name: String
        package let kind: GestureKind
        public let view: InternedID
        public let isEnabled: Bool
        /// Whether the layout key `follows:` of the view created the gesture.
        public let isFollower: Bool
        public let cancelsTouchesInView: Bool
        public let delaysTouchesBegan: Bool
        /// Minimum press duration for recognition, in seconds.
        package let hold: Double
        package let explanation: GestureExplanation
        /// Settings of the gesture if it is a touch limit; otherwise nil.
        package let touchLimit: TouchLimitNumbers?
        /// Gestures that must fail before this gesture is recognized: `requireToFail` in the layout.
        public let requiredFailures: [InternedID]
        /// Gestures that can be recognized simultaneously with this gesture; nil means all gestures.
        public let partners: [InternedID]?
        public let bound: [Bound]
    }

    public struct Sequence: Sendable {
        public let name: String
        public let steps: [InternedID]
        /// Maximum intervals between each step and the previous step, in microseconds.
        public let limits: [Int64]
        public let bound: [Bound]
    }

    public struct Screen: Sendable {
        public let name: String
        public let frame: Rect
        /// Dead zones in coordinates shared by all screens.
        public let deadZones: [Rect]
        /// Rotation of the panel, in degrees.
        public let rotation: Int
        /// Whether the panel is flipped or its axes are swapped.
        public let isFlipped: Bool
        /// Conditions for panels in the screen's `input:`, as written in layouts; empty if the screen accepts every
        /// panel.
        public let input: String
        /// Minimum pressure of a touch, as a fraction of the panel's range; 0 if there is no minimum.
        public let minimumPressure: Double
        /// Timeout for contacts without events, in microseconds; nil if the timeout is off.
        public let staleContactTimeout: Int64?
        /// Delay of lifts by the debounce filter, in microseconds; 0 if the filter is off.
        public let debounce: Int64
        /// Quarantine of a ghost, in microseconds: the ghost filter rejects touches at the ghost's location until none
        /// begins for this time. 0 if the filter is off.
        public let ghosts: Int64
        /// Minimum duration of a contact before it becomes a touch, in microseconds; 0 if the accommodation is off.
        public let holdDuration: Int64
        /// Time after a lift during which new contacts are ignored, in microseconds; 0 if the accommodation is off.
        public let ignoreRepeat: Int64
        /// Whether the layout turns the accommodations on at the start.
        public let accommodates: Bool
        /// Distance from the touch-down, in points, below which movement is withheld; 0 if the accommodation is off.
        public let minimumMovement: Double
        /// Whether `tapAssistance: final` moves a tap to the location of its lift.
        public let movesTaps: Bool
        /// Maximum duration of the rejection of other touches after a wake-up touch, in microseconds; 0 without screen
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

    /// A view or gesture with handlers on a covered page: a view controller below the top of a navigation stack.
    public struct CoveredView: Sendable {
        public let name: String
        /// Id or class of the gesture; nil for a view.
        public let gesture: String?
        /// Name of the view's page.
        public let page: String
        /// Name of the page at the top of the stack.
        public let top: String
        /// Name of the navigation controller.
        public let controller: String
        public let bounds: Rect
        /// Converts the view's coordinates to coordinates shared by all screens, as if the view's page were at the top.
        public let toScreens: AffineTransform
        public let bound: [Bound]
    }

    public internal(set) var coveredViews: [CoveredView] = []
    public internal(set) var owners: [InternedID: Owner] = [:]
    public internal(set) var gestures: [InternedID: Gesture] = [:]
    public internal(set) var sequences: [Sequence] = []
    /// Maps the id of a view to a tree command in the layout that can show the view, such as `tree.show`.
    package internal(set) var showingCalls: [String: String] = [:]
    public internal(set) var screens: [Screen] = []
    public internal(set) var devices: [Int32: Device] = [:]
    /// Whether handler calls are only recorded, not executed.
    public internal(set) var isDryRun = false
    /// Returns a requirement of a handler call that this machine does not meet; nil if the machine meets all
    /// requirements. Always nil if the calls are executed, because plugins report the results.
    package internal(set) var unmetRequirement: @Sendable (Binding) -> UnmetRequirement? = { _ in nil }

    /// Maximum call rates, by plugin name. Empty if the calls are executed, because plugins then report the results.
    package internal(set) var callRates: [String: PluginTraits.Rate] = [:]

    /// A requirement of a handler call that this machine does not meet, such as a program.
    package struct UnmetRequirement: Sendable {
        /// Code of the warning of `check`, such as `not-installed`.
        package let code: String
        /// Message of the warning.
        package let words: String

        package init(code: String, words: String) { (self.code, self.words) = (code, words) }
    }

    /// Limit explained-views (limits.md, Internal bounds): maximum number of views whose properties `explain` uses.
    ///
    /// Of further views, `explain` uses only the names.
    static let limit = 50_000
    /// Limit covered-views (limits.md, Internal bounds): maximum number of views of covered pages that `explain` uses.
    static let coveredLimit = 1000
}
