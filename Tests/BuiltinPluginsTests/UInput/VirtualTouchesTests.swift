import Geometry
import HandlerEvents
import InputEvents
import TestTraits
import Testing

@testable import BuiltinUInput

/// Tests the events written to a virtual panel, as decoded by a reader of the multitouch protocol.
struct VirtualTouchesTests {
    private let screen = Size(width: 100, height: 50)
    private var touches = VirtualTouches(fingers: 3, width: 1000, height: 500)

    /// Delivers one phase of a touch; `frames()` returns the written frames.
    private mutating func play(_ event: EventName, _ touch: Int32, _ x: Double = 0, _ y: Double = 0) -> Bool {
        var handlerEvent = HandlerEvent(event, at: 0)
        (handlerEvent.touch, handlerEvent.screenX, handlerEvent.screenY) = (touch, x, y)
        return touches.take(handlerEvent, on: screen)
    }

    private mutating func frames() -> [[String]] {
        touches.end()
        defer { touches.forgetEvents() }
        return touches.events.split { $0.isMark(.report) }.map { $0.map(Self.words) }
    }

    private static func words(_ event: RawEvent) -> String {
        let names: [UInt16: String] = [
            0x00: "x", 0x01: "y", 0x2f: "slot", 0x35: "X", 0x36: "Y", 0x37: "tool", 0x39: "id", 0x14a: "touch",
        ]
        return "\(names[event.code] ?? "?") \(event.value)"
    }

    @Test mutating func `a finger goes down, moves and lifts, with one frame per time`() {
        #expect(play(.touchesBegan, 7, 10, 20))
        #expect(frames() == [["slot 0", "tool 0", "id 0", "X 100", "Y 200", "x 100", "y 200", "touch 1"]])
        #expect(play(.touchesMoved, 7, 11, 20))
        #expect(frames() == [["X 110", "x 110", "y 200"]])
        #expect(play(.touchesEnded, 7, 11, 20))
        #expect(frames() == [["id -1", "touch 0"]])
        #expect(frames() == [])
    }

    /// Withheld touches are forwarded late, so their events may be older than events already written.
    @Test mutating func `the events of a frame have one time, and times never decrease`() {
        _ = play(.touchesBegan, 1, 10, 10)
        touches.end(at: 100)
        #expect(touches.events.allSatisfy { $0.time == 100 })
        touches.forgetEvents()
        _ = play(.touchesBegan, 2, 20, 20)
        touches.end(at: 60)
        #expect(!touches.events.isEmpty && touches.events.allSatisfy { $0.time == 100 })
    }

