package import HandlerEvents
package import ResponderKit

extension Control.Event {
    /// Creates the control event with a name; nil for other names.
    package init?(_ name: EventName) {
        switch name {
        case .touchDown: self = .touchDown
        case .touchDownRepeat: self = .touchDownRepeat
        case .touchDragInside: self = .touchDragInside
        case .touchDragOutside: self = .touchDragOutside
        case .touchDragEnter: self = .touchDragEnter
        case .touchDragExit: self = .touchDragExit
        case .touchUpInside: self = .touchUpInside
        case .touchUpOutside: self = .touchUpOutside
        case .touchCancel: self = .touchCancel
        case .valueChanged: self = .valueChanged
        case .primaryActionTriggered: self = .primaryActionTriggered
        default: return nil
        }
    }
}
