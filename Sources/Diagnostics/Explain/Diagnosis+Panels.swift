internal import Geometry
internal import GestureKinds
internal import HandlerEvents
internal import InputHub
internal import Platform
internal import PluginAPI
internal import Snapshots
internal import TouchTrace

/// Diagnoses of panel mapping and layout geometry.
extension Diagnosis {
    /// Reports that the touch would hit the view if the panel's rotation, flip or axes were set differently. Returns
    /// nil if no such setting leads to the view.
    func turnedPanel(
        _ point: Point,
        _ view: LayoutFacts.ViewFacts,
        _ id: InternedID,
        _ distance: Double
    ) -> TouchExplanation.Sentence? {
        guard let screen = ownScreen, distance > Self.farAway else { return nil }
        let frame = screen.frame
        let (x, y) = ((point.x - frame.minX) / frame.width, (point.y - frame.minY) / frame.height)
        let isPlain = screen.rotation == 0 && !screen.isFlipped
        func rotation(_ turn: Int) -> String { "`rotation: \((screen.rotation + turn) % 360)`" }
        // Locations of the touch with other `rotation:`, flip and `swapAxes:` settings, as fractions of the screen's
        // size.
        let ways: [(words: String, x: Double, y: Double)] = [
            (rotation(180), 1 - x, 1 - y), (rotation(90), 1 - y, x), (rotation(270), y, 1 - x),
            (isPlain ? "`flipX: true`" : "left and right swapped", 1 - x, y),
            (isPlain ? "`flipY: true`" : "top and bottom swapped", x, 1 - y),
            (isPlain ? "`swapAxes: true`" : "the axes swapped", y, x),
        ]
        let fitting = ways.first { way in
            let other = Point(x: frame.minX + way.x * frame.width, y: frame.minY + way.y * frame.height)
            return context.contains(other, view) && context.isReachable(id, at: other)
        }
        guard let fitting else { return nil }
        let name = context.name(id)
        let who = context.boundWords(context.allBounds(id), of: nil)
        let text =
            "\(who) not called: the touch began \(Context.points(distance)) away from \(name); with "
            + "\(fitting.words) in the `input:` of the screen \(Context.quoted(screen.name)), the touch would have hit "
            + "\(name)."
        return TouchExplanation.Sentence(text: text, rule: .mapping)
    }

    /// The screen to which the panel of the touch is mapped; nil if the panel or its screen is unknown.
    private var ownScreen: LayoutFacts.Screen? {
        guard let device = history.contact.flatMap({ facts.devices[$0.device] }) else { return nil }
        return facts.screens.indices.contains(device.screen) ? facts.screens[device.screen] : nil
    }

    /// Reports a view at the same location on another screen, because the panel may be mapped to the wrong screen.
    mutating func explainOtherScreens(at point: Point) {
        guard facts.screens.count > 1, let own = ownScreen,
            let device = history.contact.flatMap({ facts.devices[$0.device] })
        else { return }
        // Assumes that the mapping is correct if the panel matches the screen's `input:` and its touches call handlers.
        guard history.runs.isEmpty || own.input.isEmpty else { return }
        let (x, y) = ((point.x - own.frame.minX) / own.frame.width, (point.y - own.frame.minY) / own.frame.height)
        for (index, screen) in facts.screens.enumerated() where index != device.screen {
            let point = Point(
                x: screen.frame.minX + x * screen.frame.width,
                y: screen.frame.minY + y * screen.frame.height
            )
            guard let id = context.frontmost(at: point) else { continue }
            let who = context.boundWords(context.allBounds(id), of: nil)
            let panel = "'\(Context.short(TerminalText.line(device.name), 60))'"
            let how =
                own.input.isEmpty
                ? "matches any panel" : "requires `\(Context.short(TerminalText.line(own.input), 100))`"
            let name = Context.quoted(own.name)
            let text =
                "\(who) not called: \(context.name(id)) is at this position on the screen "
                + "\(Context.quoted(screen.name)), but the touch was on the screen \(name); the panel \(panel) is "
                + "mapped to \(name), because the `input:` of \(name) \(how)."
            sentences.append(.init(text: text, rule: .unmeant, missed: context.missed(by: id)))
            return
        }
    }

