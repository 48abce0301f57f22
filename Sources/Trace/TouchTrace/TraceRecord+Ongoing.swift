internal import HandlerEvents
internal import ResponderKit

extension TraceRecord {
    /// Whether the record is a progress record, such as a move, rather than a beginning or end. A slow reader loses
    /// progress records first.
    public var isOngoing: Bool {
        switch kind {
        case .visit: true
        case .touch: phase == .moved
        case .call:
            Int(detail) == Self.moved || Int(detail) == Self.pressChanged
        case .gesture: Int(detail) == GestureRecognizer.State.changed.rawValue
        case .control:
            [.touchDragInside, .touchDragOutside, .valueChanged].contains(Control.Event(rawValue: UInt(other)))
        case .handler:
            EventName.allCases.indices.contains(Int(former))
                && [.continues, .value].contains(EventName.allCases[Int(former)].flow)
        default: false
        }
    }

    /// Whether the recorded event may have changed the view tree.
    public var mayChangeTree: Bool {
        switch kind {
        case .command, .layout, .action, .device: true
        case .gesture: Int(detail) == GestureRecognizer.State.ended.rawValue
        // Methods from index 4 on receive presses, motion and remote control. A press of a menu key may pop a
        // navigation controller, for example.
        case .call: detail >= 4 && Int(detail) != Self.pressChanged
        default: false
        }
    }

    private static let moved = Responder.Method.allCases.firstIndex(of: .touchesMoved)
    private static let pressChanged = Responder.Method.allCases.firstIndex(of: .pressesChanged)
}
