internal import CommandSupport
internal import DeviceNodes
internal import Evdev
internal import InputEvents
internal import LayoutFile
internal import LiveInput
internal import Systemd

/// Grabs the other device nodes of a grabbed panel. Otherwise, the panel's "… Mouse" node, for example, would continue
/// to generate clicks (V4).
///
/// A node is grabbed only while nothing is pressed on the node; otherwise, other programs would miss the release (L3).
final class SiblingGrabber {
    /// A node that is opened only to be grabbed. Its events only serve to determine whether anything is pressed.
    private final class Held {
        let reader: DeviceReader
        var watch: EventLoop.Watch?

        init(_ reader: DeviceReader) { self.reader = reader }
    }

    private let loop: EventLoop
    /// Nodes that this object has opened, by syspath.
    private var held: [String: Held] = [:]
    private var frames = FrameQueue()
    private let complain: (String) -> Void
    private static let readings = 8

    init(_ loop: EventLoop, complain: @escaping (String) -> Void) { (self.loop, self.complain) = (loop, complain) }

    /// Grabs the other nodes of grabbed panels, and releases nodes whose panel is no longer grabbed. The keys of
    /// `sources` and `nodes` are syspaths.
    func update(_ sources: [String: DeviceStream], _ nodes: [String: DeviceNode]) {
        let panels = sources.filter { $0.value.grab != .never && $0.value.reader.isGrabbed }.compactMap {
            nodes[$0.key]
        }
        let wanted = nodes.filter { node in panels.contains { $0.isSibling(of: node.value) } }
        held = held.filter { wanted[$0.key] != nil && sources[$0.key] == nil }
        // A sibling that is itself a panel is excluded: the grab setting of its own screen applies to this panel.
        for (syspath, source) in sources where source.grab == .never && source.panel == nil {
            source.isSibling = wanted[syspath] != nil
            // A sibling on which something is pressed is grabbed later. The driver reads this device anyway, and grabs
            // it when everything is released.
            if source.isSibling { grabIfFree(source.reader) } else { try? source.reader.ungrab() }
        }
        for (syspath, node) in wanted where sources[syspath] == nil && held[syspath] == nil {
            do {
                let sibling = Held(try DeviceReader(node))
                held[syspath] = sibling
                if !grabIfFree(sibling.reader) { try wait(for: sibling) }
            } catch {
                complain("device '\(node.name)', which belongs to a grabbed panel, cannot be grabbed: \(error)")
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
            // The number of reads is limited, because a device that sends events continuously never runs out of input.
            // The descriptor remains readable while events are unread.
            for _ in 0..<Self.readings where outcome == .more {
                outcome = try sibling.reader.read(into: &frames)
                frames.removeAll()
            }
            // Stops watching a node that was removed or is now grabbed. The device monitor reports a removal.
            if outcome == .removed || outcome == .drained && grabIfFree(sibling.reader) { sibling.watch = nil }
        } catch {
            sibling.watch = nil
            complain("\(error)")
        }
    }

    /// Grabs the node unless anything is pressed on it. Returns false if the grab must wait for a release.
    @discardableResult
    private func grabIfFree(_ reader: DeviceReader) -> Bool {
        guard !reader.isGrabbed, !reader.isTouched else { return reader.isGrabbed }
        do throws(EvdevError) { try reader.grab() } catch { complain("\(error)") }
        return true
    }
}
