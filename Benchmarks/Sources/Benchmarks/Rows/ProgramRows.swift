import Evdev
import Glibc
import InputEvents
import Report
import VirtualDevices

/// Start time, memory, wake-ups and size of the shipped program.
enum ProgramRows {
    static func measure() throws -> [Row] {
        guard let program = getenv("TOUCHBRIDGE_PROGRAM").map({ String(cString: $0) }) else {
            throw ReportFiles.Failure(description: "TOUCHBRIDGE_PROGRAM must be the path of the measured program")
        }
        let folder = try ScratchFolder()
        defer { folder.remove() }
        let bench = try ProgramBench(program, in: folder)
        var rows = try [bench.start()] + bench.memory(isLoaded: false)
        if access("/dev/uinput", W_OK) == 0 {
            rows += try bench.memory(isLoaded: true)
        } else {
            Console.note("This machine allows no virtual panels, so memory under load is not measured.")
        }
        return try rows + [bench.wakes(), bench.size()]
    }
}

/// The program under test, with its readiness socket.
private struct ProgramBench {
    private static let group = "The program"
    private static let peer = "libinput debug-events"
    private let program: String
    private let ready: ReadySocket
    private let layout = "packaging/layout.yaml"
    /// A private bus that replaces the system bus; without a bus, the program would repeatedly try to connect.
    private let bus: Child
    private let busAddress: String

    init(_ program: String, in folder: ScratchFolder) throws {
        self.program = program
        ready = try ReadySocket(in: folder)
        busAddress = "unix:path=\(folder.path)/bus"
        bus = try Child(["dbus-daemon", "--session", "--address=\(busAddress)", "--nofork", "--nopidfile"])
        for _ in 0..<500 where access("\(folder.path)/bus", F_OK) != 0 { usleep(10_000) }
    }

    private func started() throws -> Child {
        ready.clear()
        let variables = ["NOTIFY_SOCKET": ready.path, "DBUS_SYSTEM_BUS_ADDRESS": busAddress]
        let child = try Child([program, "run", layout], variables)
        try ready.wait()
        return child
    }

    func start() throws -> Row {
        var (ours, linked) = ([Double](), [Double]())
        for turn in 0...25 {
            var child: Child?
            let toReady = try Self.time { child = try started() }
            child?.end()
            let version = try Self.time { try Child([program, "--version"]).wait() }
            // Discards the first turn, which loads the files into the page cache.
            guard turn > 0 else { continue }
            ours.append(toReady)
            linked.append(version)
        }
        return Row(
            Self.group,
            "from start to READY=1, with the packaged layout",
            unit: "ns",
            ours: ours,
            beside: Row.Peer("touchbridge --version", linked),
            goals: [.value(atMost: 30e6)],
            remark: "Wall-clock time, which includes delays by other processes. `--version` measures the start of the "
                + "program and the linking of its libraries."
        )
    }

    func memory(isLoaded: Bool) throws -> [Row] {
        let kinds: [(name: String, file: String, key: String, goal: Double?)] = [
            ("resident memory", "status", "VmRSS", 11e6), ("proportional set size (PSS)", "smaps_rollup", "Pss", nil),
            ("anonymous memory", "status", "RssAnon", 1.3e6),
        ]
        var (ours, theirs) = (kinds.map { _ in [Double]() }, kinds.map { _ in [Double]() })
        for _ in 0..<7 {
            let panel = isLoaded ? try LoadingPanel() : nil
            let (own, peer) = (try started(), try Child(["libinput", "debug-events"]))
            usleep(400_000)
            try panel?.play(frames: 2000)
            for (index, kind) in kinds.enumerated() {
                ours[index].append(try own.memory(kind.file, kind.key))
                theirs[index].append(try peer.memory(kind.file, kind.key))
            }
            own.end()
            peer.end()
        }
        return kinds.indices.map { index in
            Row(
                Self.group,
                "\(kinds[index].name), \(isLoaded ? "after 10 fingers for 2 s" : "idle")",
                unit: "B",
                ours: ours[index],
                beside: Row.Peer(Self.peer, theirs[index]),
                goals: kinds[index].goal.map { [.value(atMost: $0)] } ?? [],
                remark:
                    "The peer only prints events. Touchbridge has a layout, a view tree, a flight recorder, and "
                    + "libraries for MQTT, HTTP, WebSockets and TLS."
            )
        }
    }

    func wakes() throws -> Row {
        var samples: [Double] = []
        let child = try started()
        usleep(1_500_000)
        for _ in 0..<5 {
            let before = try child.sleeps()
            usleep(2_000_000)
            samples.append((try child.sleeps() - before) / 2)
        }
        return Row(
            Self.group,
            "wake-ups per second of all threads, idle",
            ours: samples,
            goals: [.value(atMost: 0)],
            remark: "Measured without a watchdog. With a watchdog, the service wakes up twice per `WatchdogSec`."
        )
    }

    func size() throws -> Row {
        var status = stat()
        guard stat(program, &status) == 0 else {
            throw ReportFiles.Failure(description: "\(program) does not exist")
        }
        return Row(
            Self.group,
            "size of the packaged file",
            unit: "B",
            ours: [Double(status.st_size)],
            goals: [.value(atMost: 12e6)],
            remark: "The file includes Swift's standard library.",
            isCounted: true
        )
    }

    private static func time(_ body: () throws -> Void) throws -> Double {
        let before = WatchBench.now
        try body()
        return Double(WatchBench.now - before)
    }
}

/// A virtual panel as the input of a measured program.
private struct LoadingPanel {
    private let device: VirtualDevice

    init() throws {
        device = try VirtualDevice(LiveBench.panel(10))
        _ = device.waitUntilReady()
    }

    /// Plays frames of ten moving fingers, at intervals of slightly more than 1 ms.
    func play(frames: Int32) throws {
        for step in 0..<frames {
            try device.write(LiveBench.frame(step, 10))
            usleep(1_000)
        }
    }
}
