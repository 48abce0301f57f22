import InputEvents
import Recordings
import TestSupport

/// Generates recordings with random devices and events that no real panel would produce.
struct RandomRecording {
    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// Returns a recording of `count` devices. If `isComplete` is true, the devices also have a unique identifier, a
    /// physical location and udev properties.
    mutating func recording(devices count: Int, isComplete: Bool) -> Recording {
        var recording = Recording(devices: (0..<count).map { _ in device(isComplete: isComplete) })
        for number in 0..<count {
            var time = Int64.random(in: 0...4_000_000_000_000, using: &random)
            for _ in 0..<Int.random(in: 0...20, using: &random) {
                for _ in 0..<Int.random(in: 0...6, using: &random) {
                    let event = RawEvent(
                        time: time,
                        type: EventType(rawValue: .random(in: 1...UInt16.max, using: &random)),
                        code: .random(in: 0...UInt16.max, using: &random),
                        value: .random(in: Int32.min...Int32.max, using: &random)
                    )
                    recording.events.append(RecordedEvent(device: number, event: event))
                }
                if Int.random(in: 0..<5, using: &random) == 0 {
                    recording.events.append(RecordedEvent(device: number, event: RawEvent(.report, 1, at: time)))
                }
                recording.events.append(RecordedEvent(device: number, event: RawEvent(.report, at: time)))
                time += Int64.random(in: 0...3_000_000, using: &random)
            }
        }
        return recording
    }

    private mutating func device(isComplete: Bool) -> DeviceDescription {
        var device = DeviceDescription(name: "x" + text())
        device.identity = .init(bus: word(), vendor: word(), product: word(), version: word())
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            device.properties.insert(DeviceProperty(rawValue: word() % 64))
        }
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            let type = EventType(rawValue: 1 + word() % 31)
            let highest: UInt16 = type == .key ? 768 : type == .forceFeedback ? 128 : 64
            device.codes[type] = Set((0..<Int.random(in: 0...9, using: &random)).map { _ in word() % highest })
        }
        for code in device.codes[.absolute] ?? [] {
            device.axes[Axis(rawValue: code)] = AxisRange(
                minimum: number(),
                maximum: number(),
                fuzz: number(),
                flat: number(),
                resolution: number()
            )
        }
        guard isComplete else { return device }
        device.unique = text()
        device.physical = text()
        for _ in 0..<Int.random(in: 0...3, using: &random) { device.udev["A\(word())"] = text() }
        return device
    }

    private mutating func word() -> UInt16 { .random(in: 0...UInt16.max, using: &random) }
    private mutating func number() -> Int32 { .random(in: Int32.min...Int32.max, using: &random) }

    private mutating func text() -> String {
        let letters = ["a", "Ü", " ", "\"", "\\", ":", "#", "'", "®", "🖐", "-", "[", "=", "%", "\u{2028}", "\u{feff}"]
        return (0..<Int.random(in: 0...12, using: &random)).map { _ in letters.randomElement(using: &random)! }.joined()
    }
}
