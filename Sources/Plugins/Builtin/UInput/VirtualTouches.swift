package import Geometry
package import HandlerEvents
package import InputEvents

/// The fingers on a virtual panel: what touches do becomes the events that a panel would tell it by.
///
/// Events gather until they are taken, so that what belongs to one moment is one frame.
package struct VirtualTouches {
    private struct Contact {
        /// The touch that is in the slot, 0 for none.
        var touch: Int32 = 0
        var x: Int32 = 0
        var y: Int32 = 0
        var identity: Int32 = 0
        /// It came in this frame, and nobody has heard of it.
        var isNew = true
        /// It is taken back in this frame, and gone in the next.
        var isTakenBack = false
        /// It went in this frame, and nobody else is to have its slot before the next.
        var isGone = false

        var isThere: Bool { touch != 0 && !isTakenBack && !isGone }
    }

    /// The largest values of the axes.
    package let width: Int32
    package let height: Int32
    private var contacts: ContiguousArray<Contact>
    private var lastIdentity: Int32 = -1
    private var currentSlot: Int32 = -1
    private var isTouched = false
    /// What is to be told; empty after `end()` if nothing happened.
    package private(set) var events: ContiguousArray<RawEvent> = []

    /// Whether a touch that is taken back becomes a palm before it goes.
    private let tellsPalms: Bool

    package init(fingers: Int, width: Int32, height: Int32, tellsPalms: Bool = true) {
        (self.width, self.height, self.tellsPalms) = (width, height, tellsPalms)
        contacts = ContiguousArray(repeating: Contact(), count: fingers)
        events.reserveCapacity(8 * fingers + 16)
    }

    /// Whether anything is to be told.
    package var hasNews: Bool { !events.isEmpty }

    /// Takes over what a touch has done; false for one more than there is room for.
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

    /// Takes all touches back.
    package mutating func takeAllBack() {
        for place in contacts.indices where contacts[place].isThere { takeBack(place) }
    }

    /// Ends the moment: what gathered becomes complete frames, one or, with touches that are taken back, two.
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

    /// The events have been handed on.
    package mutating func forgetEvents() { events.removeAll(keepingCapacity: true) }

    // MARK: One finger

    private mutating func begin(_ touch: Int32, _ x: Int32, _ y: Int32) -> Bool {
        // The slots of those that go in this frame are free in the next.
        if !contacts.contains(where: { $0.touch == 0 }), contacts.contains(where: { !$0.isThere }) { end() }
        guard let place = contacts.firstIndex(where: { $0.touch == 0 }) else { return false }
        contacts[place] = Contact(touch: touch, x: x, y: y, identity: nextIdentity())
        select(place)
        // Before the finger comes, as libinput looks then whether the slot is still a palm's, and would not hear of it.
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

    /// A finger that comes and goes in one moment needs two frames: of what is over within one nobody hears.
    private mutating func lift(_ place: Int) {
        if contacts[place].isNew { report() }
        leave(place)
    }

    private mutating func leave(_ place: Int) {
        select(place)
        tell(.trackingID, -1)
        contacts[place].isGone = true
    }

    /// A finger that turns out to be a palm: who reads the panel cancels the touch instead of ending it (U4).
    private mutating func takeBack(_ place: Int) {
        // One that is lifted in the frame in which it came is heard by nobody, and so is no click.
        guard tellsPalms else { return leave(place) }
        select(place)
        tell(.toolType, ToolType.palm.rawValue)
        contacts[place].isTakenBack = true
    }

    /// One that no finger has (U1).
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

    /// What readers without fingers go by, and the end of the frame.
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

    /// A place on the screen as a value of an axis; outside is the edge.
    private static func value(_ place: Double, of length: Double, _ maximum: Int32) -> Int32 {
        guard length > 0, place.isFinite else { return 0 }
        return Int32(min(Double(maximum), max(0, (place / length * Double(maximum)).rounded())))
    }
}
