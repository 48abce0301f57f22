package import ResponderKit

extension View {
    /// The name of the view's class in layouts.
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
    /// The responder's name in traces, events for plugins, and the description of the tree: its id or, if it has none,
    /// the name of its class in layouts.
    package var layoutName: String {
        if let view = self as? View { return view.identifier ?? view.layoutClass }
        if let name = interceptor?.name { return name }
        return self is Application ? "Application" : "\(type(of: self))"
    }
}

extension GestureRecognizer {
    /// The gesture's id or, if the gesture has none, the name of its class.
    package var layoutName: String { name ?? "\(type(of: self))" }
}
