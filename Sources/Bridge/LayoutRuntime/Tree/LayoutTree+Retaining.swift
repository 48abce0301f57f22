internal import Geometry
internal import LayoutFile
internal import LayoutPlans
internal import ResponderKit
internal import Schema

/// Property values of one view, set by commands and retained for the next reload.
final class CommandValues {
    fileprivate(set) var values: ViewLayout

    init(_ values: ViewLayout = ViewLayout()) { self.values = values }
}

extension LayoutTree {
    /// Applies a command's properties to a live view, and retains their values for the next reload. `properties`
    /// restricts the retained properties; nil means all.
    func apply(
        _ layout: ViewLayout,
        to view: View,
        retainingIn retained: CommandValues?,
        only properties: ViewLayout.Properties? = nil
    ) {
        if let wanted = layout.canBecomeFirstResponder {
            handlers(of: view).canBecomeFirstResponder = wanted
        }
        if let frame = layout.frame {
            relativeFrames[ObjectIdentifier(view)] = frame.isRelative ? frame : nil
        }
        let former = view.bounds.size
        let bounds = view.superview?.bounds ?? Rect(origin: .zero, size: screens[0].frame.size)
        apply(layout, to: view, in: bounds, retainingIn: retained, only: properties)
        if view.bounds.size != former { layoutSubviews(of: view) }
    }

    /// Applies properties to a view in a superview with the given bounds, and retains their values for the next reload.
    func apply(
        _ layout: ViewLayout,
        to view: View,
        in bounds: Rect,
        retainingIn retained: CommandValues?,
        only properties: ViewLayout.Properties? = nil
    ) {
        layout.applyGeometry(to: view, in: bounds, isNew: false)
        if layout.trackingMargin == nil {
            layout.applyProperties(to: view)
        } else {
            let screen = screen(of: view)
            layout.applyProperties(to: view, at: panelLengths.scale(of: screen))
            panelLengths.add(layout, view, screen)
        }
        // `retained` is nil for views of plugins: a reload moves these views themselves to the next tree.
        guard let retained else { return }
        if layout.frame != nil {
            retained.values.center = nil
            retained.values.bounds?.size = view.bounds.size
        }
        if let properties { retained.values.merge(layout, only: properties) } else { retained.values.merge(layout) }
    }

    /// Returns the stored command values of a view of the layout; creates an empty entry if necessary.
    func commandValues(of view: View) -> CommandValues {
        let values = commandValues[ObjectIdentifier(view)] ?? CommandValues()
        commandValues[ObjectIdentifier(view)] = values
        return values
    }

    /// Returns a view's layout. Values set by commands in the previous tree override the layout file.
    func withRetainedValues(_ layout: ViewLayout) -> ViewLayout {
        // If several views share an id, commands address the first view.
        guard let id = layout.id?.value, views[id] == nil, let values = retained.values[id] else { return layout }
        var result = layout
        result.merge(values)
        return result
    }

    /// Retains the restored values of a view for the next reload.
    func carryOverRetainedValues(_ id: String, of view: View) {
        if let values = retained.values[id] { commandValues[ObjectIdentifier(view)] = CommandValues(values) }
    }

    /// Restores the views of plugins, and the first responders.
    func restoreRetainedState() {
        for added in retained.addedViews { restore(added) }
        for id in retained.firstResponders { _ = responder(id)?.becomeFirstResponder() }
        retained = RetainedState()
    }

    /// Restores a view of a plugin. Drops the view if its superview no longer exists, or if the new layout uses one of
    /// its ids.
    private func restore(_ new: RetainedState.AddedView) {
        let ids = new.members.compactMap(\.view.identifier)
        guard let superview = views[new.superview], ids.allSatisfy({ views[$0] == nil }) else { return }
        for member in new.members {
            let key = ObjectIdentifier(member.view)
            (added[key], relativeFrames[key]) = (member.plugin, member.frame)
            if let id = member.view.identifier { setView(member.view, for: id) }
        }
        if new.isInFront { superview.addSubview(new.view) } else { superview.insertSubview(new.view, at: new.index) }
        guard let frame = new.members[0].frame else { return }
        let former = new.view.bounds.size
        new.view.setUntransformedFrame(frame.resolved(in: superview.bounds))
        if new.view.bounds.size != former { layoutSubviews(of: new.view) }
    }
}
