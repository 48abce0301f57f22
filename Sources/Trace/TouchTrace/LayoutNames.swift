package import ResponderKit

extension View {
    package var layoutClass: String {
        switch self {
        case is Window: "Window"
        case is Slider: "Slider"
        case is Switch: "Switch"
        case is Button: "Button"
        case is Control: "Control"
        default: type(of: self) == View.self ? "View" : "\(type(of: self))"
        }
    }
}

extension Responder {
    /// Name in traces, plugin events and tree descriptions: the responder's id or, without an id, its class name in
    /// layouts.
    package var layoutName: String {
        if let view = self as? View { return view.identifier ?? view.layoutClass }
        if let name = interceptor?.name { return name }
        return self is Application ? "Application" : "\(type(of: self))"
    }
}

extension GestureRecognizer {
    /// Id of the gesture or, without an id, its class name.
    package var layoutName: String { name ?? "\(type(of: self))" }
}
