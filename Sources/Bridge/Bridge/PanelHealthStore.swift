internal import InputEvents
internal import InputHub
internal import Metrics
internal import PluginAPI

/// Health of connected and removed panels (touchscreens), by name and screen.
///
/// A device's counts start at zero on opening. The next device with the same name and screen continues the counts of a
/// removed device.
struct PanelHealthStore {
    private var entries: [PanelHealth] = []
    /// Limit removed-panels (limits.md, Panels and the kernel): maximum number of removed panels whose counters are
    /// retained. If exceeded: the counters of the panel that was removed first are dropped.
    private static let limit = 64

    /// Returns the health of all panels at the time `now`; `epoch` is the Unix time of the event clock's zero, in
    /// seconds.
    func health(of connected: [Pipeline.ConnectedPanel], at now: Int64, epoch: Double?) -> [PanelHealth] {
        var all = entries
        for panel in connected {
            let index = Self.index(of: panel, in: &all)
            all[index].state = .plugged
            all[index].metrics.isUp = true
            all[index].metrics.add(panel.panel.metrics(at: now, epoch: epoch), since: panel.counted)
        }
        return all
    }

    /// Stores the counts of a panel after its removal or assignment to another screen.
    mutating func retire(_ present: Pipeline.ConnectedPanel, epoch: Double?) {
        var entry = entries.remove(at: Self.index(of: present, in: &entries))
        entry.state = present.isLost ? .lost : .unplugged
        entry.metrics.add(present.panel.metrics(epoch: epoch), since: present.counted)
        let lastTouch = entry.metrics.lastTouch
        entry.metrics = entry.metrics.counted
        entry.metrics.lastTouch = lastTouch
        entries.append(entry)
        if entries.count > Self.limit { entries.removeFirst() }
    }

    private static func index(of present: Pipeline.ConnectedPanel, in all: inout [PanelHealth]) -> Int {
        let (panel, screen) = (present.device.name, present.screenName)
        if let index = all.firstIndex(where: { $0.panel == panel && $0.screen == screen }) { return index }
        all.append(PanelHealth(panel: panel, screen: screen))
        return all.count - 1
    }
}
