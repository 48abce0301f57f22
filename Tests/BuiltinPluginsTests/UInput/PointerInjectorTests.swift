import DeviceNodes
import Glibc
import InputEvents
import Platform
import TestTraits
import Testing

@testable import BuiltinUInput
@testable import VirtualDevices

/// Tests the delayed frames of a virtual pointer.
struct PointerInjectorTests {
    private let injector: PointerInjector
    private let reader: Int32

    init() throws {
        var ends: [Int32] = [0, 0]
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
        reader = ends[0]
        injector = try PointerInjector { _, _ in }
        injector.use(VirtualDevice(DeviceDescription(name: "pointer"), writingTo: ends[1], path: "/dev/input/event7"))
        // Writes a first frame, because delays are relative to the previous frame.
        _ = injector.add(frames(1, after: 0))
        _ = written()
    }

    private func frames(_ count: Int, after delay: Int64, isKinetic: Bool = false) -> ContiguousArray<
        VirtualPointer.Frame
    > {
        let frame = VirtualPointer.Frame(events: [RawEvent(.report, at: 0)], delay: delay, isKinetic: isKinetic)
        return ContiguousArray(repeating: frame, count: count)
    }

    /// Returns the number of events written since the last call.
    private func written() -> Int {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        return max(0, read(reader, &buffer, buffer.count)) / 24
    }

    private static let hour: Int64 = 3_600_000_000

    @Test func `a frame without a delay is written at once, and a later frame by the thread`() async throws {
        #expect(injector.add(frames(1, after: 0)) == .done)
        #expect(written() == 1)
        #expect(injector.add(frames(1, after: 0) + frames(1, after: 20_000)) == .pending)
        #expect(written() == 1)
        let injector = injector
        let thread = try WorkerThread(name: "pointer") { injector.run() }
        try await eventually("the thread writes the frame") { written() == 1 }
        injector.stop()
        #expect(thread.join(within: TimeSpan(microseconds: 10_000_000)))
    }

    @Test(.atLimit("pointer-frames")) func `1024 frames can wait`() {
        #expect(injector.add(frames(1024, after: Self.hour)) == .pending)
    }

    @Test(.pastLimit("pointer-frames")) func `the frames of a call that do not fit are rejected`() {
        #expect(injector.add(frames(1024, after: Self.hour)) == .pending)
        #expect(injector.add(frames(1, after: 0)) == .tooMany)
        #expect(written() == 0)
    }

    @Test func `the next call ends a kinetic scroll`() {
        _ = injector.add(frames(100, after: Self.hour, isKinetic: true))
        #expect(injector.add(frames(1, after: 0)) == .done)
        #expect(written() == 1)
    }

    @Test func `without a device, a call is rejected`() {
        injector.end()
        #expect(injector.add(frames(1, after: 0)) == .noDevice)
    }
}
