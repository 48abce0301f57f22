/// Alias of ``Event`` for ``Control`` subclasses, where `Event` means `Control.Event`.
public typealias TouchEvent = Event

/// An input event: touches, presses, motion or a remote-control command.
public class Event {
    /// Kind of an event.
    public enum EventType: Int, Sendable {
        /// Fingers on a screen.
        case touches
        /// A shake.
        case motion
        /// A headset button or media key.
        case remoteControl
        /// Presses of keys and other buttons.
        case presses
    }

    /// Detail of a motion or remote-control event (E1).
    public enum EventSubtype: Int, Sendable, CaseIterable {
        /// Subtype of all other events, such as touches and presses.
        case none
        /// The device was shaken.
        case motionShake
        /// Start playback.
        case remoteControlPlay
        /// Pause playback.
        case remoteControlPause
        /// Stop playback.
        case remoteControlStop
        /// Toggle between play and pause.
        case remoteControlTogglePlayPause
        /// Skip to the next track.
        case remoteControlNextTrack
        /// Skip to the previous track.
        case remoteControlPreviousTrack
        /// Start seeking backward.
        case remoteControlBeginSeekingBackward
        /// Stop seeking backward.
        case remoteControlEndSeekingBackward
        /// Start seeking forward.
        case remoteControlBeginSeekingForward
        /// Stop seeking forward.
        case remoteControlEndSeekingForward

        var isRemoteControl: Bool { self != .none && self != .motionShake }
    }

    /// Kind of an event.
    public let type: EventType
    /// Detail of a motion or remote-control event.
    public internal(set) var subtype: EventSubtype
    /// Time of the input that caused the event, in microseconds of the host's clock.
    @exclusivity(unchecked) public internal(set) var time: Microseconds = 0

    /// All touches of the current multi-touch sequence, including touches that end in this event (E3).
    @exclusivity(unchecked) var touches: [Touch] = []
    /// Whether a touch began, ended or was cancelled in this event.
    @exclusivity(unchecked) var hasTurns = false
    @exclusivity(unchecked) private var samples: [CoalescedSample] = []
    /// Number of valid elements in `samples`. New samples overwrite the other elements, which is faster than removal.
    @exclusivity(unchecked) var sampleCount = 0
    /// The application's observers; nil if there are none.
    @exclusivity(unchecked) var observers: Observers?
    /// Identifier of the current traversal of a responder chain, for detecting cycles (R21).
    @exclusivity(unchecked) var dispatchID: UInt64 = Event.outsideDispatch

    static let outsideDispatch: UInt64 = 1

    init(type: EventType, subtype: EventSubtype = .none) {
        self.type = type
        self.subtype = subtype
    }

    /// Time of the input that caused the event, in seconds of the host's clock (E2).
    public var timestamp: Double { time.seconds }

    /// Whether this is a touch event in which no touch began, ended or was cancelled; true for most events.
    package var isOnlyMoves: Bool { type == .touches && !hasTurns }

    /// All touches of the current multi-touch sequence, in any window; nil for other events (E3).
    public var allTouches: TouchSet? { type == .touches ? TouchSet(elements: touches) : nil }

    /// `allTouches` as an array, for faster iteration in other modules; empty for other events.
    package var members: [Touch] { touches }

    /// Returns the touches whose hit view is exactly this view; nil if there are none (E5).
    public func touches(for view: View) -> TouchSet? { select { $0.view === view } }

    /// Returns the touches that began in the window; nil if there are none (E6).
    public func touches(for window: Window) -> TouchSet? { select { $0.window === window } }

    /// Returns the touches that the recognizer receives; nil if there are none (E6).
    public func touches(for recognizer: GestureRecognizer) -> TouchSet? {
        select { recognizer.touches.containsObject($0) }
    }

    /// Returns the index of the first touch that began in the window; nil if there is none.
    func firstIndex(in window: Window) -> Int? { touches.firstIndex { $0.window === window } }

    @inline(__always) func add(_ sample: CoalescedSample) {
        if sampleCount < samples.count { samples[sampleCount] = sample } else { samples.append(sample) }
        sampleCount += 1
    }

    private func select(_ isIncluded: (Touch) -> Bool) -> TouchSet? {
        let found = touches.filter(isIncluded)
        return found.isEmpty ? nil : TouchSet(elements: found)
    }

    /// Returns the touch's samples since the last delivery, oldest first; nil if the event does not contain the touch
    /// (E9).
    public func coalescedTouches(for touch: Touch) -> [Touch]? {
        guard touches.contains(where: { $0 === touch }) else { return nil }
        let own = samples[..<sampleCount].filter { $0.touch == ObjectIdentifier(touch) }
        let all = own.isEmpty ? [CoalescedSample(touch)] : own
        return all.map { Touch(copying: touch, sample: $0) }
    }

    /// Returns an empty array, because touches are not predicted; nil if the event does not contain the touch (E11).
    public func predictedTouches(for touch: Touch) -> [Touch]? {
        touches.contains { $0 === touch } ? [] : nil
    }
}

/// One sample of a touch, stored for `coalescedTouches(for:)` until the next delivery.
struct CoalescedSample {
    let touch: ObjectIdentifier
    let time: Microseconds
    let location: Point
    let previous: Point
    let majorRadius: Double
    let force: Double

    /// Captures the current state of a touch.
    init(_ touch: Touch) { self.init(touch, previous: touch.previousScreenLocation) }

    /// Captures the current state of a touch with the given previous location.
    init(_ touch: Touch, previous: Point) {
        self.touch = ObjectIdentifier(touch)
        time = touch.time
        location = touch.screenLocation
        self.previous = previous
        majorRadius = touch.majorRadius
        force = touch.force
    }
}

extension ContiguousArray where Element: AnyObject {
    func containsObject(_ object: Element) -> Bool { contains { $0 === object } }

    mutating func removeObject(_ object: Element) {
        if let index = firstIndex(where: { $0 === object }) { remove(at: index) }
    }
}
