extension Misuse: CustomStringConvertible {
    /// Error message with a remedy.
    public var description: String {
        switch self {
        case .circularHierarchy:
            "a view was added to itself or to one of its subviews; add the view to another view"
        case .windowAsSubview:
            "a window was added to a view; set the window's application instead"
        case .geometryNotFinite:
            "a frame, bounds, center or transform is infinite or not a number; check for a division by zero"
        case .sampleNotFinite(let finger):
            "contact \(finger.contact) of device \(finger.device) has an infinite or undefined location; "
                + "check the scaling of the device's axes"
        case .unknownFinger(let finger):
            "contact \(finger.contact) of device \(finger.device) moved or lifted without being down; "
                + "report .began first"
        case .fingerAlreadyDown(let finger):
            "contact \(finger.contact) of device \(finger.device) went down twice, so its first touch was cancelled; "
                + "report .ended or .cancelled before the next .began"
        case .timeRanBackwards(let distance):
            "an input event is \(distance) µs older than the previous input event; "
                + "report events in order, with monotonic timestamps"
        case .circularControllers:
            "the added or presented controller already has a parent or presenter, is a root controller, "
                + "or is an ancestor; remove or dismiss the controller first"
        case .endlessHandlers:
            "handlers triggered each other in an endless loop; check for an action that triggers itself"
        case .presentingOutsideWindow:
            "a controller whose view is in no window presented another controller; add the view to a window first"
        case .alreadyPresenting:
            "the controller or an ancestor already presents a controller; "
                + "dismiss the presented controller first, or present from it"
        }
    }
}
