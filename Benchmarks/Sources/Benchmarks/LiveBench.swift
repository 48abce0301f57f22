import CLibevdevLoop
import Contacts
import Evdev
import InputEvents
internal import InputHub
import ResponderKit
import VirtualDevices

/// Cost of reading a panel on a real kernel: the evdev reader and the whole pipeline, compared with a bare libevdev
/// loop that only tracks the slots.
enum LiveBench {
    private static let frames: Int32 = 4000

    static func run() {
        var table = Table(
            "From a node of the kernel to the view's method, in ns per event: median of \(frames) frames",
            ["stream", "whole way", "libevdev, slots only", "ratio", "events lost"]
        )
        for fingers: Int32 in [1, 10] {
            do { try row(&table, fingers) } catch {
                print("\nNothing is read live: \(error)")
                return
            }
        }
        table.show()
    }

    /// Adds a row. The two readers read each frame in turn, so they do not compete for the CPU. Their order alternates,
    /// so it affects both equally.
    private static func row(_ table: inout Table, _ fingers: Int32) throws {
        let device = try VirtualDevice(panel(fingers))
        _ = device.waitUntilReady()
        let reader = try DeviceReader(path: device.path)
        var floor = libevdev_loop()
        guard libevdev_loop_open(&floor, device.path) == 0 else { fatalError("\(device.path) cannot be read") }
        defer { libevdev_loop_close(&floor) }
        let application = Application()
        let bounds = Rect(x: 0, y: 0, width: 1920, height: 1080)
        let window = Window(frame: bounds, application: application)
        let sink = Sink(frame: bounds)
        sink.isMultipleTouchEnabled = true
        window.addSubview(sink)
        window.makeKeyAndVisible()
        let hub = InputHub(application)
        let number = try hub.addPanel(reader.description, settings: PanelSettings(screen: bounds))
        var queue = FrameQueue()
        _ = try reader.read(into: &queue)
        let found = queue.events
        hub.take(found.span, of: number)

        var (ours, theirs, idle) = ([Double](), [Double](), [Double]())
        func readOurs() {
            ours.append(
                Measure.nanoseconds(calls: 1) {
                    queue.removeAll()
                    libevdev_loop_wait(reader.fileDescriptor)
                    _ = try? reader.read(into: &queue)
                    while queue.withFirst({ hub.take($0, of: number) }) != nil { queue.removeFirst() }
                }
            )
        }
        func readTheirs() { theirs.append(Measure.nanoseconds(calls: 1) { _ = libevdev_loop_drain(&floor) }) }
        for step in 0..<frames {
            try device.write(frame(step, fingers))
            idle.append(Measure.nanoseconds(calls: 1) {})
            if step % 2 == 0 {
                readOurs()
                readTheirs()
            } else {
                readTheirs()
                readOurs()
            }
        }
        precondition(sink.count == Int(frames * fingers) && floor.frames == Int(frames))
        // Divides by the number of events read, because the kernel drops unchanged values. Subtracts the cost of
        // reading the clock from each sample.
        let count = Double(floor.events) / Double(frames)
        let clock = Figure(idle).median
        let (own, peer) = ((Figure(ours).median - clock) / count, (Figure(theirs).median - clock) / count)
        let name = "\(fingers) moving \(fingers == 1 ? "finger" : "fingers")"
        table.add(name, own.short, peer.short, (own / peer).short, String(reader.metrics.synDropped + Int(floor.drops)))
        withExtendedLifetime(window) {}
    }

    static func panel(_ fingers: Int32) -> DeviceDescription {
        var device = DeviceDescription(name: "Panel for benchmarks")
        device.identity = .init(bus: 3, vendor: 0x1234, product: 0x5678, version: 1)
        device.properties = [.direct]
        for axis in [Axis.x, .y, .contactX, .contactY] {
            device.axes[axis] = AxisRange(minimum: 0, maximum: 4095, resolution: 10)
        }
        device.axes[.slot] = AxisRange(minimum: 0, maximum: max(fingers - 1, 1))
        device.axes[.trackingID] = AxisRange(minimum: 0, maximum: 65535)
        device.codes = [.absolute: Set(device.axes.keys.map(\.rawValue)), .key: [KeyCode.touch.rawValue]]
        return device
    }

    /// Returns the events of a frame in which all fingers move on both axes.
    static func frame(_ step: Int32, _ fingers: Int32) -> [RawEvent] {
        var events: [RawEvent] = []
        for finger in 0..<fingers {
            events.append(RawEvent(.slot, finger, at: 0))
            if step == 0 { events.append(RawEvent(.trackingID, finger, at: 0)) }
            events.append(RawEvent(.contactX, (step * 7 + finger * 300 + 1) % 4000, at: 0))
            events.append(RawEvent(.contactY, (step * 11 + finger * 200 + 1) % 4000, at: 0))
        }
        events.append(RawEvent(.report, at: 0))
        return events
    }
}
