package import Geometry
package import HandlerEvents
package import InputEvents

/// Tracks the contacts on a virtual panel and converts touch events to evdev events.
///
/// Events are collected until `end`: all touch events of one report of the panel form one frame.
package struct VirtualTouches {
    private struct Contact {
        /// Identifier of the touch in this slot; 0 if the slot is free.
        var touch: Int32 = 0
        var x: Int32 = 0
        var y: Int32 = 0
        var trackingID: Int32 = 0
        /// Whether the contact began in the current frame and is not yet reported.
        var isNew = true
        /// Whether the contact is cancelled in the current frame; the contact is released in the next frame.
        var isCancelled = false
        /// Whether the contact ended in the current frame; its slot can be reused in the next frame.
        var hasEnded = false

        var isActive: Bool { touch != 0 && !isCancelled && !hasEnded }
    }

    /// Maximum value of the horizontal axes.
    package let width: Int32
    /// Maximum value of the vertical axes.
    package let height: Int32
    private var contacts: ContiguousArray<Contact>
    private var lastTrackingID: Int32 = -1
    private var currentSlot: Int32 = -1
    private var isTouched = false
    private var lastTime: Int64 = 0
    /// Collected events; empty after `end()` if nothing has changed.
    package private(set) var events: ContiguousArray<RawEvent> = []

    /// Whether a cancelled touch is reported as a palm before its release.
    private let reportsPalms: Bool

    package init(fingers: Int, width: Int32, height: Int32, reportsPalms: Bool = true) {
        (self.width, self.height, self.reportsPalms) = (width, height, reportsPalms)
        contacts = ContiguousArray(repeating: Contact(), count: fingers)
        events.reserveCapacity(8 * fingers + 16)
    }

    package var hasEvents: Bool { !events.isEmpty }

    /// Applies a touch event. Returns false if no slot is free for a new touch, or if the touch of another event has no
    /// slot.
    package mutating func take(_ handlerEvent: HandlerEvent, on screen: Size) -> Bool {
        let slot = contacts.firstIndex { $0.touch == handlerEvent.touch && $0.isActive }
        let x = Self.value(handlerEvent.screenX, of: screen.width, width)
        let y = Self.value(handlerEvent.screenY, of: screen.height, height)
        switch (handlerEvent.event, slot) {
        case (.touchesBegan, nil): return begin(handlerEvent.touch, x, y)
        case (.touchesBegan, let slot?), (.touchesMoved, let slot?): move(slot, x, y)
        case (.touchesEnded, let slot?):
            move(slot, x, y)
            lift(slot)
        case (.touchesCancelled, let slot?): cancel(slot)
        default: return false
        }
        return true
    }

    package mutating func cancelAll() {
        for slot in contacts.indices where contacts[slot].isActive { cancel(slot) }
    }

    /// Completes the collected events as one frame, or as two frames after cancelled touches. Sets the time of all
    /// events to `time`, in microseconds, or to the time of the previous frame if that is later.
    package mutating func end(at time: Int64 = 0) {
        guard hasEvents else { return }
        finishFrame()
        lastTime = max(lastTime, time)
        for index in events.indices { events[index].time = lastTime }
    }

    private mutating func finishFrame() {
        report()
        var isSecond = false
        for slot in contacts.indices where contacts[slot].isCancelled {
            select(slot)
            append(.trackingID, -1)
            isSecond = true
        }
        for slot in contacts.indices where contacts[slot].isCancelled || contacts[slot].hasEnded {
            contacts[slot] = Contact()
        }
        if isSecond { report() }
    }

    /// Discards the events after they were written.
    package mutating func forgetEvents() { events.removeAll(keepingCapacity: true) }

    // MARK: Contacts

    private mutating func begin(_ touch: Int32, _ x: Int32, _ y: Int32) -> Bool {
        // Slots that are released in the current frame become free in the next frame, so the current frame is
        // completed.
        if !contacts.contains(where: { $0.touch == 0 }), contacts.contains(where: { !$0.isActive }) { finishFrame() }
        guard let slot = contacts.firstIndex(where: { $0.touch == 0 }) else { return false }
        contacts[slot] = Contact(touch: touch, x: x, y: y, trackingID: nextTrackingID())
        select(slot)
        // Sets the tool type before the tracking id, because libinput evaluates the tool type when the contact begins.
        // A slot still marked as a palm would be ignored.
        append(.toolType, ToolType.finger.rawValue)
        append(.trackingID, contacts[slot].trackingID)
        append(.contactX, x)
        append(.contactY, y)
        return true
    }

    private mutating func move(_ slot: Int, _ x: Int32, _ y: Int32) {
        let old = contacts[slot]
        guard old.x != x || old.y != y else { return }
        select(slot)
        if old.x != x { append(.contactX, x) }
        if old.y != y { append(.contactY, y) }
        (contacts[slot].x, contacts[slot].y) = (x, y)
    }

    /// Ends a contact. If the contact began in the current frame, the touch-down is reported in a separate frame;
    /// otherwise readers would ignore the contact.
    private mutating func lift(_ slot: Int) {
        if contacts[slot].isNew { report() }
        release(slot)
    }

    private mutating func release(_ slot: Int) {
        select(slot)
        append(.trackingID, -1)
        contacts[slot].hasEnded = true
    }

    /// Reports a cancelled touch as a palm, which makes readers cancel the touch instead of ending it (U4).
    private mutating func cancel(_ slot: Int) {
        // Without palm support, the contact is released. A contact that begins and ends in the same frame causes no
        // click, because readers ignore it.
        guard reportsPalms else { return release(slot) }
        select(slot)
        append(.toolType, ToolType.palm.rawValue)
        contacts[slot].isCancelled = true
    }

    /// Returns a tracking id that no current contact uses (U1).
    private mutating func nextTrackingID() -> Int32 {
        repeat {
            lastTrackingID = (lastTrackingID + 1) & 0xffff
        } while contacts.contains {
            $0.touch != 0 && $0.trackingID == lastTrackingID
        }
        return lastTrackingID
    }

    // MARK: Events

    private mutating func select(_ slot: Int) {
        guard currentSlot != Int32(slot) else { return }
        currentSlot = Int32(slot)
        append(.slot, currentSlot)
    }

    /// Appends the single-touch events and SYN_REPORT.
    private mutating func report() {
        let first = contacts.first { $0.touch != 0 && !$0.hasEnded }
        if let first {
            append(.x, first.x)
            append(.y, first.y)
        }
        if isTouched != (first != nil) {
            isTouched = first != nil
            events.append(RawEvent(KeyCode.touch, isTouched ? 1 : 0, at: 0))
        }
        events.append(RawEvent(.report, at: 0))
        for slot in contacts.indices { contacts[slot].isNew = false }
    }

    private mutating func append(_ axis: Axis, _ value: Int32) { events.append(RawEvent(axis, value, at: 0)) }

    /// Returns the axis value for a screen coordinate, clamped to the range of the axis.
    ///
    /// Each unit of the axis covers a cell of the screen, as on a real panel (V16). If the real and the virtual axis
    /// have the same number of units, the result is the value that the real panel reported.
    private static func value(_ coordinate: Double, of length: Double, _ maximum: Int32) -> Int32 {
        guard length > 0, coordinate.isFinite else { return 0 }
        return Int32(min(Double(maximum), max(0, (coordinate / length * (Double(maximum) + 1)).rounded())))
    }
}
