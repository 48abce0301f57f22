import CTouchbridgePlugin
import Glibc
import Platform
import PluginAPI
import Schema
import Synchronization
import Testing

@testable import TouchbridgePlugin

/// Tests calls from a Swift plugin's threads during teardown. The tests also run with the thread sanitizer.
struct `Calls of a Swift plugin during its end` {
    /// State used by the host functions; invalid after the host is closed.
    private struct Memory {
        var isValid = true
    }

    /// State shared by a test and a running call. Static, because the host functions are C functions without captures.
    private enum Calls {
        static let isInside = Atomic<Bool>(false)
        static let mayReturn = Atomic<Bool>(false)
        static let count = Atomic<Int>(0)
        static let lateCount = Atomic<Int>(0)
    }

    private func host(
        _ memory: UnsafeMutablePointer<Memory>,
        log: @escaping @convention(c) (UnsafeRawPointer, Int32, UnsafePointer<CChar>) -> Void
    ) -> Host {
        "door".withCString { name in
            var functions = touchbridge_host(
                size: UInt32(MemoryLayout<touchbridge_host>.size),
                version: UInt32(TOUCHBRIDGE_PLUGIN_VERSION),
                context: UnsafeRawPointer(memory),
                name: name,
                log: log,
                complain: { _, _, _, _ in },
                submit: { _, _, _, _ in 1 },
                arguments: { _ in preconditionFailure("nobody asks for them") }
            )
            return Host(&functions)
        }
    }

    @Test func `the end of a plugin waits for calls in progress`() throws {
        let memory = UnsafeMutablePointer<Memory>.allocate(capacity: 1)
        memory.initialize(to: Memory())
        let host = host(memory) { _, _, _ in
            Calls.isInside.store(true, ordering: .sequentiallyConsistent)
            while !Calls.mayReturn.load(ordering: .sequentiallyConsistent) { usleep(100) }
        }
        let caller = try WorkerThread(name: "caller") { host.log("hello") }
        while !Calls.isInside.load(ordering: .sequentiallyConsistent) { usleep(100) }
        let closer = try WorkerThread(name: "closer") { host.close() }
        #expect(!closer.join(within: TimeSpan(microseconds: 100_000)))
        Calls.mayReturn.store(true, ordering: .sequentiallyConsistent)
        #expect(closer.join(within: TimeSpan(microseconds: 60_000_000)))
        #expect(caller.join(within: TimeSpan(microseconds: 60_000_000)))
        memory.deallocate()
    }

    @Test func `calls after a plugin's end have no effect`() {
        let memory = UnsafeMutablePointer<Memory>.allocate(capacity: 1)
        memory.initialize(to: Memory())
        let host = host(memory) { _, _, _ in Issue.record("a closed host was called") }
        host.close()
        memory.deallocate()
        host.log("hello")
        host.complain("topic", "hello")
        #expect(!host.submit("{}"))
        let hasSubmitted = host.submit("{}") { _ in }
        #expect(!hasSubmitted)
        #expect(host.arguments == "null")
    }

    @Test func `no concurrent call reaches a released host`() throws {
        for _ in 1...300 {
            let memory = UnsafeMutablePointer<Memory>.allocate(capacity: 1)
            memory.initialize(to: Memory())
            let host = host(memory) { context, _, _ in
                Calls.count.add(1, ordering: .relaxed)
                sched_yield()
                let isValid = context.assumingMemoryBound(to: Memory.self).pointee.isValid
                if !isValid { Calls.lateCount.add(1, ordering: .relaxed) }
            }
            let start = Calls.count.load(ordering: .relaxed)
            let isOver = Flag()
            let threads = try (1...3).map { number in
                try WorkerThread(name: "caller \(number)") {
                    while !isOver.value.load(ordering: .relaxed) { host.log("hello") }
                }
            }
            while Calls.count.load(ordering: .relaxed) < start + 10 { sched_yield() }
            host.close()
            // As in the bridge, `close` invalidates the state of the host functions.
            memory.pointee.isValid = false
            for _ in 1...20 { sched_yield() }
            isOver.value.store(true, ordering: .relaxed)
            for thread in threads { #expect(thread.join(within: TimeSpan(microseconds: 60_000_000))) }
            memory.deallocate()
        }
        #expect(Calls.lateCount.load(ordering: .relaxed) == 0)
    }

    private final class Flag: Sendable {
        let value = Atomic<Bool>(false)
    }
}
