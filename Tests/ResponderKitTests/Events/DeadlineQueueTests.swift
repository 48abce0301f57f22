import TestTraits
import Testing

@testable import ResponderKit

@Suite struct DeadlineQueueTests {
    private final class Owner: DeadlineOwner {
        func deadlinePassed() {}
    }

    /// A queue whose deadlines are identified by number.
    private final class Fixture {
        let owner = Owner()
        let queue = DeadlineQueue()
        let deadlines: [Deadline]

        init(_ count: Int) {
            let owner = owner
            deadlines = (0..<count).map { _ in Deadline(owner: owner) }
        }

        func set(_ number: Int, to time: Microseconds?) { queue.set(deadlines[number], to: time) }

        /// Removes all deadlines up to `time`, and returns them in queue order.
        func pop(through time: Microseconds = .max) -> [Int] {
            var numbers: [Int] = []
            while let deadline = queue.popFirst(where: { $0 <= time }) {
                numbers.append(deadlines.firstIndex { $0 === deadline } ?? -1)
            }
            return numbers
        }
    }

    @Test(.rule("Q6")) func `deadlines fire in the order of their times`() {
        let fixture = Fixture(5)
        #expect(fixture.queue.first == nil)
        #expect(fixture.pop() == [])
        for (number, time) in [Microseconds(30), 10, 50, 20, 40].enumerated() { fixture.set(number, to: time) }
        #expect(fixture.queue.first == 10)
        #expect(fixture.pop(through: 30) == [1, 3, 0])
        #expect(fixture.queue.first == 40)
        #expect(fixture.pop() == [4, 2])
        #expect(fixture.queue.first == nil)
    }

    @Test(.rule("Q6")) func `deadlines of the same time fire in the order in which they were set`() {
        let fixture = Fixture(6)
        for number in [3, 0, 5, 1, 4, 2] { fixture.set(number, to: 7) }
        #expect(fixture.pop() == [3, 0, 5, 1, 4, 2])
    }

    @Test func `a deadline that is set again moves behind those of its new time`() {
        let fixture = Fixture(4)
        for number in 0..<4 { fixture.set(number, to: Microseconds(number)) }
        fixture.set(0, to: 2)
        fixture.set(3, to: -5)
        #expect(fixture.deadlines.map(\.time) == [2, 1, 2, -5])
        fixture.set(2, to: 2)
        #expect(fixture.pop() == [3, 1, 0, 2])
    }

    @Test func `a deadline that was cleared does not fire`() {
        let fixture = Fixture(4)
        for number in 0..<4 { fixture.set(number, to: Microseconds(number)) }
        fixture.set(0, to: nil)
        #expect(fixture.queue.first == 1)
        fixture.set(2, to: nil)
        fixture.set(2, to: nil)
        #expect(fixture.pop() == [1, 3])
        fixture.set(1, to: nil)
        #expect(fixture.deadlines.map(\.time) == [nil, nil, nil, nil])
        #expect(fixture.queue.first == nil)
    }

    @Test func `a deadline that fired retains its due time and can be set again`() {
        let fixture = Fixture(1)
        fixture.set(0, to: 5)
        #expect(fixture.queue.popFirst { $0 < 5 } == nil)
        #expect(fixture.pop() == [0])
        #expect(fixture.deadlines[0].time == nil)
        #expect(fixture.deadlines[0].due == 5)
        fixture.set(0, to: 3)
        #expect(fixture.queue.first == 3)
        #expect(fixture.pop() == [0])
        #expect(fixture.deadlines[0].due == 3)
    }

    @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
    func `the queue agrees with a sorted list for random operations`(seed: UInt64) {
        var random = Generator(state: seed)
        let fixture = Fixture(40)
        var model: [(time: Microseconds, number: Int)] = []
        var clock: Microseconds = 0
        for _ in 0..<4000 {
            let number = Int.random(in: 0..<40, using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<6:
                let time = clock + .random(in: 0..<50, using: &random)
                model.removeAll { $0.number == number }
                model.insert((time, number), at: model.firstIndex { $0.time > time } ?? model.count)
                fixture.set(number, to: time)
            case 6..<8:
                model.removeAll { $0.number == number }
                fixture.set(number, to: nil)
            default:
                clock += .random(in: 0..<10, using: &random)
                let due = model.prefix { $0.time <= clock }
                #expect(fixture.pop(through: clock) == due.map(\.number))
                model.removeFirst(due.count)
            }
            #expect(fixture.queue.first == model.first?.time)
        }
        #expect(fixture.pop() == model.map(\.number))
    }

    /// Generates pseudorandom numbers; equal seeds give equal numbers on every platform.
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}
