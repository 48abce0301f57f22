internal import InputEvents
internal import LayoutRuntime
public import PluginAPI

extension Pipeline {
    func updateStatus() {
        guard !plugins.isDry else { return }
        var status = BridgeStatus()
        status.panels = panels.map(\.device.name)
        status.isIdle = activity.isIdle
        let epoch = epoch
        if let epoch, let last = activity.lastTouch { status.lastTouch = epoch + Double(last) / 1_000_000 }
        status.health = panelHealth
        plugins.statusChanged(status)
    }

    /// Health of all connected and removed panels.
    public var panelHealth: [PanelHealth] { healthStore.health(of: panels, at: options.clock(), epoch: epoch) }

    /// Unix time in seconds at which the event clock was zero; nil without a wall clock.
    var epoch: Double? { options.wallClock.map { $0() - Double(options.clock()) / 1_000_000 } }
}
