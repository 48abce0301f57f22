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
    /// The responder's id, or its class in layouts if it has no id. This is its name in traces, plugins and
    /// descriptions.
    package var layoutName: String {
        if let view = self as? View { return view.identifier ?? view.layoutClass }
        if let name = interceptor?.name { return name }
        return self is Application ? "Application" : "\(type(of: self))"
    }
}

extension GestureRecognizer {
    /// The gesture's id, or its class if it has no id.
    package var layoutName: String { name ?? "\(type(of: self))" }
}
