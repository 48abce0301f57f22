internal import Geometry
internal import LayoutFile
internal import ResponderKit
internal import Schema

/// The properties of one view that commands have set, for the next reload.
final class CommandValues {
    fileprivate(set) var values: ViewLayout

    init(_ values: ViewLayout = ViewLayout()) { self.values = values }
}

extension LayoutTree {
    /// Gives a live view properties that a command sets, and retains them for the next reload.
    func apply(_ layout: ViewLayout, to view: View, in bounds: Rect) {
        layout.applyGeometry(to: view, in: bounds, isNew: false)
        layout.applyProperties(to: view)
        // An added view is itself taken over by the next tree.
        guard added[ObjectIdentifier(view)] == nil else { return }
        let set = commandValues[ObjectIdentifier(view)] ?? CommandValues()
        commandValues[ObjectIdentifier(view)] = set
        if layout.frame != nil {
            set.values.center = nil
            set.values.bounds?.size = view.bounds.size
        }
        set.values.merge(layout)
    }

    /// A view of the layout with the live values that it had in the former tree.
    func withRetainedValues(_ layout: ViewLayout) -> ViewLayout {
        // Of several views with one id, commands reach the first.
        guard let id = layout.id?.value, views[id] == nil, let values = retained.values[id] else { return layout }
        var result = layout
        result.merge(values)
        return result
    }

    /// Retains the values for the reload after this one, too.
    func keepRetainedValues(_ id: String, of view: View) {
        if let values = retained.values[id] { commandValues[ObjectIdentifier(view)] = CommandValues(values) }
    }

    /// Puts back what is not a property of the layout's views: added views and first responders.
    func restoreRetainedState() {
        for added in retained.addedViews { restore(added) }
        for id in retained.firstResponders { _ = responder(id)?.becomeFirstResponder() }
        retained = RetainedState()
    }

    /// Puts an added view back; it is dropped when its superview is gone or the new layout has one of its ids.
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
        new.view.place(frame.resolved(in: superview.bounds))
        if new.view.bounds.size != former { layoutSubviews(of: new.view) }
    }
}
