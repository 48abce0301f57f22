/// Something that happened to the application: touches, presses, motion or a remote-control command.
public class Event {
    /// What kind of event it is.
    public enum EventType: Int, Sendable {
        /// Fingers on a screen.
        case touches
        /// A shake.
        case motion
        /// A headset button or media key.
        case remoteControl
        /// Keys and other buttons.
        case presses
    }

    /// What exactly happened, for motion and remote control (E1).
    public enum EventSubtype: Int, Sendable, CaseIterable {
        /// Touches and presses have no subtype.
        case none
        /// The device was shaken.
        case motionShake
        /// Play.
        case remoteControlPlay
        /// Pause.
        case remoteControlPause
        /// Stop.
        case remoteControlStop
        /// Play or pause, whichever is not the case.
        case remoteControlTogglePlayPause
        /// The next track.
        case remoteControlNextTrack
        /// The previous track.
        case remoteControlPreviousTrack
        /// Seeking backward starts.
        case remoteControlBeginSeekingBackward
        /// Seeking backward stops.
        case remoteControlEndSeekingBackward
        /// Seeking forward starts.
        case remoteControlBeginSeekingForward
        /// Seeking forward stops.
        case remoteControlEndSeekingForward

        var isRemoteControl: Bool { self != .none && self != .motionShake }
    }

    /// What kind of event it is.
    public let type: EventType
    /// What exactly happened, for motion and remote control.
    public internal(set) var subtype: EventSubtype
    /// When the input that made the event happened, in microseconds of the host's clock.
    @exclusivity(unchecked) public internal(set) var time: Microseconds = 0

    /// Every finger of the current sequence, also those that ended in this event (E3).
    @exclusivity(unchecked) var touches: [Touch] = []
    /// A touch began or ended in this event, or was taken back.
    @exclusivity(unchecked) var hasTurns = false
    @exclusivity(unchecked) private var samples: [CoalescedSample] = []
    /// How many of the samples are of this event; those behind are overwritten, as emptying the list takes longer.
    @exclusivity(unchecked) var sampleCount = 0
    /// Those who watch the application, nil when there is nobody.
    @exclusivity(unchecked) var observers: Observers?
    /// Numbers the walks along responder chains, so that a walk can tell a circle (R21).
    @exclusivity(unchecked) var walk: UInt64 = Event.walkOutsideEvents

    static let walkOutsideEvents: UInt64 = 1

    init(type: EventType, subtype: EventSubtype = .none) {
        self.type = type
        self.subtype = subtype
    }

    /// When the input that made the event happened, in seconds of the host's clock (E2).
    public var timestamp: Double { time.seconds }

    /// Whether no touch did anything but move, as in most events.
    package var isOnlyMoves: Bool { type == .touches && !hasTurns }

    /// Every finger of the current sequence, in whatever window; nil when this is no touch event (E3).
    public var allTouches: TouchSet? { type == .touches ? TouchSet(elements: touches) : nil }

    /// The same as a list, which other modules walk faster than a collection of ours; none when this is no touch event.
    package var members: [Touch] { touches }

    /// The touches whose hit view is exactly this view, nil when there are none (E5).
    public func touches(for view: View) -> TouchSet? { select { $0.view === view } }

    /// The touches that went down in this window, nil when there are none (E6).
    public func touches(for window: Window) -> TouchSet? { select { $0.window === window } }

    /// The touches that the recognizer is receiving, nil when there are none (E6).
    public func touches(for recognizer: GestureRecognizer) -> TouchSet? {
        select { recognizer.touches.containsObject($0) }
    }

    /// The place of the first touch that went down in the window.
    func firstPlace(in window: Window) -> Int? { touches.firstIndex { $0.window === window } }

    /// Adds a report that the event was made of.
    @inline(__always) func add(_ sample: CoalescedSample) {
        if sampleCount < samples.count { samples[sampleCount] = sample } else { samples.append(sample) }
        sampleCount += 1
    }

    private func select(_ isIncluded: (Touch) -> Bool) -> TouchSet? {
        let found = touches.filter(isIncluded)
        return found.isEmpty ? nil : TouchSet(elements: found)
    }

    /// Every sample of the touch since the last delivery, oldest first; nil for a touch that is not in the event (E9).
    public func coalescedTouches(for touch: Touch) -> [Touch]? {
        guard touches.contains(where: { $0 === touch }) else { return nil }
        let own = samples[..<sampleCount].filter { $0.touch == ObjectIdentifier(touch) }
        let told = own.isEmpty ? [CoalescedSample(touch)] : own
        return told.map { Touch(copying: touch, sample: $0) }
    }

    /// Guesses where the touch goes next: we guess nothing; nil for a touch that is not in the event (E11).
    public func predictedTouches(for touch: Touch) -> [Touch]? {
        touches.contains { $0 === touch } ? [] : nil
    }
}

/// One report of a touch, kept until the next delivery for those who draw every sample.
struct CoalescedSample {
    let touch: ObjectIdentifier
    let time: Microseconds
    let location: Point
    let previous: Point
    let majorRadius: Double
    let force: Double

    /// The touch as it is.
    init(_ touch: Touch) { self.init(touch, previous: touch.previousScreenLocation) }

    /// The touch as it is, coming from another place.
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
        if let place = firstIndex(where: { $0 === object }) { remove(at: place) }
    }
}
