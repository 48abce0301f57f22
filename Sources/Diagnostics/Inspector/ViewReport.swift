internal import Explain
internal import Geometry
internal import JSON
internal import LayoutRuntime
internal import PluginAPI
internal import Snapshots
internal import TouchTrace

/// A view with its responder chain, the recognizers that receive its touches, and its handlers.
struct ViewReport {
    let owner: LayoutFacts.Owner
    /// The responders that receive the view's events, from the view outward.
    private(set) var chain: [LayoutFacts.Owner] = []
    /// The recognizers of the view and its superviews, from the view outward.
    private(set) var gestures: [LayoutFacts.Gesture] = []
    /// Bindings of the view, its gestures and its sequences, with the names of their owners.
    private(set) var bound: [(owner: String, bound: LayoutFacts.Bound)] = []
    private var bindings: Set<ObjectIdentifier> = []

    /// A call of a handler of the view.
    struct Call {
        let record: TraceRecord
        let binding: Binding
        /// Argument of the call; nil if it is not retained or the handler was not called.
        let argument: JSONValue?
        /// Result that the plugin reported; nil if it reported none.
        let result: ServiceCalls.Result?
    }

    /// Limit inspector-calls (limits.md, Internal bounds): maximum number of calls of a view's handlers that the inspector
    /// shows; it shows the newest calls.
    static let callLimit = 20
    /// Limit inspector-responders (limits.md, Internal bounds): maximum number of responders of a view, and recognizers
    /// of a view, that the inspector shows.
    static let responderLimit = 64

    /// Collects the facts of a responder; returns nil if the id is not in the layout.
    init?(of id: InternedID, _ names: InternTable, _ facts: LayoutFacts) {
        guard let owner = facts.owners[id] else { return nil }
        self.owner = owner
        var next = facts.owners[id]
        while let responder = next, chain.count < Self.responderLimit {
            chain.append(responder)
            next = facts.owners[responder.next]
        }
        var view = owner.view.map { _ in id }
        while let current = view, current != 0, let known = facts.owners[current]?.view {
            gestures += known.gestures.prefix(Self.responderLimit - gestures.count).compactMap { facts.gestures[$0] }
            view = known.superview
        }
        bound = owner.bound.map { (owner.name, $0) }
        for gesture in gestures where gesture.view == id { bound += gesture.bound.map { (gesture.name, $0) } }
        for sequence in facts.sequences where sequence.bound.first?.bindings.first?.view == owner.name {
            bound += sequence.bound.map { (sequence.name, $0) }
        }
        for (_, event) in bound { bindings.formUnion(event.bindings.map { ObjectIdentifier($0) }) }
    }

    /// Whether the view, one of its gestures or one of its sequences has the binding.
    func contains(_ binding: Binding) -> Bool { bindings.contains(ObjectIdentifier(binding)) }

    /// Properties that affect touches; most names are layout keys.
    var properties: [(name: String, value: JSONValue)] {
        guard let view = owner.view else { return [] }
        let corners = [
            Point(x: view.bounds.minX, y: view.bounds.minY), Point(x: view.bounds.maxX, y: view.bounds.maxY),
        ]
        .map { $0.applying(view.toScreens) }
        func list(_ numbers: Double...) -> JSONValue { .list(numbers.map { .number(($0 * 100).rounded() / 100) }) }
        var all: [(String, JSONValue)] = [
            (
                "on screen",
                list(
                    min(corners[0].x, corners[1].x),
                    min(corners[0].y, corners[1].y),
                    abs(corners[1].x - corners[0].x),
                    abs(corners[1].y - corners[0].y)
                )
            ),
            ("bounds", list(view.bounds.minX, view.bounds.minY, view.bounds.width, view.bounds.height)),
            ("hidden", .boolean(view.isHidden)), ("alpha", .number(view.alpha)),
            ("userInteractionEnabled", .boolean(view.isUserInteractionEnabled)),
            ("multipleTouchEnabled", .boolean(view.isMultipleTouchEnabled)),
            ("exclusiveTouch", .boolean(view.isExclusiveTouch)),
        ]
        if let isEnabled = view.isEnabled { all.append(("enabled", .boolean(isEnabled))) }
        if let margin = view.trackingMargin { all.append(("trackingMargin", .number(margin))) }
        if let slider = view.slider { all.append(("tapsSetValue", .boolean(slider.tapsSetValue))) }
        return all
    }
}
