internal import Synchronization

/// Logs the messages of one plugin and limits the rate of repeated messages.
public final class Logger: Sendable {
    public enum Level: Int, Sendable, Comparable {
        case error = 3
        case warning = 4
        case notice = 5
        case info = 6
        case debug = 7

        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    public struct Entry: Equatable, Sendable {
        public var level: Level
        public var plugin: String
        public var message: String
        /// Additional journal fields; field names are in upper case.
        public var fields: [Field]

        public init(_ level: Level, plugin: String, _ message: String, fields: [Field] = []) {
            self.level = level
            self.plugin = plugin
            self.message = message
            self.fields = fields
        }
    }

    /// A structured field of a journal entry.
    public struct Field: Equatable, Sendable {
        public var name: String
        public var value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Rate-limiting state of one topic (a kind of problem); times are in microseconds.
    fileprivate struct TopicState {
        /// Time of the last logged message.
        var loggedAt: Int64
        /// Time of the last occurrence of the problem, logged or suppressed.
        var occurredAt: Int64
        /// Number of messages suppressed since the last logged message.
        var count = 0
        var isOver = false
        /// Whether the current problem was logged. If so, `settled` logs its end, too.
        var isLogged = true
        /// Number of recurrences logged less than `pause` after the previous message. Reset to 0 after a `pause`
        /// without problems.
        var returns = 0
    }

    private let plugin: String
    private let clock: @Sendable () -> Int64
    private let write: @Sendable (Entry) -> Void
    private let topics = Mutex<[String: TopicState]>([:])

    /// Minimum interval between log messages of one topic, in microseconds.
    private static let pause: Int64 = 60_000_000
    /// Limit log-recoveries (limits.md, Log): maximum number of recurrences of one problem that are logged immediately.
    /// If exceeded: the problem is logged at most once a minute, until the problem has not occurred for a minute.
    private static let returnLimit = 5
    /// Limit log-topics (limits.md, Log): maximum number of different problems of one plugin that are rate-limited
    /// separately. If exceeded: the log discards the rate-limit state of all problems of the plugin, and logs the next
    /// occurrence of each problem immediately.
    private static let topicLimit = 256
    /// Limit log-message-bytes (limits.md, Log): maximum number of bytes of a log message. If exceeded: the message is
    /// cut and ends with `…`.
    ///
    /// Names and library errors in a message may have any length.
    static let messageLimit = 4096

    /// Creates a logger. `clock` returns microseconds; the logging thread calls `write`.
    public init(
        plugin: String,
        clock: @escaping @Sendable () -> Int64,
        write: @escaping @Sendable (Entry) -> Void
    ) {
        self.plugin = plugin
        self.clock = clock
        self.write = write
    }

    /// Logs a message without rate limiting. Replaces control characters, and indents continuation lines.
    public func say(_ level: Level, _ message: String, fields: [Field] = []) {
        write(Entry(level, plugin: plugin, TerminalText.lines(message.excerpt(Self.messageLimit)), fields: fields))
    }

    /// Logs a problem, at most once a minute per topic. Up to `returnLimit` recurrences after `settled` are logged
    /// immediately.
    ///
    /// `topic` identifies the problem; the wording of the message may vary.
    public func complain(_ topic: String, _ level: Level = .warning, _ message: @autoclosure () -> String) {
        let now = clock()
        let before = topics.withLock { topics in
            if topics[topic] == nil, topics.count >= Self.topicLimit { topics.removeAll() }
            var state = topics[topic] ?? TopicState(loggedAt: now - Self.pause, occurredAt: now)
            defer { topics[topic] = state }
            return state.record(at: now, pause: Self.pause, returnLimit: Self.returnLimit)
        }
        guard let before else { return }
        let again = before > 0 ? " (repeated \(before) times since the last message)" : ""
        say(level, message() + again)
    }

    /// Records that the problem of a topic has ended.
    ///
    /// Logs `message` if the current problem was logged. Also logs `message` for an unknown topic: its state may have
    /// been discarded.
    public func settled(_ topic: String, _ level: Level = .notice, _ message: @autoclosure () -> String? = nil) {
        let now = clock()
        let didChange = topics.withLock { topics in
            if topics[topic] == nil, topics.count >= Self.topicLimit { topics.removeAll() }
            var state = topics[topic] ?? TopicState(loggedAt: now - Self.pause, occurredAt: now)
            defer {
                state.isOver = true
                topics[topic] = state
            }
            return state.isLogged && !state.isOver
        }
        if didChange, let message = message() { say(level, message) }
    }
}

extension Logger.TopicState {
    /// Records a problem. Returns the number of suppressed problems if the problem must be logged now; otherwise nil.
    fileprivate mutating func record(at now: Int64, pause: Int64, returnLimit: Int) -> Int? {
        if now - occurredAt >= pause { returns = 0 }
        let isDue = now - loggedAt >= pause
        let isBack = isOver && !isDue && returns < returnLimit
        (isLogged, occurredAt) = (isDue || isBack || isLogged && !isOver, now)
        isOver = false
        guard isDue || isBack else {
            count += 1
            return nil
        }
        if isBack { returns += 1 }
        defer { (loggedAt, count) = (now, 0) }
        return count
    }
}
