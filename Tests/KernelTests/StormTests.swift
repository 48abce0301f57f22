import Evdev
import Foundation
import InputEvents
import Synchronization
import TestTraits
import Testing

/// Tests a busy panel with a reader that often falls behind.
@Suite(.serialized, .tags(.realKernel)) struct StormTests {
    /// Simulates fingers that only move right, in any slot, each with a unique id.
    private final class Storm: @unchecked Sendable {
        private let panel: Panel
        private let end = DispatchSemaphore(value: 0)
        let frames = Atomic(0)
        private(set) var ids: Int32 = 0
        private(set) var failure: (any Error)?

        init(_ panel: Panel) { self.panel = panel }

        func start(for seconds: Double) {
            Thread.detachNewThread { [self] in
                do { try play(until: Date(timeIntervalSinceNow: seconds)) } catch { failure = error }
                end.signal()
            }
        }

        func wait() { end.wait() }

        private func play(until end: Date) throws {
            var positions: [Int32: Int32] = [:]
            var random = SystemRandomNumberGenerator()
            while end.timeIntervalSinceNow > 0 {
                let slot = Int32.random(in: 0..<5, using: &random)
                frames.add(1, ordering: .relaxed)
                if let x = positions[slot], Int.random(in: 0..<20, using: &random) > 0 {
                    positions[slot] = x + 1
                    try panel.move(slot: slot, x + 1, x + 1)
                } else if positions[slot] != nil {
                    positions[slot] = nil
                    try panel.up(slot: slot)
                } else {
                    ids += 1
                    positions[slot] = 1
                    try panel.down(slot: slot, id: ids, 1, 1)
                }
                // Pauses occasionally; otherwise, the reader would receive only resynchronizations.
                if Int.random(in: 0..<200, using: &random) == 0 { usleep(3000) }
            }
        }
    }

    @Test(.rule("K1", "K1a", "K3", "K15")) func `no contact ever moves backwards, begins twice or stays after its end`()
        throws
    {
        let panel = try Panel()
        let listener = try Listener(panel)
        let storm = Storm(panel)
        storm.start(for: 4)
        let stop = Date(timeIntervalSinceNow: 4)
        var watch = Watch()
        while stop.timeIntervalSinceNow > 0 {
            watch.take(try listener.take())
            switch Int.random(in: 0..<20) {
            case 0:
                // Pauses until the node's queue overflows.
                let goal = storm.frames.load(ordering: .relaxed) + 150
                while storm.frames.load(ordering: .relaxed) < goal, stop.timeIntervalSinceNow > 0 { usleep(1000) }
            case 1...10: usleep(UInt32.random(in: 0..<10_000))
            default: break
            }
        }
        storm.wait()
        watch.take(try listener.take())
        #expect(storm.failure == nil)
        #expect(watch.problems.isEmpty, "\(watch.problems.prefix(5))")
        #expect(watch.slots.began.allSatisfy { (1...storm.ids).contains($0) })
        let truth = Slots(try Listener(panel).take())
        for slot in Int32(0)..<5 where truth.states[slot]?.trackingID != nil {
            #expect(watch.slots.states[slot]?.trackingID == truth.states[slot]?.trackingID)
        }
        #expect(watch.slots.states.mapValues(\.x) == truth.states.mapValues(\.x))
        let metrics = listener.reader.metrics
        #expect(metrics.synDropped > 0, "the storm caused no SYN_DROPPED")
        #expect(metrics.trackingIDReuses == 0)
    }

    /// Tracks the panel's slots and records impossible events.
    private struct Watch {
        var slots = Slots([])
        var problems: [String] = []
        private var seen: Set<Int32> = []

        mutating func take(_ events: some Sequence<RawEvent>) {
            for event in events {
                let before = slots
                slots.take([event])
                guard event.type == .absolute else { continue }
                let state = slots.states[slots.current] ?? SlotState()
                switch Axis(rawValue: event.code) {
                case .trackingID where event.value != SlotState.none:
                    if !seen.insert(event.value).inserted { problems.append("\(event.value) begins again") }
                    if before.states[slots.current].map({ $0.trackingID != SlotState.none }) == true {
                        problems.append("\(event.value) begins on top of another")
                    }
                    // Resets X, because a new contact may begin to the left of the previous contact in the slot.
                    slots.states[slots.current]?.x = 0
                case .contactX where state.trackingID != SlotState.none:
                    if let old = before.states[slots.current]?.x, event.value < old {
                        problems.append("\(state.trackingID) goes back from \(old) to \(event.value)")
                    }
                default: break
                }
            }
        }
    }
}
