internal import Geometry
internal import LayoutFile
internal import ResponderKit
internal import Schema

/// Property values that commands have set for one view, retained for the next reload.
final class CommandValues {
    fileprivate(set) var values: ViewLayout

    init(_ values: ViewLayout = ViewLayout()) { self.values = values }
}

extension LayoutTree {
    /// Applies a command's properties to a live view, and retains them for the next reload.
    func apply(_ layout: ViewLayout, to view: View, in bounds: Rect) {
        layout.applyGeometry(to: view, in: bounds, isNew: false)
        layout.applyProperties(to: view)
        // An added view itself moves to the next tree.
        guard added[ObjectIdentifier(view)] == nil else { return }
        let set = commandValues[ObjectIdentifier(view)] ?? CommandValues()
        commandValues[ObjectIdentifier(view)] = set
        if layout.frame != nil {
            set.values.center = nil
            set.values.bounds?.size = view.bounds.size
        }
        set.values.merge(layout)
    }

    /// Returns the layout of a view with the live values that the former tree had.
    func withRetainedValues(_ layout: ViewLayout) -> ViewLayout {
        // With duplicate ids, commands address the first view.
        guard let id = layout.id?.value, views[id] == nil, let values = retained.values[id] else { return layout }
        var result = layout
        result.merge(values)
        return result
    }

    /// Retains the values for the reload after this one.
    func carryOverRetainedValues(_ id: String, of view: View) {
        if let values = retained.values[id] { commandValues[ObjectIdentifier(view)] = CommandValues(values) }
    }

    /// Restores added views and first responders.
    func restoreRetainedState() {
        for added in retained.addedViews { restore(added) }
        for id in retained.firstResponders { _ = responder(id)?.becomeFirstResponder() }
        retained = RetainedState()
    }

    /// Restores an added view; drops it if its superview is gone or the new layout uses one of its ids.
    private func restore(_ new: RetainedState.AddedView) {
        let ids = new.members.compactMap(\.view.identifier)
        guard let superview = views[new.superview], ids.allSatisfy({ views[$0] == nil }) else { return }
        for member in new.members {
            let key = ObjectIdentifier(member.view)
            (added[key], relativeFrames[key]) = (member.plugin, member.frame)
            if let id = member.view.identifier { views[id] = member.view }
        }
        if new.isInFront { superview.addSubview(new.view) } else { superview.insertSubview(new.view, at: new.index) }
        guard let frame = new.members[0].frame else { return }
        let former = new.view.bounds.size
        new.view.setUntransformedFrame(frame.resolved(in: superview.bounds))
        if new.view.bounds.size != former { layoutSubviews(of: new.view) }
    }
}
