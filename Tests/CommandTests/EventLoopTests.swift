import Foundation
import Glibc
import Platform
import PluginAPI
import Testing

@testable import Systemd

/// Tests that devices, timers and sd-event do not block each other in one event loop.
struct EventLoopTests {
    /// A file descriptor that stays readable until read.
    private final class Device {
        private let pipe = Pipe()
        var file: Int32 { pipe.fileHandleForReading.fileDescriptor }

        init() { pipe.fileHandleForWriting.write(Data([0])) }
    }

    @Test func `a device that is always readable does not starve other sources`() throws {
        let (loop, device, other) = (try EventLoop(), Device(), Device())
        var (count, ticks) = (0, 0)
        let watches: [Any] = [
            try loop.watch(device: device.file), try loop.watch(other.file, .requests) { count += 1 },
            try loop.every(1_000) { ticks += 1 },
        ]
        defer { withExtendedLifetime(watches) {} }
        while count < 3 || ticks < 3 { try loop.turn(until: nil) }
    }

    @Test func `a turn ends at its deadline, whatever the deadlines of earlier turns`() throws {
        let loop = try EventLoop()
        // Sets a late deadline first, then earlier deadlines in no particular order.
        let far = MonotonicClock.now + 3_600_000_000
        let device = Device()
        var watch: EventLoop.Device? = try loop.watch(device: device.file)
        try loop.turn(until: far)
        withExtendedLifetime(watch) {}
        watch = nil
        for step in [Int64(20_000), 1_000, 5_000, 40_000] {
            let due = MonotonicClock.now + step
            // An earlier turn's timer may end this turn early; then, another turn follows.
            while MonotonicClock.now < due { try loop.turn(until: due) }
        }
    }

    @Test func `a turn without a timeout, or with a deadline in the past, does not wait`() throws {
        let loop = try EventLoop()
        try loop.turn(until: 0)
        try loop.turn(until: MonotonicClock.now - 1)
    }

    @Test func `a device that is no longer watched does not wake the loop`() throws {
        let (loop, device) = (try EventLoop(), Device())
        var watch: EventLoop.Device? = try loop.watch(device: device.file)
        try loop.turn(until: nil)
        withExtendedLifetime(watch) {}
        watch = nil
        let due = MonotonicClock.now + 20_000
        try loop.turn(until: due)
        #expect(MonotonicClock.now >= due)
    }

    @Test func `a turn ends after serving a source, including sources added since the previous turn`()
        throws
    {
        let (loop, device) = (try EventLoop(), Device())
        var wakes: EventLoop.Device? = try loop.watch(device: device.file)
        var count = 0
        let (late, silent) = (Pipe(), Pipe())
        let watch = try loop.watch(late.fileHandleForReading.fileDescriptor, .normal) { [late] in
            _ = late.fileHandleForReading.availableData
            count += 1
        }
        try loop.turn(until: nil)
        withExtendedLifetime(wakes) {}
        wakes = nil
        late.fileHandleForWriting.write(Data([0]))
        let more = try loop.watch(silent.fileHandleForReading.fileDescriptor, .normal) {}
        try loop.turn(until: MonotonicClock.now + 3_600_000_000)
        #expect(count == 1)
        withExtendedLifetime((watch, more)) {}
    }

    @Test func `a source added during a turn is served in the next ones`() throws {
        let (loop, device, other) = (try EventLoop(), Device(), Device())
        let wakes = try loop.watch(device: device.file)
        defer { withExtendedLifetime(wakes) {} }
        try loop.turn(until: nil)
        var (count, ticks) = (0, 0)
        let watch = try loop.watch(other.file, .normal) { count += 1 }
        while count == 0 { try loop.turn(until: nil) }
        let timer = try loop.every(1_000) { ticks += 1 }
        while ticks == 0 { try loop.turn(until: nil) }
        withExtendedLifetime((watch, timer)) {}
    }
}
