internal import HandlerEvents
internal import JSON
internal import LayoutFile
internal import Platform
package import PluginAPI
package import ResponderKit
internal import Schema
package import TouchTrace

/// A plugin command, parsed and checked against the limits on the submitting thread.
///
/// The input thread checks only conditions of the tree, such as the existence and the class of a view.
package enum CheckedCommand: Sendable {
    case set(view: String, ViewChange)
    case add(NewViews, to: String, at: Int?)
    case remove(view: String)
    case cancelTouches(view: String?)
    case raise(gesture: String, state: GestureRecognizer.State)
    case send(view: String, event: Control.Event)
    case change(view: String, value: Double)
    case focus(view: String)
    case emit(action: String, value: Double)
    case describe(view: String?, includesDefaults: Bool)
    case dump(reason: String?)
    /// An invalid command. It is queued like a valid command, so that replies are sent in the order of the commands.
    case refused(CommandRejection)

    /// Whether the command is an action: it calls handlers without a touch. The rate of actions is limited.
    var isAction: Bool {
        switch self {
        case .emit, .change: true
        default: false
        }
    }

    package init(_ command: TreeCommand) {
        do throws(CommandRejection) {
            switch command {
            case .set(let view, let properties): self = .set(view: view, try ViewChange(properties))
            case .add(let value, let view, let index): self = .add(try NewViews(value), to: view, at: index)
            case .remove(let view): self = .remove(view: view)
            case .cancelTouches(let view): self = .cancelTouches(view: view)
            case .raise(let gesture, let name):
                guard let state = GestureRecognizer.State(named: name) else {
                    let known = "use began, changed, ended, cancelled or failed"
                    throw CommandRejection("'\(name.excerpt())' is not a state; \(known)")
                }
                self = .raise(gesture: gesture, state: state)
            case .send(let view, let name):
                guard let event = Control.Event(named: name) else {
                    let remedy = "write an event such as touchUpInside"
                    throw CommandRejection("'\(name.excerpt())' is not a control event; \(remedy)")
                }
                self = .send(view: view, event: event)
            case .change(let view, let value): self = .change(view: view, value: value)
            case .focus(let view): self = .focus(view: view)
            case .emit(let action, let value): self = .emit(action: action, value: value)
            case .describe(let view, let includesDefaults):
                self = .describe(view: view, includesDefaults: includesDefaults)
            case .dump(let reason): self = .dump(reason: reason)
            }
        } catch {
            self = .refused(error)
        }
    }
}

extension TraceRecorder {
    /// Records a plugin command if the command changes the tree.
    package func command(_ command: CheckedCommand, in tree: LayoutTree, of plugin: String) {
        let views = tree.views
        switch command {
        case .set(let id, let change) where change.onlyEnabled != nil:
            self.command(on: tree.gestureToEnable(id) ?? views[id], of: plugin, change.changes)
        case .set(let id, let change):
            self.command(on: views[id], of: plugin, change.changes, alpha: change.layout.alpha ?? 0)
        case .add(_, let id, _), .remove(let id), .send(let id, _), .change(let id, _), .focus(let id):
            self.command(on: views[id], of: plugin)
        case .cancelTouches(let id): self.command(on: id.flatMap { views[$0] }, of: plugin)
        case .raise: self.command(on: nil, of: plugin)
        case .emit, .describe, .dump, .refused: break
        }
    }
}

