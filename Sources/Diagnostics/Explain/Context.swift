internal import Geometry
internal import GestureKinds
internal import HandlerEvents
internal import LayoutRuntime
internal import Platform
internal import PluginAPI
internal import ResponderKit
internal import Snapshots
internal import TouchTrace

/// Formats names, numbers and locations for the sentences of an explanation. Contains the layout facts that these
/// sentences need.
struct Context: Phrasing {
    let names: InternTable
    let facts: LayoutFacts
    let start: Int64
    let epoch: EventEpoch?
    /// Whether `moment(_:)` returns dates. Otherwise, it returns seconds relative to `start`.
    let isLive: Bool
    /// Views with handlers for touches, control events or gestures, from front to back.
    private(set) var bound: [(id: InternedID, view: LayoutFacts.ViewFacts)] = []
    /// Ids of the views in `bound` that, with all their superviews, are visible and have user interaction enabled.
    private(set) var eligible: Set<InternedID> = []

    init(names: InternTable, facts: LayoutFacts, start: Int64, epoch: EventEpoch?, isLive: Bool) {
        (self.names, self.facts, self.start, self.epoch, self.isLive) = (names, facts, start, epoch, isLive)
        for (id, owner) in facts.owners {
            guard let view = owner.view else { continue }
            let gestures = view.gestures.compactMap { facts.gestures[$0] }
            guard !expected(owner.bound).isEmpty || gestures.contains(where: { !expected($0.bound).isEmpty }) else {
                continue
            }
            bound.append((id, view))
        }
        bound.sort { $0.view.order > $1.view.order }
        for (id, _) in bound where isEligible(id) { eligible.insert(id) }
    }

    // MARK: Names

    /// Returns a name in backticks, without control characters and truncated to 60 characters.
    static func quoted(_ name: String) -> String { "`\(short(TerminalText.line(name), 60))`" }

    static func short(_ text: String, _ limit: Int) -> String {
        text.excerpt(limit)
    }

    /// Returns the layout id of an object; returns its class if the object has no id.
    func name(_ id: InternedID) -> String {
        guard let entry = names[id] else { return "an unknown object" }
        switch entry.kind {
        case .application: return "the application"
        case .gesture: return gestureName(id, entry)
        default: break
        }
        guard entry.name == entry.type else { return Self.quoted(entry.name) }
        let type = TerminalText.line(entry.type)
        return entry.holder == 0 ? "a \(type) without an id" : "a \(type) without an id in \(holderName(entry.holder))"
    }

    private func holderName(_ id: InternedID) -> String {
        guard let entry = names[id] else { return "another view" }
        return entry.name == entry.type ? "a \(TerminalText.line(entry.type))" : Self.quoted(entry.name)
    }

    private func gestureName(_ id: InternedID, _ entry: InternTable.Entry) -> String {
        if entry.name != entry.type { return Self.quoted(entry.name) }
        return "the \(kind(id)) of \(holderName(entry.holder))"
    }

    /// Returns the name, type and view of a gesture: "`unlock` (a long press of `panel`)".
    func introduced(_ id: InternedID) -> String {
        guard let entry = names[id], entry.name != entry.type else { return name(id) }
        return "\(name(id)) (a \(kind(id)) of \(holderName(entry.holder)))"
    }

    func kind(_ id: InternedID) -> String { facts.gestures[id]?.kind.name ?? "gesture" }

    /// Returns the name of a view or gesture with its type: "the Button `unlock`", "the pan `drag`".
    func described(_ id: InternedID) -> String {
        guard let entry = names[id], entry.kind != .application, entry.name != entry.type else { return name(id) }
        return "the \(entry.kind == .gesture ? kind(id) : TerminalText.line(entry.type)) \(name(id))"
    }

    /// Returns the class of a view, controller or window, as written in layouts.
    func type(_ id: InternedID) -> String { facts.owners[id]?.type ?? names[id]?.type ?? "" }

    /// Returns `plugin.handler` for each call of a binding, or the binding's action.
    func calls(_ bound: LayoutFacts.Bound) -> String {
        if let action = bound.action { return "the action \(Self.quoted(action))" }
        return Self.list(bound.bindings.map { Self.short(TerminalText.line("\($0.plugin).\($0.handler)"), 60) })
    }

    /// Returns the words as "a, b and c"; the words beyond the limit are replaced with their count, such as "3 more".
    static func list(_ words: [String], limit: Int = 8) -> String {
        var words = words
        if words.count > limit { words = words.prefix(limit) + ["\(words.count - limit) more"] }
        guard let last = words.last else { return "" }
        return words.count == 1 ? last : words.dropLast().joined(separator: ", ") + " and \(last)"
    }

    /// Returns the text with its first letter in upper case.
    static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

