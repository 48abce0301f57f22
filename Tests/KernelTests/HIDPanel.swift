import DeviceNodes
import Glibc
import Testing

/// A HID panel for two fingers, driven by the kernel's hid-multitouch. Sends reports through /dev/uhid.
final class HIDPanel {
    private let file: Int32
    private var fingers: [(id: UInt8, x: UInt16, y: UInt16)?] = [nil, nil]

    init(name: String = "HID panel") throws {
        file = open("/dev/uhid", O_RDWR | O_CLOEXEC)
        try #require(file >= 0, "/dev/uhid: \(String(cString: strerror(errno)))")
        let descriptor = Self.descriptor
        var request: [UInt8] = Self.word(11)
        for (text, size) in [(name, 128), ("hid-panel/input0", 64), ("", 64)] {
            request += Array(text.utf8) + Array(repeating: 0, count: size - text.utf8.count)
        }
        request += Self.half(UInt16(descriptor.count)) + Self.half(3)
        for word in [0x1234, 0x5679, 1, 0] as [UInt32] { request += Self.word(word) }
        try send(request + descriptor)
    }

    deinit { close(file) }

    /// Waits until udev has announced a panel with the default name, and returns its node.
    static func announcedNode() throws -> DeviceNode {
        let monitor = try DeviceMonitor()
        for _ in 0..<500 {
            while let change = monitor.next() {
                if case .added(let node) = change, node.name == "HID panel" { return node }
            }
            usleep(20_000)
        }
        throw Missing()
    }

    private struct Missing: Error {}

    func down(_ finger: Int, id: UInt8, _ x: UInt16, _ y: UInt16) throws {
        fingers[finger] = (id, x, y)
        try report()
    }

    func up(_ finger: Int) throws {
        let last = fingers[finger]
        fingers[finger] = nil
        try report(lifted: last)
    }

    /// Sends a report with the touching fingers and, if set, a finger that has just lifted.
    private func report(lifted: (id: UInt8, x: UInt16, y: UInt16)? = nil) throws {
        var entries = fingers.compactMap(\.self).map { [1, $0.id] + Self.half($0.x) + Self.half($0.y) }
        if let lifted { entries.append([0, lifted.id] + Self.half(lifted.x) + Self.half(lifted.y)) }
        let count = UInt8(entries.count)
        while entries.count < 2 { entries.append(Array(repeating: 0, count: 6)) }
        let report = [1] + entries.flatMap(\.self) + [count]
        try send(Self.word(12) + Self.half(UInt16(report.count)) + report)
    }

    private func send(_ event: [UInt8]) throws {
        let count = write(file, event, event.count)
        try #require(count > 0, "/dev/uhid: \(String(cString: strerror(errno)))")
    }

    private static func word(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }
    private static func half(_ value: UInt16) -> [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }

    /// HID report descriptor of a touchscreen of 4096 × 2160 units. A report contains two fingers and the number of
    /// fingers.
    private static var descriptor: [UInt8] {
        let finger: [UInt8] = [
            0x09, 0x22, 0xa1, 0x02,  // Finger, logical collection
            0x09, 0x42, 0x15, 0x00, 0x25, 0x01, 0x75, 0x01, 0x95, 0x01, 0x81, 0x02,  // tip switch
            0x95, 0x07, 0x81, 0x03,  // padding
            0x09, 0x51, 0x25, 0x7f, 0x75, 0x08, 0x95, 0x01, 0x81, 0x02,  // contact identifier
            0x05, 0x01, 0x75, 0x10,  // generic desktop, 16 bits
            0x26, 0xff, 0x0f, 0x09, 0x30, 0x81, 0x02,  // x
            0x26, 0x6f, 0x08, 0x09, 0x31, 0x81, 0x02,  // y
            0x05, 0x0d, 0xc0,
        ]
        return [0x05, 0x0d, 0x09, 0x04, 0xa1, 0x01, 0x85, 0x01] + finger + finger
            + [0x09, 0x54, 0x25, 0x02, 0x75, 0x08, 0x95, 0x01, 0x81, 0x02, 0xc0]
    }
}