/// Property values to apply to a live view.
package struct ViewChange: Sendable {
    let layout: ViewLayout
    /// View classes that lack a set property, each with the name of the first missing property.
    let lacking: [ViewLayout.Class: String]
    /// The value of `enabled` if no other property is set, otherwise nil. Such a command may also name a gesture.
    let onlyEnabled: Bool?

    /// The changed properties that affect whether the view receives touches.
    fileprivate var changes: TraceRecord.Changes {
        var changes = layout.alpha == nil ? TraceRecord.Changes() : .alpha
        if let isHidden = layout.isHidden { changes.insert(isHidden ? .hidden : .shown) }
        if let isEnabled = layout.isEnabled { changes.insert(isEnabled ? .enabled : .disabled) }
        if let isInteractive = layout.isUserInteractionEnabled {
            changes.insert(isInteractive ? .interactive : .notInteractive)
        }
        return changes
    }

    init(_ properties: JSONValue) throws(CommandRejection) {
        layout = try CommandRejection.reading { () throws(ViewMistakes) in
            try ViewLayout.reading(properties: properties)
        }
        var lacking: [ViewLayout.Class: String] = [:]
        for member in properties.members ?? [] {
            guard let owners = ViewLayout.classes(with: member.key) else { continue }
            for kind in ViewLayout.Class.allCases where !owners.contains(kind) && lacking[kind] == nil {
                lacking[kind] = member.key
            }
        }
        self.lacking = lacking
        onlyEnabled = properties.members?.map(\.key) == [ViewFlag.enabled.rawValue] ? layout.isEnabled : nil
    }
}

/// A view to add, with its subviews.
package struct NewViews: Sendable {
    /// Limit added-per-command (limits.md, Commands to the view tree): maximum number of views that one command adds.
    /// If exceeded: the command is refused before a view is created, and the error contains `send several commands`.
    ///
    /// The limit bounds the delay of events: the input thread creates all views of a command between two events.
    static let limit = 100

    let layout: ViewLayout
    let count: Int
    /// The ids of the views, without duplicates, in the order of the command's JSON.
    let ids: [String]

    init(_ value: JSONValue) throws(CommandRejection) {
        count = Self.count(in: value)
        guard count <= Self.limit else {
            let limit = Self.limit
            throw CommandRejection(
                "a command can add at most \(limit) views, but this command adds \(count); send several commands"
            )
        }
        let layout = try CommandRejection.reading { () throws(ViewMistakes) in try ViewLayout.reading(view: value) }
        var (ids, known): ([String], Set<String>) = ([], [])
        try Self.collect(layout, into: &ids, &known)
        (self.layout, self.ids) = (layout, ids)
    }

    /// Returns the number of views in a JSON value, including invalid views.
    private static func count(in value: JSONValue) -> Int {
        var waiting = [value]
        var count = 0
        while let view = waiting.popLast() {
            count += 1
            for member in view.members ?? [] where member.key == "subviews" { waiting += member.value.list ?? [] }
        }
        return count
    }

    private static func collect(
        _ layout: ViewLayout,
        into ids: inout [String],
        _ known: inout Set<String>
    ) throws(CommandRejection) {
        if let id = layout.id?.value {
            guard known.insert(id).inserted else {
                throw CommandRejection("two of the added views have the id '\(id.excerpt())'; use different ids")
            }
            ids.append(id)
        }
        for subview in layout.subviews { try collect(subview, into: &ids, &known) }
    }
}

extension CommandRejection {
    /// Maximum number of errors in a reply.
    private static let reportedMistakes = 5

    fileprivate static func reading(
        _ body: () throws(ViewMistakes) -> ViewLayout
    ) throws(CommandRejection) -> ViewLayout {
        do throws(ViewMistakes) { return try body() } catch {
            let messages = error.messages.prefix(reportedMistakes)
            let others = error.messages.count + error.omitted - messages.count
            let rest = others > 0 ? ["and \(others) more \(others == 1 ? "error" : "errors")"] : []
            throw CommandRejection((messages + rest).joined(separator: "; "))
        }
    }
}

extension GestureRecognizer.State {
    fileprivate init?(named name: String) {
        switch name {
        case "began": self = .began
        case "changed": self = .changed
        case "ended": self = .ended
        case "cancelled": self = .cancelled
        case "failed": self = .failed
        default: return nil
        }
    }
}

extension Control.Event {
    fileprivate init?(named name: String) {
        guard let event = EventName(rawValue: name) else { return nil }
        self.init(event)
    }
}
