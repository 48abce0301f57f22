import DeviceNodes
import Foundation
import Glibc
import HandlerEvents
import InputEvents
import Platform
import PluginAPI
import Synchronization
import Testing

@testable import BuiltinUInput
@testable import VirtualDevices

/// Tests write errors in the `uinput` plugin, with real files that reject writes.
struct FailedWriteTests {
    /// A file that can be opened for writing, but rejects writes.
    enum BrokenFile: CaseIterable {
        case full, takesNumbersOnly, memoryAtZero

        var descriptor: Int32 {
            switch self {
            case .full: open("/dev/full", O_WRONLY | O_CLOEXEC)
            case .takesNumbersOnly: open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)
            case .memoryAtZero: open("/proc/self/mem", O_RDWR | O_CLOEXEC)
            }
        }

        var errorNumber: Int32 {
            switch self {
            case .full: ENOSPC
            case .takesNumbersOnly: EINVAL
            case .memoryAtZero: EIO
            }
        }
    }

    /// A pipe that replaces a working virtual device and counts the written events.
    private final class Sink {
        /// Size of the kernel's `input_event`, in bytes.
        private static let eventSize = 24
        private let reader: Int32
        let writer: Int32

        init() {
            var ends: [Int32] = [0, 0]
            socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
            (reader, writer) = (ends[0], ends[1])
        }

        deinit { close(reader) }

        /// Returns the number of events written since the last call.
        func takeEvents() -> Int {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            return max(0, read(reader, &buffer, buffer.count)) / Self.eventSize
        }
    }

    /// A plugin whose devices write to the given descriptors, in order.
    private struct Rig {
        let stage: PluginStage
        let plugin: UInputPlugin
        /// Names of the threads that reported calls.
        let reporters: Reporters
        /// Names of the threads that logged warnings and errors.
        let loggers: Reporters
        let forward: Binding
        let keys: Binding
        let hold: Binding

        init(panels: [Int32], keyboards: [Int32], keys: String = "[F5]") throws {
            stage = try PluginStage(UInputPlugin.type, "{}", starts: false)
            let (log, failed) = (stage.log, stage.failed)
            let (reporters, loggers) = (Reporters(), Reporters())
            (self.reporters, self.loggers) = (reporters, loggers)
            let context = PluginContext(
                name: "screen",
                log: Logger(
                    plugin: "screen",
                    clock: { 0 },
                    write: {
                        if $0.level <= .warning { loggers.add() }
                        log.take($0)
                    }
                ),
                tree: TreeBook(),
                hostEnvironment: HostEnvironment(host: "kiosk-7"),
                lost: {
                    reporters.add()
                    failed.add($0, $2)
                }
            )
            let files = Mutex((panels: panels[...], keyboards: keyboards[...]))
            plugin = try UInputPlugin(UInputSettings(), context) { description throws(EvdevError) in
                let isKeyboard = description.name.hasSuffix("keyboard")
                let file = files.withLock { isKeyboard ? $0.keyboards.popFirst() : $0.panels.popFirst() }
                guard let file else { throw EvdevError(.other, device: description.name, "no file is left") }
                return VirtualDevice(description, writingTo: file, path: "/dev/input/event7")
            }
            forward = try stage.binding("forward")
            self.keys = try stage.binding("keys", keys)
            hold = try stage.binding("hold", "backspace")
            plugin.bindingsChanged([forward, self.keys, hold])
            try plugin.start()
        }

        /// Waits until the panel accepts a touch, then ends the frame.
        func forward(_ number: Int32) async throws {
            try await eventually("the virtual panel exists") {
                plugin.take(touch(.touchesBegan, number, at: Int64(number)), for: forward).isAccepted
            }
            plugin.frameDidEnd()
        }

        func stop() {
            plugin.beginStopping()
            plugin.finishStopping(within: TimeSpan(microseconds: 10_000_000))
        }
    }

    private func message(_ what: String, _ errorNumber: Int32) -> String {
        let name = "Touchbridge \(what)"
        let why = String(cString: strerror(errorNumber))
        let problem = "writing to the virtual \(what) failed: \(name): the kernel rejects further events: \(why)"
        return "\(problem); the device is created again"
    }

    @Test(arguments: [true, false], [true, false])
    func `the log names a new device only if the device is needed and the plugin is not stopping`(
        isNeeded: Bool,
        isStopping: Bool
    ) throws {
        let log = LogBook()
        let logger = Logger(plugin: "screen", clock: { 0 }, write: { log.take($0) })
        let error = EvdevError(.other, device: "panel", "no space is left")
        let factory = try VirtualDeviceFactory(logger, { (_) throws(EvdevError) in throw error }, report: { _ in })
        let device = VirtualDevice(DeviceDescription(name: "panel"), writingTo: BrokenFile.full.descriptor, path: "")
        factory.replace(device, "touchscreen", after: error, isNeeded: isNeeded)
        if isStopping { factory.stop() }
        factory.handleFailures()
        let consequence = isNeeded && !isStopping ? "; the device is created again" : ""
        #expect(log.complaints == ["writing to the virtual touchscreen failed: \(error)\(consequence)"])
    }

    @Test
    func `a request only counts a failure; the factory's thread logs and reports it`() throws {
        let log = LogBook()
        let logger = Logger(plugin: "screen", clock: { 0 }, write: { log.take($0) })
        let error = EvdevError(.other, device: "panel", "no space is left")
        let reports = Mutex(0)
        let factory = try VirtualDeviceFactory(
            logger,
            { (_) throws(EvdevError) in throw error },
            report: { _ in reports.withLock { $0 += 1 } }
        )
        weak var panel: VirtualDevice?
        do {
            let device = VirtualDevice(
                DeviceDescription(name: "panel"),
                writingTo: BrokenFile.full.descriptor,
                path: ""
            )
            panel = device
            factory.replace(device, "touchscreen", after: error)
        }
        factory.request(DeviceDescription(name: "panel"))
        #expect(factory.failureCount == 1 && !factory.isIdle)
        #expect(log.complaints.isEmpty && reports.withLock { $0 } == 0 && panel != nil)
        factory.stop()
        factory.run()
        #expect(log.complaints == ["writing to the virtual touchscreen failed: \(error)"])
        #expect(reports.withLock { $0 } == 1 && panel == nil)
    }

    @Test(arguments: BrokenFile.allCases)
    func `a touchscreen with a write error is recreated, and the keyboard continues`(_ file: BrokenFile)
        async throws
    {
        let (panel, keyboard) = (Sink(), Sink())
        let rig = try Rig(panels: [file.descriptor, panel.writer], keyboards: [keyboard.writer])
        defer { rig.stop() }
        try await rig.forward(1)
        #expect(rig.plugin.health.delivered == 0)
        try await eventually("the call is reported as failed") { rig.stage.failed.counts == [.failed: 1] }
        #expect(rig.plugin.health.failures == 1)
        #expect(rig.stage.log.complaints.contains(message("touchscreen", file.errorNumber)))
        try await rig.forward(2)
        #expect(panel.takeEvents() > 0)
        try await eventually("keys are pressed") { rig.plugin.take(touch(.touchesEnded), for: rig.keys).isAccepted }
        #expect(keyboard.takeEvents() == 4)
        #expect(rig.plugin.health.failures == 1 && rig.plugin.health.isConnected == true)
    }

    @Test func `the thread of the plugin, not the input thread, reports the calls of a failed frame`() async throws {
        let rig = try Rig(panels: [BrokenFile.full.descriptor], keyboards: [Sink().writer])
        defer { rig.stop() }
        try await rig.forward(1)
        try await eventually("the call is reported as failed") { rig.stage.failed.counts == [.failed: 1] }
        #expect(rig.reporters.names == ["uinput"])
        // The plugin logs the message before it reports the calls.
        #expect(rig.stage.log.complaints.contains(message("touchscreen", BrokenFile.full.errorNumber)))
    }

    @Test func `a held key is released although the queue of keys is full`() async throws {
        let (panel, keyboard) = (Sink(), Sink())
        let keys = "[\(repeatElement("F5", count: 100).joined(separator: ","))]"
        let rig = try Rig(panels: [panel.writer], keyboards: [keyboard.writer], keys: keys)
        defer { rig.stop() }
        try await eventually("the keyboard exists") {
            rig.plugin.take(touch(.touchesBegan), for: rig.hold).isAccepted
        }
        #expect(keyboard.takeEvents() == 2)
        while rig.plugin.take(touch(.touchesEnded), for: rig.keys).isAccepted {}
        while rig.plugin.take(touch(.touchesBegan, 2), for: rig.hold).isAccepted {}
        #expect(rig.plugin.take(touch(.touchesMoved), for: rig.hold).isAccepted)
        #expect(rig.plugin.take(touch(.touchesCancelled), for: rig.hold).isAccepted)
    }

    @Test(arguments: BrokenFile.allCases)
    func `a keyboard with a write error is recreated, and the touchscreen continues`(_ file: BrokenFile)
        async throws
    {
        let (panel, keyboard) = (Sink(), Sink())
        let rig = try Rig(panels: [panel.writer], keyboards: [file.descriptor, keyboard.writer])
        defer { rig.stop() }
        try await eventually("the keyboard is created again and accepts keys") {
            rig.plugin.take(touch(.touchesEnded), for: rig.keys).isAccepted
        }
        #expect(rig.stage.log.complaints.count { $0 == message("keyboard", file.errorNumber) } == 1)
        #expect(keyboard.takeEvents() == 4)
        // The rejected press has no second report.
        #expect(rig.stage.failed.counts.isEmpty)
        try await rig.forward(1)
        #expect(panel.takeEvents() > 0)
        #expect(rig.plugin.health.failures == 1 && rig.plugin.health.isConnected == true)
    }

    @Test
    func `keys queued when the keyboard fails are reported, and a new keyboard is created at once`() async throws {
        signal(SIGPIPE, SIG_IGN)
        let (panel, keyboard) = (Sink(), Sink())
        var broken: Sink? = Sink()
        let keys = [String](repeating: "a", count: 100).joined(separator: ", ")
        let files = [broken?.writer ?? -1, keyboard.writer]
        let rig = try Rig(panels: [panel.writer], keyboards: files, keys: "[\(keys)]")
        defer { rig.stop() }
        // The plugin writes the key events in portions over half a second.
        try await eventually("the keyboard exists") { rig.plugin.take(touch(.touchesEnded), for: rig.keys).isAccepted }
        broken = nil
        try await eventually("the keys are reported as failed") { rig.stage.failed.counts == [.failed: 1] }
        // Not the input thread, and not the key thread, because the input thread may wait for the key thread.
        #expect(rig.reporters.names == ["uinput"])
        try await eventually("another keyboard exists") { rig.plugin.health.isConnected == true }
        #expect(rig.plugin.health.delivered == 0)
    }

    @Test
    func `a write error of the keyboard on the input thread is logged by the thread of the plugin`() async throws {
        signal(SIGPIPE, SIG_IGN)
        var broken: Sink? = Sink()
        let rig = try Rig(panels: [Sink().writer], keyboards: [broken?.writer ?? -1, Sink().writer], keys: "[a]")
        defer { rig.stop() }
        try await eventually("the keyboard exists") { rig.plugin.take(touch(.touchesEnded), for: rig.keys).isAccepted }
        broken = nil
        // After this delay, the input thread writes the next call's keys itself.
        usleep(100_000)
        #expect(!rig.plugin.take(touch(.touchesEnded), for: rig.keys).isAccepted)
        try await eventually("the failure is counted and logged") {
            rig.plugin.health.failures == 1 && rig.stage.log.complaints.contains { $0.contains("created again") }
        }
        let index = try #require(rig.stage.log.complaints.firstIndex { $0.contains("created again") })
        #expect(rig.loggers.names[index] == "uinput", "\(rig.loggers.names)")
    }

    @Test
    func `keys that are not pressed before the stop are reported as dropped and not counted`() async throws {
        let (panel, keyboard) = (Sink(), Sink())
        let keys = [String](repeating: "a", count: 100).joined(separator: ", ")
        let rig = try Rig(panels: [panel.writer], keyboards: [keyboard.writer], keys: "[\(keys)]")
        try await eventually("the keyboard exists") { rig.plugin.take(touch(.touchesEnded), for: rig.keys).isAccepted }
        rig.plugin.beginStopping()
        rig.plugin.finishStopping(within: TimeSpan(microseconds: 1))
        #expect(rig.stage.failed.counts == [.dropped: 1])
        #expect(rig.plugin.health.delivered == 0)
    }

    @Test
    func `each call of a long series of key strokes is pressed and counted`() async throws {
        let (panel, keyboard) = (Sink(), Sink())
        let rig = try Rig(panels: [panel.writer], keyboards: [keyboard.writer], keys: "[a, b, c, d]")
        defer { rig.stop() }
        var (accepted, events) = (0, 0)
        // Keeps up to 20 calls queued, so the plugin removes written events while others are pending.
        try await eventually("many keys are accepted") {
            while accepted - rig.plugin.health.delivered < 20,
                rig.plugin.take(touch(.touchesEnded), for: rig.keys).isAccepted
            { accepted += 1 }
            events += keyboard.takeEvents()
            return accepted > 100
        }
        try await eventually("all keys are pressed") {
            events += keyboard.takeEvents()
            return rig.plugin.health.delivered == accepted
        }
        // The plugin may have pressed the last keys after the previous count.
        events += keyboard.takeEvents()
        #expect(events == 16 * accepted)
    }

    @Test
    func `a touchscreen that fails repeatedly is replaced with growing delays`() async throws {
        let panels = (0..<4).map { _ in BrokenFile.full.descriptor }
        let rig = try Rig(panels: panels, keyboards: [Sink().writer])
        defer { rig.stop() }
        let start = MonotonicClock.now
        for number in 1...4 { try await rig.forward(Int32(number)) }
        // The first failure causes no delay, the second one 0.25 to 0.5 s, and the third one 0.5 to 1 s.
        #expect(MonotonicClock.now - start >= 750_000)
        try await eventually("the last failure is counted") { rig.plugin.health.failures == 4 }
    }

    @Test
    func `the rest of a stroke whose touchscreen failed is rejected`() async throws {
        let panel = Sink()
        let rig = try Rig(panels: [BrokenFile.full.descriptor, panel.writer], keyboards: [Sink().writer])
        defer { rig.stop() }
        try await rig.forward(1)
        try await rig.forward(2)
        #expect(!rig.plugin.take(touch(.touchesMoved, 1, at: 3), for: rig.forward).isAccepted)
        #expect(rig.plugin.take(touch(.touchesMoved, 2, at: 3), for: rig.forward).isAccepted)
    }

    @Test
    func `a withheld touch that is released while the touchscreen is recreated is not forwarded`() async throws {
        let panel = Sink()
        let rig = try Rig(panels: [BrokenFile.full.descriptor], keyboards: [panel.writer])
        defer { rig.stop() }
        try await rig.forward(1)
        for (event, time) in [(EventName.touchesBegan, 10), (.touchesMoved, 20), (.touchesEnded, 90)] {
            #expect(!rig.plugin.take(touch(event, 2, at: Int64(time)), for: rig.forward).isAccepted)
        }
        let warning = "a touch was not forwarded: the virtual touchscreen is not ready yet"
        #expect(rig.stage.log.complaints.contains(warning))
    }

    @Test
    func `a device that cannot be recreated counts as not connected`() async throws {
        let rig = try Rig(panels: [BrokenFile.full.descriptor], keyboards: [Sink().writer])
        defer { rig.stop() }
        try await rig.forward(1)
        try await eventually("the failed creation is logged") {
            rig.stage.log.complaints.contains { $0.contains("cannot be created") && $0.contains("no file is left") }
        }
        #expect(rig.plugin.health.isConnected == false && rig.plugin.health.failures >= 2)
    }
}

/// Records thread names, in the order of the calls.
private final class Reporters: Sendable {
    private let threads = Mutex<[String]>([])

    var names: [String] { threads.withLock { $0 } }

    /// Adds the name of the calling thread.
    func add() {
        let name = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
        threads.withLock { $0.append(name?.trimmingCharacters(in: .newlines) ?? "") }
    }
}
