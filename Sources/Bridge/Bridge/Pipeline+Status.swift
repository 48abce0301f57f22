internal import InputEvents
internal import LayoutRuntime
internal import PluginAPI

extension Pipeline {
    func tellStatus() {
        guard !plugins.isDry else { return }
        var status = BridgeStatus()
        status.panels = panels.map(\.device.name)
        status.isIdle = activity.isIdle
        let epoch = epoch
        if let epoch, let last = activity.lastTouch { status.lastTouch = epoch + Double(last) / 1_000_000 }
        let present = panels.map { PanelHealthStore.Present(screen: $0.screenName, panel: $0.panel) }
        status.health = book.health(of: present, epoch: epoch)
        plugins.statusChanged(status)
    }

    /// When the clock of events was at zero, in seconds since 1970.
    var epoch: Double? { options.wallClock.map { $0() - Double(options.clock()) / 1_000_000 } }
}
