internal import Contacts
package import GestureKinds
public import HandlerEvents
public import InputHub
public import ResponderKit

/// Properties that interpret a record's fields. A property is valid for a kind of record if the documentation of the
/// kind names the property.
extension TraceRecord {
    // MARK: Panels

    public var deviceChange: DeviceChange? { DeviceChange(rawValue: detail) }
    /// Identifier of the device; 0 for none.
    public var deviceNumber: Int32 { device }
    /// Slot of the contact on its device.
    public var contactSlot: Int16 { slot }
    /// Slot of the finger that caused a handler call; nil if the call's event belongs to no single touch.
    package var touchSlot: Int? { touch == 0 ? nil : Int(slot) }
    /// Location in screen coordinates.
    public var location: Point { Point(x: u, y: v) }
    /// Location in the units of the panel's axes.
    public var panelLocation: Point { Point(x: x, y: y) }
    public var contactRejection: ContactRejection? { ContactRejection(rawValue: detail) }
    /// Whether the contact hovers above the panel.
    public var isHovering: Bool { former != 0 }
    /// Pressure as a fraction of the panel's range.
    public var pressure: Double { Double(count) / 1000 }
    /// Measured time in microseconds. For a bounce or a repeat: the time from the lift to the next touch-down. For a
    /// contact shorter than `holdDuration`: its duration.
    public var measuredTime: Int64 { Int64(other) }
    public var ignoredReason: SampleRejection? { SampleRejection(rawValue: detail) }

    public var isFound: Bool { detail == 1 }
    public var ghostReason: GhostReason? { GhostReport.Reason(rawValue: former)?.name }
    /// Time of the first touch in the series of ghost touches, in microseconds.
    public var ghostStart: Int64 { Int64(x) }
    /// Period of the ghost touches, in microseconds; 0 if the touches are not periodic.
    public var ghostPeriod: Int64 { Int64(y) }

    // MARK: Views and touches

    /// Location in the view's coordinates.
    public var viewLocation: Point { Point(x: x, y: y) }
    public var refusal: Refusal? { Refusal(rawValue: detail) }
    /// Whether hit-testing excludes the view and its subviews.
    public var isRefused: Bool { refusal != Refusal.none }
    /// Distance of the hit-test point from the view's bounds, in points, if the point is outside.
    public var refusalDistance: Double { u }
    /// Alpha of a view that is too transparent to be hit.
    public var alpha: Double { u }
    public var nonDelivery: NonDelivery? { NonDelivery(rawValue: detail) }
    public var phase: Touch.Phase? { Touch.Phase(rawValue: Int(detail)) }
    public var tapCount: Int { Int(count) }
    public var force: Double { x }
    public var radius: Double { y }
    public var method: Responder.Method? {
        let all = Responder.Method.allCases
        return Int(detail) < all.count ? all[Int(detail)] : nil
    }
    /// Number of touches in the call or in the series of ghost touches.
    public var touchCount: Int { Int(count) }
    /// Index of this record's touch in the call's list of touches.
    public var touchIndex: Int { Int(x) }
    public var subtype: Event.EventSubtype? { Event.EventSubtype(rawValue: Int(former)) }
    public var pressPhase: Press.Phase? { Press.Phase(rawValue: Int(detail)) }
    public var pressType: Press.PressType? { Press.PressType(rawValue: Int(former)) }
    /// Linux key code.
    public var keyCode: Int64 { Int64(x) }

    /// The layout's tree command; nil for a command of a plugin.
    public var treeHandler: TreeHandler? { TreeHandler(number: former) }
    /// Properties that the plugin's command set.
    public package(set) var changes: Changes {
        get { Changes(rawValue: UInt8(truncatingIfNeeded: slot)) }
        set { slot = Int16(newValue.rawValue) }
    }
    /// Alpha that the plugin's command set.
    public package(set) var newAlpha: Double {
        get { x }
        set { x = newValue }
    }
    /// Whether the record is about the run of a script function; if so, `other` is the id of the function's name.
    public var isScriptRun: Bool { former == TraceRecorder.scriptRun }
    /// Whether the tree command or the script function was executed completely.
    public var isDone: Bool { detail == 1 }
    /// Whether `tree.accommodate` switched the screen's touch accommodations on.
    public var isEnabled: Bool { count == 1 }

    public var misuseKind: MisuseKind? { MisuseKind(rawValue: detail) }

    // MARK: Gestures, controls, handlers

    public var offerResult: OfferResult? { OfferResult(rawValue: detail) }
    public var state: GestureRecognizer.State? { GestureRecognizer.State(rawValue: Int(detail)) }
    public var formerState: GestureRecognizer.State? { GestureRecognizer.State(rawValue: Int(former)) }
    public var gestureView: InternedID { device }
    /// Distance that a touch moved, in points, if it moved too far.
    public package(set) var distance: Double {
        get { x }
        set { x = newValue }
    }
    /// The exceeded limit, in points, seconds or touches, depending on the cause.
    public var limit: Double { y }
    package var gestureMeasure: GestureMeasure { GestureMeasure(rawValue: UInt8(truncatingIfNeeded: slot)) ?? .nothing }
    package var gestureNumbers: GestureNumbers { GestureNumbers(u, v) }
    public var stepCount: Int { Int(count) }
    public var stepsNeeded: Int { Int(x) }

    public var controlEvent: Control.Event { Control.Event(rawValue: UInt(UInt32(bitPattern: other))) }
    public var controlFlags: ControlFlags { ControlFlags(rawValue: detail) }
    /// Value of a slider; 0 or 1 for a switch.
    public var value: Double { x }
    /// Identifier of the sender of an action; 0 for none.
    public var sender: InternedID { device }

    public var event: EventName? {
        let all = EventName.allCases
        return Int(former) < all.count ? all[Int(former)] : nil
    }
    /// Index of the ``HandlerEvent`` that the handler received; `TraceRecorder.handlerEvent(_:)` returns the event.
    public var eventNumber: Int { Int(x) }
    public var callOutcome: CallOutcome { CallOutcome(rawValue: detail) ?? .dropped }
    public var isAccepted: Bool { callOutcome == .accepted }
    /// Whether the handler was not called, because of a condition, rate limit or delay.
    package var isWithheld: Bool { [.skipped, .limited, .delayed].contains(callOutcome) }

    mutating func set(_ outcome: CallOutcome) { detail = outcome.rawValue }

    mutating func set(_ measure: GestureMeasure, _ numbers: GestureNumbers) {
        (slot, u, v) = (Int16(measure.rawValue), numbers.u, numbers.v)
    }
}
