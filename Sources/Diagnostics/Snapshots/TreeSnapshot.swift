public import Bridge
public import Geometry
internal import InputEvents
internal import InputHub
internal import LayoutFile
internal import LayoutPlans
internal import LayoutRuntime
public import ResponderKit
internal import Schema
public import TouchTrace

/// State of screens and views at one time, as a value that can be passed to other threads.
public struct TreeSnapshot: Equatable, Sendable {
    /// A screen, in application coordinates.
    public struct Screen: Equatable, Sendable {
        public let name: String
        public let frame: Rect
        public let deadZones: [Rect]
    }

    /// A view; its subviews follow it in `nodes`, with a `level` that is greater by one.
    public struct Node: Equatable, Sendable {
        public let internedID: InternedID
        public let level: Int
        public let id: String?
        public let type: String
        /// Corners in application coordinates, clockwise from the top left corner.
        public let corners: [Point]
        public let alpha: Double
        public let flags: Flags
        /// Value of a slider; 0 or 1 for a switch; nil for other views.
        public let value: Double?
        /// Minimum and maximum value of a slider; nil for other views.
        public let range: ClosedRange<Double>?
        public let gestures: [Gesture]
        public let sequences: [Sequence]
    }

    /// A sequence of gestures that the layout defines on a view.
    public struct Sequence: Equatable, Sendable {
        public let internedID: InternedID
        public let name: String
        /// Names of the sequence's gestures, in order.
        public let steps: [String]
    }

    public struct Gesture: Equatable, Sendable {
        public let internedID: InternedID
        public let name: String
        public let type: String
        public let state: GestureRecognizer.State
        public let isEnabled: Bool
    }

    /// State flags of a view; the inspector's scene.js defines the same bits.
    public struct Flags: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let isHidden = Flags(rawValue: 1)
        public static let takesNoTouches = Flags(rawValue: 2)
        public static let isDisabled = Flags(rawValue: 4)
        public static let isSelected = Flags(rawValue: 8)
        public static let isControl = Flags(rawValue: 16)
        /// Set if the view or one of its superviews is hidden or transparent.
        public static let isUnseen = Flags(rawValue: 32)
        /// Set for a slider whose track is vertical.
        public static let isVertical = Flags(rawValue: 64)
    }

    public private(set) var screens: [Screen]
    /// Views from back to front.
    public private(set) var nodes: [Node] = []
    /// Number of views omitted because the limit was reached; the subviews of an omitted view are not counted.
    public private(set) var leftOut = 0

    init(of pipeline: Pipeline, limit: Int) {
        screens = pipeline.plan.screens.map { screen in
            let zones = screen.layout.deadZones.map { zone in
                zone.value.offsetBy(dx: screen.frame.minX, dy: screen.frame.minY)
            }
            return Screen(name: screen.name, frame: screen.frame, deadZones: zones)
        }
        let sequences = pipeline.tree.sequencesByView
        for window in pipeline.application.windows {
            add(window, .identity, level: 0, isUnseen: false, limit, pipeline.names, sequences)
        }
    }

    private mutating func add(
        _ view: View,
        _ outer: AffineTransform,
        level: Int,
        isUnseen: Bool,
        _ limit: Int,
        _ names: InternTable,
        _ sequences: [ObjectIdentifier: [GestureSequence]]
    ) {
        guard nodes.count < limit else {
            leftOut += 1
            return
        }
        let (bounds, center) = (view.bounds, view.center)
        let way = AffineTransform(translationX: -bounds.midX, y: -bounds.midY).concatenating(view.transform)
            .concatenating(AffineTransform(translationX: center.x, y: center.y)).concatenating(outer)
        var flags: Flags = []
        if view.isHidden { flags.insert(.isHidden) }
        if isUnseen || view.isHidden || view.alpha < 0.01 { flags.insert(.isUnseen) }
        if !view.isUserInteractionEnabled { flags.insert(.takesNoTouches) }
        if let control = view as? Control {
            flags.insert(.isControl)
            if !control.isEnabled { flags.insert(.isDisabled) }
            if control.isSelected { flags.insert(.isSelected) }
        }
        let slider = view as? Slider
        if slider?.isVertical == true { flags.insert(.isVertical) }
        nodes.append(
            Node(
                internedID: names.id(of: view),
                level: level,
                id: view.identifier,
                type: view.layoutClass,
                corners: [
                    Point(x: bounds.minX, y: bounds.minY), Point(x: bounds.maxX, y: bounds.minY),
                    Point(x: bounds.maxX, y: bounds.maxY), Point(x: bounds.minX, y: bounds.maxY),
                ].map { $0.applying(way) },
                alpha: view.alpha,
                flags: flags,
                value: slider?.value ?? (view as? Switch).map { $0.isOn ? 1 : 0 },
                range: slider.map { $0.minimumValue...$0.maximumValue },
                gestures: (view.gestureRecognizers ?? []).map { Gesture($0, names) },
                sequences: (sequences[ObjectIdentifier(view)] ?? []).map { Sequence($0, names) }
            )
        )
        for subview in view.subviews {
            add(subview, way, level: level + 1, isUnseen: flags.contains(.isUnseen), limit, names, sequences)
        }
    }
}

