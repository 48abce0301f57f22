internal import CommandSupport
internal import DeviceNodes
internal import Evdev
internal import InputEvents
internal import LayoutFile
internal import LiveInput
internal import Systemd

/// Keeps the other nodes of a grabbed panel from everybody else too: a panel with a "… Mouse" beside it would go on
/// clicking (V4).
///
/// Each is left to its other readers until nothing is down on it, or they would believe that it is down for ever (L3).
final class SiblingGrabber {
    /// A node that is open for the grab alone; what it says is of use only as long as something is down on it.
    private final class Held {
        let reader: DeviceReader
        var watch: EventLoop.Watch?

        init(_ reader: DeviceReader) { self.reader = reader }
    }

    private let loop: EventLoop
    /// By their place in the system.
    private var held: [String: Held] = [:]
    private var frames = FrameQueue()
    private let complain: (String) -> Void
    private static let readings = 8

    init(_ loop: EventLoop, complain: @escaping (String) -> Void) { (self.loop, self.complain) = (loop, complain) }

    /// Grabs what is a sibling of a grabbed panel now, and lets go of what no longer is; both are by place.
    func update(_ sources: [String: DeviceStream], _ nodes: [String: DeviceNode]) {
        let panels = sources.filter { $0.value.grab != .never && $0.value.reader.isGrabbed }.compactMap {
            nodes[$0.key]
        }
        let wanted = nodes.filter { node in panels.contains { $0.isSibling(of: node.value) } }
        held = held.filter { wanted[$0.key] != nil && sources[$0.key] == nil }
        // A second panel of one device has a screen of its own, whose layout decides.
        for (place, source) in sources where source.grab == .never && source.panel == nil {
            source.isSibling = wanted[place] != nil
            // What is down on it now is read with the other devices, and then it is grabbed like them.
            if source.isSibling { grabIfFree(source.reader) } else { try? source.reader.ungrab() }
        }
        for (place, node) in wanted where sources[place] == nil && held[place] == nil {
            do {
                let sibling = Held(try DeviceReader(node))
                held[place] = sibling
                if !grabIfFree(sibling.reader) { try wait(for: sibling) }
            } catch {
                complain("'\(node.name)', which belongs to a grabbed panel, cannot be grabbed: \(error)")
            }
        }
    }

    private func wait(for sibling: Held) throws(SystemError) {
        sibling.watch = try loop.watch(sibling.reader.fileDescriptor, .normal) { [unowned self, unowned sibling] in
            look(at: sibling)
        }
    }

    private func look(at sibling: Held) {
        do throws(EvdevError) {
            var outcome = DeviceReader.Outcome.more
            // There is no end to a device in a frenzy; what is left is readable, or comes with what it says next.
            for _ in 0..<Self.readings where outcome == .more {
                outcome = try sibling.reader.read(into: &frames)
                frames.removeAll()
            }
            // That one is gone is for the monitor to tell.
            if outcome == .removed || outcome == .drained && grabIfFree(sibling.reader) { sibling.watch = nil }
        } catch {
            sibling.watch = nil
            complain("\(error)")
        }
    }

    /// False as long as something is down on it.
    @discardableResult
    private func grabIfFree(_ reader: DeviceReader) -> Bool {
        guard !reader.isGrabbed, !reader.isTouched else { return reader.isGrabbed }
        do throws(EvdevError) { try reader.grab() } catch { complain("\(error)") }
        return true
    }
}
