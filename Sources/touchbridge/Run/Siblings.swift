internal import Evdev
internal import InputEvents

/// Keeps the other nodes of a grabbed panel from everybody else too: a panel with a "… Mouse" beside it would go on
/// clicking (V4).
final class Siblings {
    /// Nodes that are open for the grab alone, by their place in the system; what they say is not read.
    private var held: [String: DeviceReader] = [:]
    private let complain: (String) -> Void

    init(complain: @escaping (String) -> Void) { self.complain = complain }

    /// Grabs what is a sibling of a grabbed panel now, and lets go of what no longer is; both are by place.
    func update(_ sources: [String: LiveSource], _ nodes: [String: DeviceNode]) {
        let panels = sources.filter { $0.value.grab != .never && $0.value.reader.isGrabbed }.compactMap {
            nodes[$0.key]
        }
        let wanted = nodes.filter { node in panels.contains { $0.isSibling(of: node.value) } }
        held = held.filter { wanted[$0.key] != nil && sources[$0.key] == nil }
        // A second panel of one device has a screen of its own, whose layout decides.
        for (place, source) in sources
        where source.grab == .never && DeviceKind(of: source.reader.description) != .touchscreen {
            if wanted[place] != nil { grab(source.reader) } else { try? source.reader.ungrab() }
        }
        for (place, node) in wanted where sources[place] == nil && held[place] == nil {
            do throws(EvdevError) {
                let reader = try DeviceReader(node)
                grab(reader)
                held[place] = reader
            } catch {
                complain("'\(node.name)', which belongs to a grabbed panel, cannot be grabbed: \(error)")
            }
        }
    }

    private func grab(_ reader: DeviceReader) {
        guard !reader.isGrabbed else { return }
        do throws(EvdevError) { try reader.grab() } catch { complain("\(error)") }
    }
}
