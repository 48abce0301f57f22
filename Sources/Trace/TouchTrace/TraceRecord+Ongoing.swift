internal import HandlerEvents
internal import ResponderKit

extension TraceRecord {
    /// Whether the record reports only progress. A slow reader may miss progress records, but never a beginning or
    /// an end.
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

    /// Whether handling the recorded step may have changed the view tree.
    public var mayChangeTree: Bool {
        switch kind {
        case .command, .layout, .action, .device: true
        case .gesture: Int(detail) == GestureRecognizer.State.ended.rawValue
        // A menu key, for example, pops a navigation controller.
        case .call: detail >= 4 && Int(detail) != Self.pressChanged
        default: false
        }
    }

    private static let moved = Responder.Method.allCases.firstIndex(of: .touchesMoved)
    private static let pressChanged = Responder.Method.allCases.firstIndex(of: .pressesChanged)
}
