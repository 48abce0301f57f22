import Glibc
import Testing

@testable import Systemd

/// Tests suspend and resume signals, including repeated signals and a failure to create the timer.
struct SleepWatchTests {
    private final class Heard: SleepWatchDelegate {
        var words: [String] = []

        func machineWillSleep() { words.append("sleeps") }

        func machineDidWake() { words.append("wakes") }

        func sleepWatchReports(_ message: String) {}
    }

    private func watch(_ loop: EventLoop, _ heard: Heard, timer: SleepWatch.Timer? = nil) -> SleepWatch {
        let watch = timer.map { SleepWatch(loop, timer: $0) } ?? SleepWatch(loop)
        watch.delegate = heard
        return watch
    }

    @Test func `a repeated notice of sleep or of waking is reported once`() throws {
        let (loop, heard) = (try EventLoop(), Heard())
        let watch = watch(loop, heard)
        watch.wake()
        for _ in 0..<2 { watch.sleep() }
        #expect(heard.words == ["sleeps"])
        for _ in 0..<2 { watch.wake() }
        #expect(heard.words == ["sleeps", "wakes"])
    }

    @Test func `without a timer, sleep is followed by waking at once`() throws {
        let (loop, heard) = (try EventLoop(), Heard())
        let watch = watch(loop, heard) { (_, _) throws(SystemError) in
            throw SystemError(what: "a timer", number: ENOMEM)
        }
        watch.sleep()
        #expect(heard.words == ["sleeps", "wakes"])
        watch.wake()
        watch.sleep()
        #expect(heard.words == ["sleeps", "wakes", "sleeps", "wakes"])
    }
}
