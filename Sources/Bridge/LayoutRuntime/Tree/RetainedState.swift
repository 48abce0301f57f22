package import LayoutFile
internal import LayoutPlans
package import PluginAPI
internal import ResponderKit

/// Live state for the next tree after a reload: all values that the new layout does not change.
///
/// Matches views and gestures by id. A property retains its live value if both layouts specify equal values for it and
/// for the properties on which it depends. For example, a new frame also replaces the live center and bounds.
package struct RetainedState {
    /// Live values of views, by id.
    private(set) var values: [String: ViewLayout] = [:]
    /// Values of `enabled` set by commands on gestures, by id.
    private(set) var gestures: [String: Bool] = [:]
    /// Ids of the first responders, at most one per window. Empty if the new layout names other first responders.
    private(set) var firstResponders: [String] = []
    /// Views added by plugins; within a superview, from back to front.
    private(set) var addedViews: [AddedView] = []
    /// State of the touch accommodations by screen name: in the layout (`stated`), and now (`live`).
    private var accommodations: [String: (stated: Bool, live: Bool)] = [:]
    /// Changed properties and views of the new layout.
    package private(set) var change = LayoutChange()

    /// A view added by a plugin to a view of the layout, with its subviews.
    struct AddedView {
        let superview: String
        let index: Int
        /// Whether the view is in front of all subviews from the layout.
        let isInFront: Bool
        /// The view itself, then its subviews.
        var members: [Member]

        struct Member {
            let view: View
            let plugin: String
            /// The frame relative to the superview's size; nil for other frames.
            let frame: FrameLayout?
        }

        var view: View { members[0].view }
    }

    /// Empty state for the first layout.
    package init() {}

    /// Captures the state of a tree before its teardown.
    package init(of tree: LayoutTree, _ old: Layout, _ new: Layout) {
        let (former, next) = (old.statedViews, new.statedViews)
        for (id, stated) in next {
            guard let view = tree.views[id], let before = former[id], before.kind == stated.kind else {
                change.newViews.insert(id)
                continue
            }
            var differences = stated.layout.differences(from: before.layout)
            let live = tree.liveValues(of: view, statedAs: before.layout)
            if let live { differences.formUnion(live.propertiesReplaced(by: differences)) }
            if !differences.isEmpty { change.properties[id] = differences }
            guard let live else { continue }
            var retained = ViewLayout()
            retained.merge(live, except: differences)
            values[id] = retained
        }
        let (formerGestures, nextGestures) = (old.statedGestures, new.statedGestures)
        gestures = tree.enabledGestures.filter {
            nextGestures[$0.key] != nil && formerGestures[$0.key] == nextGestures[$0.key]
        }
        if old.statedFirstResponders == new.statedFirstResponders { firstResponders = tree.firstResponders }
        addedViews = tree.addedViews
        for (screen, live) in zip(tree.screens, tree.accommodates) {
            if let stated = screen.layout.accommodatesAtStart { accommodations[screen.name] = (stated, live) }
        }
    }

    /// Returns whether the accommodations of a screen are on: the live state if both layouts specify the same
    /// `enabled`, otherwise the value in the new layout.
    func accommodates(_ screen: ScreenPlan) -> Bool {
        guard let stated = screen.layout.accommodatesAtStart else { return false }
        guard let former = accommodations[screen.name], former.stated == stated else { return stated }
        return former.live
    }

    /// Removes the plugins' views from the old tree. Drops views of plugins that end with the reload.
    package mutating func detachAddedViews(of plugins: Set<String>) {
        // An empty plugin name means that the owner of the pipeline added the view.
        func continues(_ member: AddedView.Member) -> Bool { member.plugin.isEmpty || plugins.contains(member.plugin) }
        addedViews = addedViews.compactMap { added in
            added.view.removeFromSuperview()
            guard continues(added.members[0]) else { return nil }
            for member in added.members where !continues(member) { member.view.removeFromSuperview() }
            var rest = added
            rest.members = added.members.filter { $0.view.isDescendant(of: added.view) }
            return rest
        }
    }
}

extension LayoutTree {
    /// Returns the values set by commands and touches on a view of the layout; nil without such values.
    fileprivate func liveValues(of view: View, statedAs text: ViewLayout) -> ViewLayout? {
        var live = commandValues[ObjectIdentifier(view)]?.values
        if let values = live, values.frame != nil {
            // A command that set the frame also replaced the center and the size in the layout.
            if text.center != nil, values.center == nil { live?.center = view.center }
            if text.bounds != nil, values.bounds == nil { live?.bounds = view.bounds }
        }
        if text.follows != nil, view.transform != (live?.transform ?? text.transform ?? .identity) {
            live = live ?? ViewLayout()
            live?.transform = view.transform
        }
        if let slider = view as? Slider {
            let fresh = Slider()
            text.applyProperties(to: fresh)
            if live?.value != nil || slider.value != fresh.value {
                live = live ?? ViewLayout()
                live?.value = slider.value
            }
        }
        if let toggle = view as? Switch, live?.isOn != nil || toggle.isOn != (text.isOn ?? false) {
            live = live ?? ViewLayout()
            live?.isOn = toggle.isOn
        }
        return live
    }

    /// The ids of the first responders of all windows.
    fileprivate var firstResponders: [String] {
        let views = views.compactMap { $0.value.isFirstResponder ? $0.key : nil }
        let controllers = controllers.compactMap { $0.value.isFirstResponder ? $0.key : nil }
        return (views + controllers).sorted()
    }

    /// The views added by plugins to views of the layout.
    fileprivate var addedViews: [RetainedState.AddedView] {
        guard !added.isEmpty else { return [] }
        var all: [RetainedState.AddedView] = []
        for (id, superview) in views where added[ObjectIdentifier(superview)] == nil {
            var isInFront = true
            var own: [RetainedState.AddedView] = []
            for (index, view) in superview.subviews.enumerated().reversed() {
                guard added[ObjectIdentifier(view)] != nil else {
                    isInFront = false
                    continue
                }
                own.append(.init(superview: id, index: index, isInFront: isInFront, members: members(of: view)))
            }
            all += own.reversed()
        }
        return all
    }

    private func members(of view: View) -> [RetainedState.AddedView.Member] {
        let key = ObjectIdentifier(view)
        let own = RetainedState.AddedView.Member(view: view, plugin: added[key] ?? "", frame: relativeFrames[key])
        return [own] + view.subviews.flatMap { members(of: $0) }
    }
}
