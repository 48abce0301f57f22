internal import InputEvents
internal import InputHub
public import LayoutPlans
internal import LayoutRuntime
internal import Metrics
internal import Platform
internal import ResponderKit
internal import TouchTrace

extension Pipeline {
    /// Replaces the layout. Returns the removed devices: panels without a screen in the new layout, and pens that
    /// the new layout treats as touchscreens.
    ///
    /// Cancels live touches in the old tree, and ignores their fingers until they lift. Plugins with unchanged settings
    /// continue to run; their added views are retained. A property with the same value in both layouts retains its live
    /// value.
    public func reload(_ new: LayoutPlan, at time: Int64? = nil) -> [Int32] {
        // Cancels live touches and presses while their handlers and plugins still exist.
        application.beginIgnoringInteractionEvents()
        context.makeDelayedCalls()
        var retained = RetainedState(of: tree, plan.layout, new.layout)
        tree.tearDown()
        plugins.frameDidEnd()
        plan = new
        let running = plugins.adopt(new.plugins, within: options.reloadLimit)
        retained.detachAddedViews(of: running)
        commands.keepOnly(running)
        maker = CallBinder(plugins, context, hostEnvironment, new.screens)
        tree = LayoutTree(new, in: root, maker, activity, timers: hub.timers, after: retained)
        followAccommodations()
        recorder?.layoutChanged(at: time ?? application.now)
        let orphans = reassignPanels()
        activity.begin(new.screens, at: max(time ?? application.now, application.now))
        plugins.start(
            maker.bindings,
            besides: running,
            after: retained.change,
            at: max(time ?? application.now, application.now)
        )
        tree.startTimers(at: max(time ?? application.now, application.now))
        application.endIgnoringInteractionEvents()
        updateStatus()
        return orphans
    }

    private func reassignPanels() -> [Int32] {
        var orphans: [Int32] = []
        let log = Logger(plugin: "", clock: options.clock, write: options.log)
        for (index, panel) in panels.enumerated() {
            guard let screen = plan.screenIndex(for: panel.device) else {
                orphans.append(panel.number)
                panels[index].screen = nil
                continue
            }
            let name = plan.screens[screen].name
            if name != panel.screenName {
                healthStore.retire(panel, epoch: epoch)
                panels[index].counted = panel.panel.metrics().counted
            }
            (panels[index].screen, panels[index].screenName) = (screen, name)
            let settings = PanelSettings(for: panel.device, before: plan.screens[screen]) { _ in }
            hub.panel(panel.number)?.settings = settings
            panel.panel.dropWithheld()
            panel.panel.accommodates = tree.accommodates[screen]
            if !panel.isVirtual { convertLengths(of: name, by: panel.panel) { log.say(.warning, $0) } }
        }
        orphans += hub.pens.filter { kind(of: $0.description) == .touchscreen }.map(\.number)
        hub.settingsChanged()
        for number in orphans { remove(number) }
        return orphans
    }
}
