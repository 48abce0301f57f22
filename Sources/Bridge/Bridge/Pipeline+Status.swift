internal import InputEvents
public import LayoutRuntime
public import PluginAPI

extension Pipeline {
    func updateStatus() {
        guard !plugins.isDry else { return }
        var status = BridgeStatus()
        status.panels = panels.filter { !$0.isVirtual }.map(\.device.name)
        status.isIdle = activity.isIdle
        let epoch = epoch
        if let epoch, let last = activity.lastTouch { status.lastTouch = epoch + Double(last) / 1_000_000 }
        if plugins.usesPanelHealth { status.health = panelHealth }
        plugins.statusChanged(status)
    }

    /// Health of all connected and removed panels, except virtual panels.
    public var panelHealth: [PanelHealth] {
        healthStore.health(of: panels.filter { !$0.isVirtual }, at: options.clock(), epoch: epoch)
    }

    /// The names of the screens, and their states.
    public var screenStates: [(screen: String, state: ScreenState)] { activity.states }

    /// Unix time of the event clock's zero, in seconds; nil without a wall clock.
    var epoch: Double? { options.wallClock.map { $0() - Double(options.clock()) / 1_000_000 } }
}
