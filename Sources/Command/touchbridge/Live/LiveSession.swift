internal import Bridge
internal import DeviceNodes
internal import Evdev
internal import InputEvents
internal import Platform
internal import PluginAPI
internal import Recordings

/// Reads devices and brings what they say to a hub until it is told to stop or none is left.
final class LiveSession {
    private let loop: EventLoop
    private let pump: DevicePump
    private let limit: Int64?
    private var watches: [ObjectIdentifier: EventLoop.Device] = [:]
    /// Called when all that was read together has been handed on.
    var didHandOn: () -> Void = {}

    private var isStopped = false

    var frameCount: Int { pump.frameCount }

    init(_ hub: InputHub, limit seconds: Double?) throws(SystemError) {
        loop = try EventLoop()
        pump = DevicePump(hub)
        limit = seconds.map { MonotonicClock.now + Int64($0 * 1_000_000) }
        try loop.takeEndSignals()
        pump.didLose = { [unowned self] source, failure in
            watches[ObjectIdentifier(source)] = nil
            if let failure { throw failure }
            Console.complain("'\(source.reader.description.name)' is gone")
        }
    }

    func add(
        _ reader: DeviceReader,
        _ number: Int32?,
        grab: GrabPolicy,
        record: @escaping (RawEvent) throws(RecordingError) -> Void
    ) throws(SystemError) {
        let source = LiveSource(reader, number, grab, record)
        pump.add(source)
        watches[ObjectIdentifier(source)] = try loop.watch(device: reader.fileDescriptor)
    }

    /// Runs until a signal, the time limit, or the end of the last device; then what was begun is cancelled.
    func run() throws {
        // Also after a failure every touch has its end.
        defer { pump.removeAll() }
        // What is known before anything happens is read at once.
        var isMore = true
        var wait = Int64.max..<Int64.max
        while !pump.sources.isEmpty, !isStopped {
            let start = MonotonicClock.now
            try loop.turn(until: isMore ? 0 : nextTurn)
            if loop.isToldToEnd { break }
            let now = MonotonicClock.now
            if !isMore { wait = start..<now }
            isMore = try pump.turn(at: now, wait: wait)
            didHandOn()
            if let limit, MonotonicClock.now >= limit { break }
        }
        try pump.finish()
    }

    /// Nothing more is wanted.
    func stop() { isStopped = true }

    private var nextTurn: Int64? {
        guard let limit else { return pump.nextTurn }
        return min(limit, pump.nextTurn ?? limit)
    }
}
