internal import HandlerEvents
internal import ResponderKit

extension TraceRecord {
    /// Whether the record is about progress, such as a move, and not about a beginning or an end. If a reader is slow,
    /// progress records are dropped first.
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
        // Methods from index 4 on receive presses, motion and remote control. For example, the press of a menu key may
        // pop a navigation controller.
        case .call: detail >= 4 && Int(detail) != Self.pressChanged
        default: false
        }
    }

    private static let moved = Responder.Method.allCases.firstIndex(of: .touchesMoved)
    private static let pressChanged = Responder.Method.allCases.firstIndex(of: .pressesChanged)
}
