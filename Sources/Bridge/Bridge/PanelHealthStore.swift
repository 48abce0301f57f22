internal import InputEvents
internal import InputHub
internal import Metrics
internal import PluginAPI

/// Health of the panels that are connected and of those that were, by name and screen.
///
/// Devices count from when they are opened; the counts of a removed one are retained for the next with its name and screen.
struct PanelHealthStore {
    private var entries: [PanelHealth] = []
    /// Limit removed-panels (Panels and the kernel): removed panels with remembered counters. Past it: the panel that
    /// was removed first is forgotten.
    private static let limit = 64

    /// Returns the health of all of them at a time of the clock of events, which began `epoch` seconds after 1970.
    func health(of present: [Pipeline.Present], at now: Int64, epoch: Double?) -> [PanelHealth] {
        var all = entries
        for panel in present {
            let index = Self.index(of: panel, in: &all)
            all[index].state = .plugged
            all[index].metrics.isUp = true
            all[index].metrics.add(panel.panel.metrics(at: now, epoch: epoch), since: panel.counted)
        }
        return all
    }

    /// A panel is removed, or assigned to another screen.
    mutating func leave(_ present: Pipeline.Present, epoch: Double?) {
        var entry = entries.remove(at: Self.index(of: present, in: &entries))
        entry.state = present.isLost ? .lost : .unplugged
        entry.metrics.add(present.panel.metrics(epoch: epoch), since: present.counted)
        let lastTouch = entry.metrics.lastTouch
        entry.metrics = entry.metrics.counted
        entry.metrics.lastTouch = lastTouch
        entries.append(entry)
        if entries.count > Self.limit { entries.removeFirst() }
    }

    private static func index(of present: Pipeline.Present, in all: inout [PanelHealth]) -> Int {
        let (panel, screen) = (present.device.name, present.screenName)
        if let index = all.firstIndex(where: { $0.panel == panel && $0.screen == screen }) { return index }
        all.append(PanelHealth(panel: panel, screen: screen))
        return all.count - 1
    }
}