    /// Reports a view that the touch would hit if no ancestor's bounds origin shifted the view.
    mutating func explainMovedBounds(at point: Point) {
        let found = context.boundViews { id, view in
            context.eligible.contains(id) && context.movedBounds(of: id, view, at: point) != nil
        }
        guard let (id, view) = found.first, let holder = context.movedBounds(of: id, view, at: point),
            let bounds = facts.owners[holder]?.view?.bounds
        else { return }
        let who = context.boundWords(context.allBounds(id), of: nil)
        let text =
            "\(who) not called: the `bounds` of \(context.name(holder)) begin at "
            + "\(Context.coordinates(bounds.origin)), which shifts \(context.name(id)) by "
            + "\(Context.coordinates(Point(x: -bounds.minX, y: -bounds.minY))); "
            + "without this shift, the touch would have hit \(context.name(id))."
        sentences.append(.init(text: text, rule: .movedBounds, missed: context.missed(by: id)))
    }

    /// Reports the first view with handlers at the point on a covered page of a navigation stack.
    mutating func explainPagesBelow(at point: Point) {
        var reported: String?
        // After the first match, reports only further entries for the same view, such as the view's gestures.
        for view in facts.coveredViews.prefix(Self.coveredLimit) where reported == nil || reported == view.name {
            guard view.toScreens.isInvertible, view.bounds.contains(point.applying(view.toScreens.inverted())) else {
                continue
            }
            let bounds = context.expected(view.bound)
            guard !bounds.isEmpty else { continue }
            let name = Context.quoted(view.gesture ?? view.name)
            let who = context.boundWords(bounds, of: name)
            let text =
                "\(who) not called: \(name) is on the page \(Context.quoted(view.page)), but the NavigationController "
                + "\(Context.quoted(view.controller)) shows the page \(Context.quoted(view.top))."
            let missed = Context.missed(bounds, of: view.gesture ?? view.name)
            sentences.append(.init(text: text, rule: .topPage, missed: missed, isExpected: true))
            reported = view.name
        }
    }

    /// Maximum number of views on covered pages that are examined for each touch.
    private static let coveredLimit = 1000
}

extension Context {
    /// Returns the innermost ancestor whose bounds origin shifts a view away from a point; nil if no ancestor does.
    func movedBounds(of id: InternedID, _ view: LayoutFacts.ViewFacts, at point: Point) -> InternedID? {
        for holder in ancestors(id).dropFirst() {
            guard let own = facts.owners[holder]?.view, !own.isWindow, own.bounds.minX != 0 || own.bounds.minY != 0,
                let inside = local(point, in: own)
            else { continue }
            // `shifted` is the location that would be hit if the ancestor's bounds origin were zero.
            let moved = inside.applying(own.toScreens)
            let shifted = Point(x: inside.x - own.bounds.minX, y: inside.y - own.bounds.minY).applying(own.toScreens)
            if contains(shifted, view), !contains(moved, view), contains(point, own) { return holder }
        }
        return nil
    }

    /// Returns the `staleContactTimeout` of a device's screen, in microseconds; nil if none is set.
    func staleLimit(of device: Int32) -> Int64? {
        guard let screen = facts.devices[device]?.screen, facts.screens.indices.contains(screen) else { return nil }
        return facts.screens[screen].staleContactTimeout
    }

    /// Returns the key `staleContactTimeout` in backticks, with its value if the value is known.
    static func staleSetting(_ limit: Int64?) -> String {
        "`staleContactTimeout\(limit.map { ": \(compactTime($0))" } ?? "")`"
    }
}
