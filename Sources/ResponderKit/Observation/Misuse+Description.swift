extension Misuse: CustomStringConvertible {
    /// The error and its remedy.
    public var description: String {
        switch self {
        case .circularHierarchy:
            "a view was added to itself or to one of its subviews: add it to a view outside of it"
        case .windowAsSubview:
            "a window was added to a view: set the window's application instead"
        case .geometryNotFinite:
            "a frame, bounds, center or transform is infinite or not a number: look for a division by zero"
        case .sampleNotFinite(let finger):
            "a sample of \(finger) has an infinite or undefined location: check how the device's axes are scaled"
        case .unknownFinger(let finger):
            "\(finger) moved or lifted without being down: report .began first"
        case .fingerAlreadyDown(let finger):
            "\(finger) went down twice, so the first touch was cancelled: report .ended or .cancelled in between"
        case .timeRanBackwards(let distance):
            "an input is \(distance) µs older than the previous one: report inputs in time order, from a monotonic clock"
        case .circularControllers:
            "a controller that has a parent, is presented, is a root or is an ancestor was added or presented: remove it from there first"
        case .endlessHandlers:
            "handlers called each other endlessly: look for an action that sets the state that triggered it"
        case .presentingOutsideWindow:
            "a controller presented another while its view was in no window: present later, or from a controller that is shown"
        case .alreadyPresenting:
            "a controller presented another although it, or an ancestor, presents one: dismiss that first, or present from it"
        }
    }
}