extension TreeSnapshot.Sequence {
    fileprivate init(_ sequence: GestureSequence, _ names: InternTable) {
        (internedID, name) = (names.id(of: sequence), sequence.name)
        steps = sequence.stepNames
    }
}

extension TreeSnapshot.Gesture {
    fileprivate init(_ gesture: GestureRecognizer, _ names: InternTable) {
        internedID = names.id(of: gesture)
        name = gesture.layoutName
        type = "\(Swift.type(of: gesture))"
        (state, isEnabled) = (gesture.state, gesture.isEnabled)
    }
}

/// State of a device at one time.
public struct DeviceSnapshot: Equatable, Sendable {
    public let number: Int32
    public let name: String
    /// Name of the device's screen; nil if the device is not a panel.
    public let screen: String?
    /// Number of contacts on the panel, including rejected contacts.
    public let fingers: Int
    /// Number of resynchronizations after SYN_DROPPED.
    public let drops: Int
    /// Number of events for invalid slots.
    public let invalidSlots: Int
    /// Number of frames with an earlier time than the previous frame.
    public let backwardTimes: Int
    /// Number of strokes (contacts from touch-down to lift) rejected because they were outside the panel's range.
    public let outOfRange: Int
    /// Number of strokes rejected because they began in a dead zone.
    public let inDeadZone: Int
    /// Number of strokes that the filter `debounce` rejected.
    public let bounced: Int
    /// Number of strokes that the filter `ghosts` rejected.
    public let ofGhosts: Int
    /// Number of strokes that the accommodation `holdDuration` rejected.
    public let tooShort: Int
    /// Number of strokes that the accommodation `ignoreRepeat` rejected.
    public let repeated: Int
}

extension Pipeline {
    /// Copies the screens and at most `limit` views; must be called between events, and delays touches while it runs.
    public func snapshot(limit: Int) -> TreeSnapshot { TreeSnapshot(of: self, limit: limit) }

    /// Current state of all panels.
    public var deviceSnapshots: [DeviceSnapshot] {
        panelScreens.compactMap { number, name, screen in
            guard let panel = hub.panel(number) else { return nil }
            let metrics = panel.metrics()
            return DeviceSnapshot(
                number: number,
                name: name,
                screen: screen,
                fingers: panel.presentCount,
                drops: metrics.resyncs,
                invalidSlots: metrics.invalidSlots,
                backwardTimes: metrics.backwardFrames,
                outOfRange: metrics.filtered.outOfRange,
                inDeadZone: metrics.filtered.deadZone,
                bounced: metrics.filtered.debounce,
                ofGhosts: metrics.filtered.ghost,
                tooShort: metrics.filtered.holdDuration,
                repeated: metrics.filtered.ignoreRepeat
            )
        }
    }
}
