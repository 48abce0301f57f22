internal import Contacts
internal import InputEvents
internal import InputHub
internal import PluginAPI

/// What is known of the panels that are there and of those that were, by name and screen.
///
/// Devices count from when they are opened; what one had counted when it went is kept for the next at its place.
struct PanelHealthStore {
    private var entries: [PanelHealth] = []
    /// Limit removed-panels (Panels and the kernel): removed panels with remembered counters. Past it: the panel that
    /// was removed first is forgotten.
    private static let limit = 64

    /// A panel that is there now, with its screen.
    struct Present {
        let screen: String
        let panel: Panel
    }

    /// How all of them are; `epoch` is what makes a device's time one of people's, in seconds, if there is such a time.
    func health(of present: [Present], epoch: Double?) -> [PanelHealth] {
        var all = entries
        for panel in present {
            let index = Self.index(of: panel.panel.description.name, panel.screen, in: &all)
            all[index].state = .plugged
            all[index].add(panel.panel, epoch)
        }
        return all
    }

    /// A panel goes, or changes its screen.
    mutating func leave(_ present: Present, isLost: Bool, epoch: Double?) {
        let index = Self.index(of: present.panel.description.name, present.screen, in: &entries)
        var entry = entries.remove(at: index)
        entry.state = isLost ? .lost : .unplugged
        entry.add(present.panel, epoch)
        entry.hasGhost = false
        entries.append(entry)
        if entries.count > Self.limit { entries.removeFirst() }
    }

    private static func index(of panel: String, _ screen: String, in all: inout [PanelHealth]) -> Int {
        if let index = all.firstIndex(where: { $0.panel == panel && $0.screen == screen }) { return index }
        all.append(PanelHealth(panel: panel, screen: screen))
        return all.count - 1
    }
}

extension PanelHealth {
    fileprivate mutating func add(_ panel: Panel, _ epoch: Double?) {
        if let epoch, let last = panel.lastTouch {
            lastTouch = max(lastTouch ?? 0, epoch + Double(last) / 1_000_000)
        }
        hasGhost = hasGhost || panel.liveGhosts > 0
        ghosts += panel.ghostCount
        gaps += panel.oddities.drops
        badSlots += panel.oddities.badSlots
        stuck += panel.silencedCount
        let dropped = panel.dropped
        keptBack += dropped.count
    }
}
