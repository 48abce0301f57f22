import Glibc
import HandlerEvents
import Platform
import PluginAPI
import Testing

struct `Queues and threads without free descriptors` {
    @Test func `queues and threads that cannot be created throw and leave no descriptor open`() async {
        await #expect(processExitsWith: .success) {
            Self.waitForRest()
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(7), &limit)
            // The descriptor limit permits no further descriptor in the first round, and one in the second round.
            let next = dup(0)
            close(next)
            for allowed in 0...1 as ClosedRange<Int32> {
                limit.rlim_cur = rlim_t(next + allowed)
                setrlimit(__rlimit_resource_t(7), &limit)
                #expect(throws: ServiceError.self) { try WorkerThread(name: "a") {} }
                let free = dup(0)
                #expect(free == (allowed == 0 ? -1 : next))
                close(free)
            }
            limit.rlim_cur = rlim_t(next)
            setrlimit(__rlimit_resource_t(7), &limit)
            #expect(throws: ServiceError.self) { try HandlerEventQueue(capacity: 8) }
            #expect(throws: ServiceError.self) { try Wakeup() }
        }
    }

    /// Waits until no other thread of the new process opens or closes descriptors.
    private static func waitForRest() {
        func open() -> [Bool] { (0..<256).map { fcntl($0, F_GETFD) >= 0 } }
        var (known, looks) = (open(), 0)
        for _ in 0..<1000 where looks < 10 {
            usleep(10_000)
            let now = open()
            (known, looks) = (now, now == known ? looks + 1 : 0)
        }
    }
}