    @Test mutating func `a cancelled touch becomes a palm first, and ends in the next frame`() {
        _ = play(.touchesBegan, 1, 10, 10)
        _ = play(.touchesBegan, 2, 20, 10)
        _ = frames()
        _ = play(.touchesCancelled, 1)
        _ = play(.touchesMoved, 2, 30, 10)
        #expect(
            frames() == [
                ["slot 0", "tool 2", "slot 1", "X 300", "x 100", "y 100"], ["slot 0", "id -1", "x 300", "y 100"],
            ]
        )
        touches.cancelAll()
        #expect(frames() == [["slot 1", "tool 2", "x 300", "y 100"], ["id -1", "touch 0"]])
    }

    @Test mutating func `a finger that goes down and lifts at one time gets two frames`() {
        _ = play(.touchesBegan, 1, 10, 20)
        _ = play(.touchesEnded, 1, 10, 20)
        #expect(
            frames() == [
                ["slot 0", "tool 0", "id 0", "X 100", "Y 200", "x 100", "y 200", "touch 1"], ["id -1", "touch 0"],
            ]
        )
    }

    @Test mutating func `without palm support a cancelled touch lifts`() {
        touches = VirtualTouches(fingers: 3, width: 1000, height: 500, reportsPalms: false)
        _ = play(.touchesBegan, 1, 10, 10)
        _ = frames()
        _ = play(.touchesCancelled, 1)
        #expect(frames() == [["id -1", "touch 0"]])
    }

    @Test mutating func `a touch that begins and is cancelled at one time is no click`() {
        touches = VirtualTouches(fingers: 3, width: 1000, height: 500, reportsPalms: false)
        _ = play(.touchesBegan, 1, 10, 10)
        _ = play(.touchesCancelled, 1)
        // The contact begins and ends in one frame without BTN_TOUCH, so single-touch readers see no touch.
        #expect(frames() == [["slot 0", "tool 0", "id 0", "X 100", "Y 100", "id -1"]])
    }

    @Test mutating func `a location outside the screen is clamped to its edge, and a non-finite one is ignored`() {
        _ = play(.touchesBegan, 1, -5, 1000)
        #expect(frames()[0][3...4] == ["X 0", "Y 500"])
        _ = play(.touchesMoved, 1, .nan, .infinity)
        #expect(frames()[0].contains("Y 0"))
    }

    @Test(.rule("V16"), arguments: [599, 1023, 4095, 9599, 32767] as [Int32])
    mutating func `with the axis units of the panel, each unit of the panel is forwarded unchanged`(_ maximum: Int32) {
        touches = VirtualTouches(fingers: 1, width: maximum, height: maximum)
        let units = Double(maximum) + 1
        _ = play(.touchesBegan, 1)
        _ = frames()
        for unit in 1...maximum {
            _ = play(.touchesMoved, 1, Double(unit) / units * screen.width, Double(unit) / units * screen.height)
            #expect(frames()[0].prefix(2) == ["X \(unit)", "Y \(unit)"])
        }
    }

    @Test mutating func `a finger above the maximum is rejected, including its end`() {
        for touch in 1...3 as ClosedRange<Int32> { #expect(play(.touchesBegan, touch)) }
        #expect(!play(.touchesBegan, 4))
        #expect(!play(.touchesMoved, 4))
        #expect(!play(.touchesEnded, 4))
        #expect(frames().count == 1)
        #expect(play(.touchesEnded, 1))
        #expect(frames() == [["slot 0", "id -1", "x 0", "y 0"]])
        #expect(play(.touchesBegan, 6))
        #expect(frames()[0].prefix(2) == ["tool 0", "id 3"])
    }

    @Test(arguments: [EventName.touchesEnded, .touchesCancelled], [true, false])
    mutating func `with a single slot, the next finger can land at the time the previous one lifts`(
        _ end: EventName,
        reportsPalms: Bool
    ) {
        touches = VirtualTouches(fingers: 1, width: 1000, height: 500, reportsPalms: reportsPalms)
        _ = play(.touchesBegan, 1, 10, 20)
        _ = frames()
        #expect(play(end, 1, 10, 20))
        #expect(play(.touchesBegan, 2, 30, 20))
        let written = frames()
        let isPalm = end == .touchesCancelled && reportsPalms
        #expect(written.count == (isPalm ? 3 : 2))
        #expect(
            written[written.count - 2].first == "id -1" && written[written.count - 1].prefix(2) == ["tool 0", "id 1"]
        )
        #expect(!play(.touchesBegan, 3))
    }

    @Test mutating func `repeated events and events without a beginning have no effect`() {
        for event in [EventName.touchesMoved, .touchesEnded, .touchesCancelled] { #expect(!play(event, 9, 1, 1)) }
        #expect(frames() == [])
        _ = play(.touchesBegan, 9, 1, 1)
        _ = play(.touchesBegan, 9, 1, 1)
        #expect(frames().flatMap { $0 }.count { $0.hasPrefix("id") } == 1)
    }

    /// Decodes the slot state, and reports events that violate the multitouch protocol.
    private struct Reader {
        var slot = 0
        var identities: [Int: Int32] = [:]
        var palms: Set<Int> = []
        var isTouched = false
        var mistakes: [String] = []

        mutating func read(_ event: RawEvent) {
            switch (event.type, event.code) {
            case (.absolute, Axis.slot.rawValue): slot = Int(event.value)
            case (.absolute, Axis.trackingID.rawValue) where event.value == -1:
                if identities.removeValue(forKey: slot) == nil { mistakes.append("an empty slot is emptied") }
            case (.absolute, Axis.trackingID.rawValue):
                if identities[slot] != nil { mistakes.append("slot \(slot) is taken twice") }
                if identities.values.contains(event.value) { mistakes.append("\(event.value) is there twice") }
                if palms.contains(slot) { mistakes.append("a finger comes as a palm") }
                identities[slot] = event.value
            case (.absolute, Axis.toolType.rawValue):
                if event.value == 2 { palms.insert(slot) } else { palms.remove(slot) }
            case (.absolute, 0x30...0x3d):
                if identities[slot] == nil { mistakes.append("an empty slot moves") }
            case (.key, _): isTouched = event.value == 1
            case (.synchronization, _):
                if isTouched == identities.isEmpty {
                    mistakes.append("touched is \(isTouched) and so are not the slots")
                }
            default: break
            }
        }
    }

    @Test(.rule("U1"), arguments: 1...20)
    mutating func `for random touches no slot is used twice and none remains occupied`(_ seed: UInt64) {
        var random = SeededRandom(seed)
        var reader = Reader()
        for _ in 0..<2000 {
            let events: [EventName] = [.touchesBegan, .touchesMoved, .touchesEnded, .touchesCancelled]
            let event = events[Int.random(in: 0..<4, using: &random)]
            _ = play(event, Int32.random(in: 1...6, using: &random), Double.random(in: 0...100, using: &random), 7)
            guard Bool.random(using: &random) else { continue }
            touches.end()
            for event in touches.events { reader.read(event) }
            touches.forgetEvents()
        }
        touches.cancelAll()
        touches.end()
        for event in touches.events { reader.read(event) }
        #expect(reader.identities.isEmpty && !reader.isTouched)
        #expect(reader.mistakes.isEmpty, "\(reader.mistakes.prefix(3))")
    }
}

/// Generates pseudorandom numbers; equal seeds give equal numbers.
private struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
