import Contacts
import Geometry
import InputEvents
import ResponderKit
import TestTraits
import Testing

/// Feeds random, invalid events, and checks that every contact begins and ends exactly once.
@Suite(.tags(.hostileInput)) struct FuzzTests {
    #if DEBUG
    private static let events = 120_000
    #else
    private static let events = 400_000
    #endif

    private struct SeededRandom {
        var state: UInt64
        mutating func roll(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }

        mutating func event() -> RawEvent {
            let time = roll(50) == 0 ? Int64(bitPattern: state) : Int64(roll(1000))
            switch roll(12) {
            case 0, 1: return RawEvent(.report, roll(10) == 0 ? 1 : 0, at: time)
            case 2: return roll(20) == 0 ? RawEvent(.dropped, at: time) : RawEvent(.contactReport, at: time)
            case 3: return RawEvent(KeyCode(rawValue: UInt16(0x140 + roll(12))), Int32(roll(2)), at: time)
            case 4: return RawEvent(.slot, roll(30) == 0 ? value() : Int32(roll(12)), at: time)
            case 5, 6: return RawEvent(.trackingID, roll(30) == 0 ? value() : Int32(roll(8) - 3), at: time)
            case 7: return RawEvent(Axis(rawValue: UInt16(roll(0x60))), value(), at: time)
            case 8: return RawEvent(.toolType, Int32(roll(30) / 10), at: time)
            case 9: return RawEvent(time: time, type: EventType(rawValue: UInt16(roll(40))), code: 0xffff, value: 1)
            default: return RawEvent(roll(2) == 0 ? .contactX : .contactY, value(), at: time)
            }
        }

        mutating func value() -> Int32 {
            switch roll(8) {
            case 0: .min
            case 1: .max
            case 2: -1
            default: Int32(roll(1000))
            }
        }
    }

    /// Tracks which contacts are down, independently of the contact tracker.
    private struct Present {
        var ids: [Int32: Int32] = [:]

        /// Applies the changes of a frame. Returns whether no contact was down at some time during the frame.
        mutating func takes(_ frame: borrowing EventFrame) -> Bool {
            var wasEmpty = ids.isEmpty
            for index in frame.changes.indices {
                let change = frame.changes[index]
                guard ids[change.slot] != change.state.trackingID else { continue }
                ids[change.slot] = nil
                wasEmpty = wasEmpty || ids.isEmpty
                if change.state.trackingID != SlotState.none { ids[change.slot] = change.state.trackingID }
            }
            return wasEmpty
        }
    }

    @Test(.rule("V14", "L4"), arguments: 0..<3, [1, 2, 3] as [UInt64])
    func `any event stream gives complete strokes at finite locations`(_ kind: Int, _ seed: UInt64) throws {
        let axes: [Axis] = [.contactX, .contactY, .contactPressure, .contactDistance, .touchMajor, .toolType]
        let device: DeviceDescription =
            switch kind {
            case 0: .panel([.slot, .trackingID] + axes)
            case 1: .panel(axes + (seed == 1 ? [.trackingID] : []))
            default: .panel([.x, .y, .pressure], keys: [.touch, .toolPen])
            }
        var mapping = PanelMapping(screen: .init(x: 0, y: 0, width: 1080, height: 1920))
        mapping.rotation = .quarter
        var filters = PanelFilters()
        (filters.outOfRange, filters.dejitter, filters.debounce) = ([.pass, .reject, .enter][Int(seed) - 1], 5, 100)
        var assembler = try FrameAssembler(for: device)
        var tracker = ContactTracker()
        var digitizer = Digitizer(for: device, mapping: mapping, filters: filters)
        var random = SeededRandom(state: seed)
        var (isDown, isShown) = ([Bool](repeating: false, count: 32), [Bool](repeating: false, count: 32))
        var present = Present()
        var (faults, silent, downs) = ([String](), false, 0)

        func show(_ placed: TouchSample) {
            let finger = Int(placed.finger.contact)
            if isShown[finger] == (placed.change == .began) { faults.append("\(placed) while \(isShown[finger])") }
            isShown[finger] = placed.change == .began || placed.change == .moved
            let numbers = [placed.location.x, placed.location.y, placed.majorRadius, placed.force]
            if !numbers.allSatisfy(\.isFinite) { faults.append("\(placed)") }
        }

        func check() {
            while let placed = digitizer.release(upTo: assembler.frame.time) { show(placed) }
            for change in tracker.changes.all {
                let slot = Int(change.slot)
                if isDown[slot] == (change.phase == .down) { faults.append("\(change) while \(isDown[slot])") }
                if silent { faults.append("\(change) in silence") }
                isDown[slot] = change.phase == .down || change.phase == .moved
                downs += change.phase == .down ? 1 : 0
                if let placed = digitizer.sample(for: change, at: assembler.frame.time) { show(placed) }
            }
            if isDown.count(where: { $0 }) > tracker.presentCount { faults.append("more down than present") }
        }

        for step in 0..<Self.events / 16 {
            let events = (0..<16).map { _ in random.event() }
            var next = 0
            while next < events.count {
                guard assembler.assemble(events.span, &next) else { continue }
                tracker.take(assembler.frame)
                if present.takes(assembler.frame) { silent = false }
                if tracker.presentCount != present.ids.count { faults.append("\(present) are present") }
                check()
            }
            if step % 500 == 499 {
                tracker.cancelAll()
                check()
                silent = tracker.presentCount > 0
                if isDown.contains(true) { faults.append("down after all were cancelled") }
            }
            if faults.count > 5 { break }
        }
        #expect(faults.isEmpty)
        #expect(downs > 10)
    }
}
