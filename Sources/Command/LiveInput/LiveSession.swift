internal import Bridge
internal import CommandSupport
package import DeviceNodes
package import Evdev
internal import InputEvents
package import InputHub
package import LayoutFile
internal import Platform
internal import PluginAPI
package import Recordings
package import Systemd

/// Reads devices and passes their events to an input hub, until the session is stopped or no device is left.
package final class LiveSession {
    private let hub: InputHub
    private let loop: EventLoop
    private let driver: LiveInputDriver
    private let limit: Int64?
    private var watches: [ObjectIdentifier: EventLoop.Device] = [:]
    /// Called after all frames of an event-loop iteration have been processed.
    package var didHandOn: () -> Void = {}

    private var isStopped = false
    /// Paths of the devices that were removed during the session.
    package private(set) var removedPaths: Set<String> = []

    /// Whether late reads are reported; false for commands that neither record nor process touches.
    package var reportsLateReads: Bool {
        get { driver.reportsLateReads }
        set { driver.reportsLateReads = newValue }
    }

    package var frameCount: Int { driver.frameCount }

    package init(_ hub: InputHub, limit seconds: Double?) throws(SystemError) {
        self.hub = hub
        loop = try EventLoop()
        driver = LiveInputDriver(hub, clock: InputClock())
        limit = seconds.map { MonotonicClock.now + Int64($0 * 1_000_000) }
        try loop.takeEndSignals()
        driver.delegate = self
    }

    /// Adds a device; `index` is the device's index in the recording that the session writes, if any.
    package func add(
        _ reader: DeviceReader,
        _ number: Int32?,
        grab: InputLayout.Grab,
        to writer: (any RecordingWriter)? = nil,
        index: Int = 0
    ) throws(SystemError) {
        var record: ((RawEvent) throws(RecordingError) -> Void)?
        if let writer {
            record = { event throws(RecordingError) in try writer.write(RecordedEvent(device: index, event: event)) }
        }
        let source = DeviceStream(reader, number, grab, record: record)
        driver.add(source)
        watches[ObjectIdentifier(source)] = try loop.watch(device: reader.fileDescriptor)
    }

    /// Runs until a signal arrives, the time limit expires or the last device is removed. Then cancels active touches.
    package func run() throws {
        // Cancels all touches, even after an error.
        defer { driver.removeAll() }
        // The first event-loop iteration does not wait, because the initial device states can be read immediately.
        var isMore = true
        var wait = Int64.max..<Int64.max
        while !driver.sources.isEmpty, !isStopped {
            let start = MonotonicClock.now
            try loop.turn(until: isMore ? 0 : nextTurn)
            if loop.isEndRequested { break }
            let now = MonotonicClock.now
            if !isMore { wait = start..<now }
            isMore = try driver.turn(at: now, wait: wait).isMore
            didHandOn()
            if let limit, MonotonicClock.now >= limit { break }
        }
        try driver.finish()
    }

    /// Ends `run` after the current event-loop iteration.
    package func stop() { isStopped = true }

    private var nextTurn: Int64? {
        guard let limit else { return driver.nextTurn }
        return min(limit, driver.nextTurn ?? limit)
    }
}

extension LiveSession: LiveInputDelegate {
    package func didLose(_ source: DeviceStream, _ failure: EvdevError?) throws {
        watches[ObjectIdentifier(source)] = nil
        if let failure { throw failure }
        removedPaths.insert(source.reader.path)
        Console.complain("device '\(source.reader.description.name)' was disconnected")
    }

    package func remove(_ number: Int32) { hub.remove(number) }

    package func didGrab() {}

    package func report(_ problem: String) { Console.complain(problem) }
}
