package import ResponderKit

extension View {
    /// What a layout calls its class.
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
    /// Its id, or what a layout calls its class: as traces, plugins and descriptions name it.
    package var layoutName: String {
        if let view = self as? View { return view.identifier ?? view.layoutClass }
        if let name = interceptor?.name { return name }
        return self is Application ? "Application" : "\(type(of: self))"
    }
}

extension GestureRecognizer {
    /// Its id, or its class.
    package var layoutName: String { name ?? "\(type(of: self))" }
}
