import Contacts
import Foundation
import InputEvents
import ResponderKit
import TestTraits
import Testing

/// Tests that recordings cause the same touches as in libinput. For the exceptions, see
/// `docs/reference/behaviours/differences-from-libinput.md`.
struct LibinputTests {
    /// Known differences by recording. Any other difference fails the test.
    static let expected: [String: Difference] = [
        "n-trig-multitouch-1-finger-drag-nw-se": Difference(
            found: ["slot 0 touch 1: 105 motions and not 91"],
            smoothing: 1.0 / 250
        )
    ]

    struct Difference {
        var found: [String] = []
        /// Maximum distance of libinput's smoothed locations from Touchbridge's, as a fraction of the panel's range.
        var smoothing = 0.0
    }

    /// One touch event of libinput or of Touchbridge.
    struct Verdict {
        var slot: Int32
        var phase: Touch.Phase
        /// Location as fractions of the panel's width and height.
        var location: Point?
    }

    /// One contact from down to up.
    struct Stroke {
        var slot: Int32
        var locations: [Point] = []
        var end: Touch.Phase?
    }

    @Test(arguments: Fixture.all)
    func `touches agree with libinput's`(_ fixture: Fixture) throws {
        let (device, events) = try fixture.source()
        let expected = Self.expected[fixture.name, default: Difference()]
        let found = try differences(device, events, try verdicts(fixture), expected.smoothing)
        #expect(found == expected.found)
    }

    @Test(.rule("K4"), arguments: Fixture.all)
    func `events filtered by a kernel give the same touches as the recorded ones`(_ fixture: Fixture) throws {
        let (device, events) = try fixture.source()
        let whole = try touches(device, events)
        let (same, filtered) = try fixture.kernel()
        #expect(try touches(same, filtered) == whole)
    }

    @Test(.rule("V13"))
    func `a device without touches in libinput has none here either`() throws {
        let names = Fixture.all.map(\.name)
        for name in ["dell-canvas-pen", "egalax-inc-usb-touchcontroller", "wacom-bamboo-one"] {
            #expect(names.contains(name))
            let device = try Fixture(name: name).source().device
            #expect(DeviceKind(of: device) == .ignored(.tablet))
        }
    }

    // MARK: Comparison

    private func touches(_ device: DeviceDescription, _ events: [RawEvent]) throws -> [Stage.ReceivedTouch] {
        let stage = Stage()
        if let number = try stage.add(device) { stage.send(events, of: number) }
        return stage.touches
    }

    private func differences(
        _ device: DeviceDescription,
        _ events: [RawEvent],
        _ theirs: [Verdict],
        _ smoothing: Double
    ) throws -> [String] {
        let ours = try touches(device, events).map {
            Verdict(slot: $0.slot, phase: $0.phase, location: Point(x: $0.location.x / 1000, y: $0.location.y / 1000))
        }
        var found: [String] = []
        if order(ours) != order(theirs) { found.append("downs and ups come in another order") }
        let (left, right) = (strokes(ours), strokes(theirs))
        if left.count != right.count { found.append("\(left.count) touches and not \(right.count)") }
        for (number, (one, other)) in zip(left, right).enumerated() {
            let name = "slot \(one.slot) touch \(number + 1)"
            if one.slot != other.slot { found.append("\(name): not in slot \(other.slot)") }
            if one.end != other.end { found.append("\(name): another end") }
            if one.locations.count != other.locations.count {
                found.append("\(name): \(one.locations.count - 1) motions and not \(other.locations.count - 1)")
            }
            found += locations(name, device, smoothing, one.locations, other.locations)
        }
        return found
    }

    /// Returns a difference, unless each libinput location matches a Touchbridge location, in the same order. The
    /// tolerance is one device unit plus `smoothing`.
    private func locations(
        _ name: String,
        _ device: DeviceDescription,
        _ smoothing: Double,
        _ ours: [Point],
        _ theirs: [Point]
    ) -> [String] {
        let x = device.axes[.contactX] ?? device.axes[.x]
        let y = device.axes[.contactY] ?? device.axes[.y]
        guard let x, let y else { return theirs.isEmpty ? [] : ["\(name): no ranges"] }
        let unit = (
            smoothing + 1 / Double(x.maximum - x.minimum + 1), smoothing + 1 / Double(y.maximum - y.minimum + 1)
        )
        func isSame(_ one: Point, _ other: Point) -> Bool {
            (one.x - other.x).magnitude <= unit.0 && (one.y - other.y).magnitude <= unit.1
        }
        let isWhole = ours.count == theirs.count
        var next = 0
        for (number, location) in theirs.enumerated() {
            if isWhole {
                guard isSame(ours[number], location) else { return ["\(name): place \(number) is another"] }
            } else {
                while next < ours.count, !isSame(ours[next], location) { next += 1 }
                guard next < ours.count else { return ["\(name): libinput's place \(number) is missing"] }
            }
        }
        return []
    }

    /// Returns downs and ups in order, without moves.
    private func order(_ events: [Verdict]) -> [String] {
        events.filter { $0.phase != .moved }.map { "\($0.slot) \($0.phase)" }
    }

    private func strokes(_ events: [Verdict]) -> [Stroke] {
        var strokes: [Stroke] = []
        for event in events {
            if event.phase == .began { strokes.append(Stroke(slot: event.slot)) }
            guard let index = strokes.lastIndex(where: { $0.slot == event.slot && $0.end == nil }) else { continue }
            switch event.phase {
            case .began, .moved: if let location = event.location { strokes[index].locations.append(location) }
            case .ended, .cancelled: strokes[index].end = event.phase
            case .stationary: break
            }
        }
        return strokes
    }

    private func verdicts(_ fixture: Fixture) throws -> [Verdict] {
        let text = try String(contentsOfFile: fixture.path("libinput.events"), encoding: .utf8)
        return text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            let phases: [Substring: Touch.Phase] = ["D": .began, "M": .moved, "U": .ended, "C": .cancelled]
            guard let phase = phases[words[0]], let slot = Int32(words[2]) else { return nil }
            guard words.count > 7, let x = Double(words[6]), let y = Double(words[7]) else {
                return Verdict(slot: slot, phase: phase, location: nil)
            }
            return Verdict(slot: slot, phase: phase, location: Point(x: x / 100, y: y / 100))
        }
    }
}

extension LibinputTests {
    @Test(arguments: Fixture.all)
    func `libinput's counts equal those of its events`(_ fixture: Fixture) throws {
        struct Summary: Decodable {
            struct Counts: Decodable { let down, motion, up, cancel: Int }
            let counts: Counts
        }
        let data = try Data(contentsOf: URL(filePath: fixture.path("libinput.json")))
        let counts = try JSONDecoder().decode(Summary.self, from: data).counts
        let verdicts = try verdicts(fixture)
        func count(_ phase: Touch.Phase) -> Int { verdicts.count { $0.phase == phase } }
        #expect(count(.began) == counts.down)
        #expect(count(.moved) == counts.motion)
        #expect(count(.ended) == counts.up)
        #expect(count(.cancelled) == counts.cancel)
    }
}
