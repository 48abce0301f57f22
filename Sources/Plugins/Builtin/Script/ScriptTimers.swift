internal import JSON
internal import Platform
internal import PluginAPI
internal import Schema
internal import YAML

/// The timers of a script, in the order in which they fire.
struct ScriptTimers {
    struct Timer {
        let number: Int
        /// Reference to the Lua function in the interpreter.
        let reference: Int32
        var time: Int64
        /// Time between two calls, in microseconds; nil for a timer that fires once.
        let interval: Int64?
    }

    /// Limit script-timers (limits.md, Scripts): maximum number of waiting timers of a script. If exceeded: a Lua
    /// function that calls `after` or `every` stops with an error that contains `64 timers are already waiting`.
    static let limit = 64
    /// Minimum interval of a timer, in microseconds; prevents timers from delaying touches.
    private static let minimum: Int64 = 10_000

    private var timers: [Timer] = []
    private var lastNumber = 0

    var first: Timer? { timers.first }

    mutating func add(
        _ reference: Int32,
        at time: Int64,
        _ span: Int64,
        repeats: Bool
    ) throws(CommandRejection) -> Int {
        guard timers.count < Self.limit else {
            throw CommandRejection("\(Self.limit) timers are already waiting; cancel one of them")
        }
        lastNumber += 1
        let span = max(span, Self.minimum)
        insert(Timer(number: lastNumber, reference: reference, time: time + span, interval: repeats ? span : nil))
        return lastNumber
    }

    /// Removes and returns the first timer; nil if no timer is set. A repeating timer is scheduled again.
    mutating func removeFirst() -> Timer? {
        guard !timers.isEmpty else { return nil }
        let timer = timers.removeFirst()
        if let interval = timer.interval {
            var next = timer
            next.time += interval
            insert(next)
        }
        return timer
    }

    mutating func postponeFirst(to time: Int64) {
        guard !timers.isEmpty else { return }
        var timer = timers.removeFirst()
        timer.time = max(timer.time, time)
        insert(timer)
    }

    /// Removes a timer. Returns the reference to its function, or 0 if the timer does not exist.
    mutating func remove(_ number: Int) -> Int32 {
        guard let index = timers.firstIndex(where: { $0.number == number }) else { return 0 }
        return timers.remove(at: index).reference
    }

    private mutating func insert(_ timer: Timer) {
        let index = timers.firstIndex { $0.time > timer.time } ?? timers.count
        timers.insert(timer, at: index)
    }

    /// Returns a time span in microseconds. The value is a string such as "3s", or a number of seconds.
    static func span(_ value: JSONValue) throws(CommandRejection) -> Int64 {
        if let number = value.number, number >= 0, number <= 1e9 { return Int64(number * 1_000_000) }
        let reading = Reading()
        if let text = value.text,
            let span = Setting<TimeSpan>.time.read(
                Node(.scalar(Scalar(text)), mark: Mark(line: 1, column: 1)),
                reading
            ), !reading.hasErrors
        {
            return span.microseconds
        }
        throw "argument 1 must be a time such as '3s', or a number of seconds"
    }
}
