import Glibc
import Synchronization
internal import TouchTrace

/// Latency from the kernel's timestamp of a frame to the end of its processing, with and without an inspector page.
///
/// A kernel timer with a period of 1 ms replaces the panel. Each latency starts at the timer's deadline and ends when
/// all views have received the frame. It therefore includes the wake-up of the thread.
enum WakeBench {
    static func run() {
        var table = Table(
            "From the kernel's timestamp to the end of a frame at 1 kHz, in µs: median (least–most)",
            ["stream", "no page open, p50", "p99", "page open, p50", "p99", "p99 ÷ p99"]
        )
        for fingers: Int32 in [1, 10] {
            var (alone, watched) = (WatchBench.Way(.recorder, fingers), WatchBench.Way(.page, fingers))
            let reader = watched.outlet.map { Reader($0) }
            var samples = [[Double]](repeating: [], count: 4)
            for round in 0...Measure.rounds {
                let (one, other) = (wakes(&alone), wakes(&watched))
                guard round > 0 else { continue }
                for (index, times) in [one, other].enumerated() {
                    samples[2 * index].append(Double(times[times.count / 2]) / 1000)
                    samples[2 * index + 1].append(Double(times[times.count * 99 / 100]) / 1000)
                }
            }
            reader?.stop()
            let figures = samples.map { Figure($0) }
            table.add(
                "\(fingers) moving \(fingers == 1 ? "finger" : "fingers")",
                figures[0].text,
                figures[1].text,
                figures[2].text,
                figures[3].text,
                (figures[3].median / figures[1].median).short
            )
        }
        table.show()
    }

    private static let interval: Int64 = 1_000_000

    /// Returns the latencies of all frames in nanoseconds, in ascending order.
    private static func wakes(_ way: inout WatchBench.Way) -> [Int64] {
        var due = WatchBench.now + interval
        var times: [Int64] = []
        for frame in 0..<way.frameCount {
            var moment = timespec(tv_sec: Int(due / 1_000_000_000), tv_nsec: Int(due % 1_000_000_000))
            clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &moment, nil)
            way.take(frame)
            times.append(WatchBench.now - due)
            due += interval
        }
        way.moveOn()
        return times.sorted()
    }

    /// Thread that drains the outlet, the queue of trace records, 30 times per second like the inspector's thread.
    private final class Reader: Sendable {
        private let outlet: TraceRecorder.Outlet
        private let isOver = Atomic<Bool>(false)

        init(_ outlet: TraceRecorder.Outlet) {
            self.outlet = outlet
            var thread = pthread_t()
            pthread_create(&thread, nil, { Unmanaged<Reader>.fromOpaque($0!).takeRetainedValue().run() }, retained)
            pthread_detach(thread)
        }

        private var retained: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

        private func run() -> UnsafeMutableRawPointer? {
            while !isOver.load(ordering: .relaxed) {
                while outlet.records.take() != nil {}
                usleep(33_000)
            }
            return nil
        }

        func stop() { isOver.store(true, ordering: .relaxed) }
    }
}