    /// Capitalizes a phrase that begins with "the"; handler names remain as written in the layout.
    static func capitalizedAction(_ text: String) -> String { text.hasPrefix("the ") ? capitalized(text) : text }

    // MARK: Numbers

    static func coordinates(_ point: Point) -> String { "\(number(point.x)), \(number(point.y))" }

    /// Formats a time in microseconds as in layouts, such as "350ms".
    static func compactTime(_ microseconds: Int64) -> String { time(microseconds).filter { $0 != " " } }

    /// Formats a layout key with its value, for use after a limit in a sentence, such as " (`trackingMargin: 70`)".
    static func setting(_ key: String, _ value: Double) -> String { " (`\(key): \(number(value))`)" }

    static func setting(_ key: String, microseconds: Int64) -> String { " (`\(key): \(compactTime(microseconds))`)" }

    static func after(_ microseconds: Int64) -> String {
        microseconds <= 0 ? "immediately" : "after \(time(microseconds))"
    }

    /// Returns a time in seconds relative to `start`.
    func seconds(_ time: Int64) -> Double { Double(max(0, time - start)) / 1_000_000 }

    /// Returns a time as text: relative to `start` or, if `isLive` is true and the epoch is known, as a date.
    func moment(_ time: Int64) -> String {
        if isLive, let epoch { return epoch.words(of: time) }
        let milliseconds = max(0, time - start) / 1000
        let rest = "\(1000 + milliseconds % 1000)".dropFirst()
        return "\(milliseconds / 1000).\(rest) s"
    }

    /// Returns the date of a time in parentheses, to follow `moment(_:)`; empty if unknown.
    func dated(_ time: Int64) -> String { isLive ? "" : epoch.map { " (\($0.words(of: time)))" } ?? "" }

    static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

    // MARK: Locations

    /// Returns a point relative to the top left corner of the screen that contains the point, with the screen's name.
    /// If no screen contains the point, uses the first screen.
    func onScreen(_ point: Point) -> String {
        let screen = facts.screens.first { $0.frame.contains(point) } ?? facts.screens.first
        guard let screen else { return Self.coordinates(point) }
        let local = Point(x: point.x - screen.frame.minX, y: point.y - screen.frame.minY)
        return "\(Self.coordinates(local)) on the screen \(Self.quoted(screen.name))"
    }

    /// Converts a point from screen coordinates to a view's coordinates; nil if the view's transform is singular.
    func local(_ point: Point, in view: LayoutFacts.ViewFacts) -> Point? {
        guard view.toScreens.isInvertible else { return nil }
        return point.applying(view.toScreens.inverted())
    }

    /// Returns the distance of a screen point from a view's bounds, in points of the view's coordinate system; nil if
    /// the view's transform is singular.
    func distance(_ point: Point, to view: LayoutFacts.ViewFacts) -> Double? {
        guard let local = local(point, in: view) else { return nil }
        return Self.nearest(to: local, in: view.bounds).distance(to: local)
    }

    /// Returns the distance of a screen point from a view, in points on the screen; nil if the view's transform is
    /// singular.
    func gap(_ point: Point, to view: LayoutFacts.ViewFacts) -> Double? {
        guard let local = local(point, in: view) else { return nil }
        return Self.nearest(to: local, in: view.bounds).applying(view.toScreens).distance(to: point)
    }

    /// Returns the distance in screen points of a touch from a view that rejected it as outside its bounds.
    func gap(_ visit: TraceRecord) -> Double {
        guard let view = facts.owners[visit.subject]?.view else { return visit.refusalDistance }
        let local = visit.viewLocation
        let near = Self.nearest(to: local, in: view.bounds)
        // Uses the recorded distance if the view has moved since the hit test, or for distances too large for exact
        // arithmetic.
        guard abs(near.distance(to: local) - visit.refusalDistance) < 0.01 else { return visit.refusalDistance }
        return near.applying(view.toScreens).distance(to: local.applying(view.toScreens))
    }

    private static func nearest(to point: Point, in bounds: Rect) -> Point {
        Point(x: min(max(point.x, bounds.minX), bounds.maxX), y: min(max(point.y, bounds.minY), bounds.maxY))
    }

    // MARK: Ancestors

    /// Returns the view and its superviews, innermost first.
    func ancestors(_ id: InternedID) -> [InternedID] {
        var ids: [InternedID] = []
        var next = id
        while next != 0, ids.count < 10_000, !(ids.count > 5000 && ids.contains(next)) {
            ids.append(next)
            next = facts.owners[next]?.view?.superview ?? 0
        }
        return ids
    }

    /// Returns the responder and all later responders in its responder chain.
    func chain(_ id: InternedID) -> [InternedID] {
        var ids: [InternedID] = []
        var next = id
        while next != 0, ids.count < 1000 {
            ids.append(next)
            next = facts.owners[next]?.next ?? 0
        }
        return ids
    }
}
