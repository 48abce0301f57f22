package import Geometry
package import HandlerEvents
package import InputEvents

/// Contacts on a virtual panel: converts touch events to evdev events.
///
/// Events are collected until they are written, so that one report becomes one frame.
package struct VirtualTouches {
    private struct Contact {
        /// Number of the touch in the slot; 0 for none.
        var touch: Int32 = 0
        var x: Int32 = 0
        var y: Int32 = 0
        var identity: Int32 = 0
        /// Whether it began in this frame and is not yet reported.
        var isNew = true
        /// Whether it is cancelled in this frame; it is released in the next.
        var isTakenBack = false
        /// Whether it ended in this frame; its slot is reused in the next frame at the earliest.
        var isGone = false

        var isThere: Bool { touch != 0 && !isTakenBack && !isGone }
    }

    /// Maximum values of the axes.
    package let width: Int32
    package let height: Int32
    private var contacts: ContiguousArray<Contact>
    private var lastIdentity: Int32 = -1
    private var currentSlot: Int32 = -1
    private var isTouched = false
    /// Collected events; empty after `end()` if there was no change.
    package private(set) var events: ContiguousArray<RawEvent> = []

    /// Whether a cancelled touch is reported as a palm before its release.
    private let tellsPalms: Bool

    package init(fingers: Int, width: Int32, height: Int32, tellsPalms: Bool = true) {
        (self.width, self.height, self.tellsPalms) = (width, height, tellsPalms)
        contacts = ContiguousArray(repeating: Contact(), count: fingers)
        events.reserveCapacity(8 * fingers + 16)
    }

    package var hasNews: Bool { !events.isEmpty }

    /// Applies a touch event; returns false if all slots are in use.
    package mutating func take(_ handlerEvent: HandlerEvent, on screen: Size) -> Bool {
        let place = contacts.firstIndex { $0.touch == handlerEvent.touch && $0.isThere }
        let x = Self.value(handlerEvent.screenX, of: screen.width, width)
        let y = Self.value(handlerEvent.screenY, of: screen.height, height)
        switch (handlerEvent.event, place) {
        case (.touchesBegan, nil): return begin(handlerEvent.touch, x, y)
        case (.touchesBegan, let place?), (.touchesMoved, let place?): move(place, x, y)
        case (.touchesEnded, let place?):
            move(place, x, y)
            lift(place)
        case (.touchesCancelled, let place?): takeBack(place)
        default: break
        }
        return true
    }

    /// Cancels all touches.
    package mutating func takeAllBack() {
        for place in contacts.indices where contacts[place].isThere { takeBack(place) }
    }

    /// Completes the collected events: one frame or, with cancelled touches, two.
    package mutating func end() {
        guard hasNews else { return }
        report()
        var isSecond = false
        for place in contacts.indices where contacts[place].isTakenBack {
            select(place)
            tell(.trackingID, -1)
            isSecond = true
        }
        for place in contacts.indices where contacts[place].isTakenBack || contacts[place].isGone {
            contacts[place] = Contact()
        }
        if isSecond { report() }
    }

    /// Discards the written events.
    package mutating func forgetEvents() { events.removeAll(keepingCapacity: true) }

    // MARK: Contacts

    private mutating func begin(_ touch: Int32, _ x: Int32, _ y: Int32) -> Bool {
        // Slots released in this frame are free in the next.
        if !contacts.contains(where: { $0.touch == 0 }), contacts.contains(where: { !$0.isThere }) { end() }
        guard let place = contacts.firstIndex(where: { $0.touch == 0 }) else { return false }
        contacts[place] = Contact(touch: touch, x: x, y: y, identity: nextIdentity())
        select(place)
        // Set before the tracking id: libinput checks then whether the slot is a palm, and would ignore the touch.
        tell(.toolType, ToolType.finger.rawValue)
        tell(.trackingID, contacts[place].identity)
        tell(.contactX, x)
        tell(.contactY, y)
        return true
    }

    private mutating func move(_ place: Int, _ x: Int32, _ y: Int32) {
        let old = contacts[place]
        guard old.x != x || old.y != y else { return }
        select(place)
        if old.x != x { tell(.contactX, x) }
        if old.y != y { tell(.contactY, y) }
        (contacts[place].x, contacts[place].y) = (x, y)
    }

    /// A touch that begins and ends in one frame needs two frames: readers ignore it otherwise.
    private mutating func lift(_ place: Int) {
        if contacts[place].isNew { report() }
        leave(place)
    }

    private mutating func leave(_ place: Int) {
        select(place)
        tell(.trackingID, -1)
        contacts[place].isGone = true
    }

    /// Reports a cancelled touch as a palm, so that readers cancel the touch instead of ending it (U4).
    private mutating func takeBack(_ place: Int) {
        // Released in the frame of its begin, it is ignored by readers and causes no click.
        guard tellsPalms else { return leave(place) }
        select(place)
        tell(.toolType, ToolType.palm.rawValue)
        contacts[place].isTakenBack = true
    }

    /// Returns a tracking id that no contact uses (U1).
    private mutating func nextIdentity() -> Int32 {
        repeat {
            lastIdentity = (lastIdentity + 1) & 0xffff
        } while contacts.contains {
            $0.touch != 0 && $0.identity == lastIdentity
        }
        return lastIdentity
    }

    // MARK: Events

    private mutating func select(_ place: Int) {
        guard currentSlot != Int32(place) else { return }
        currentSlot = Int32(place)
        tell(.slot, currentSlot)
    }

    /// Appends single-touch emulation and SYN_REPORT.
    private mutating func report() {
        let first = contacts.first { $0.touch != 0 && !$0.isGone }
        if let first {
            tell(.x, first.x)
            tell(.y, first.y)
        }
        if isTouched != (first != nil) {
            isTouched = first != nil
            events.append(RawEvent(KeyCode.touch, isTouched ? 1 : 0, at: 0))
        }
        events.append(RawEvent(.report, at: 0))
        for place in contacts.indices { contacts[place].isNew = false }
    }

    private mutating func tell(_ axis: Axis, _ value: Int32) { events.append(RawEvent(axis, value, at: 0)) }

    /// Returns an axis value for a screen coordinate, clamped to the axis.
    private static func value(_ place: Double, of length: Double, _ maximum: Int32) -> Int32 {
        guard length > 0, place.isFinite else { return 0 }
        return Int32(min(Double(maximum), max(0, (place / length * Double(maximum)).rounded())))
    }
}
