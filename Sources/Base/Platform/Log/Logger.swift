internal import Synchronization

/// Where a plugin's messages go: each names the plugin, and one that comes again and again is not repeated.
public final class Logger: Sendable {
    public enum Level: Int, Sendable, Comparable {
        case error = 3
        case warning = 4
        case notice = 5
        case info = 6
        case debug = 7

        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    /// One message, for whoever writes it down.
    public struct Entry: Equatable, Sendable {
        public var level: Level
        public var plugin: String
        public var message: String
        /// What the journal is to keep beside the message, under names in capitals.
        public var fields: [Field]

        public init(_ level: Level, plugin: String, _ message: String, fields: [Field] = []) {
            self.level = level
            self.plugin = plugin
            self.message = message
            self.fields = fields
        }
    }

    /// A name and a text of the journal's.
    public struct Field: Equatable, Sendable {
        public var name: String
        public var value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// What is known of one topic.
    fileprivate struct Trouble {
        /// When it was last said, and when it last came, said or not.
        var saidAt: Int64
        var cameAt: Int64
        /// How often it came unsaid since.
        var count = 0
        var isOver = false
        /// Whether it was said that it is there, so that it is said when it is over.
        var isSaid = true
        /// How often it came back and was said before the pause was over, since it was last quiet for one.
        var returns = 0
    }

    private let plugin: String
    private let clock: @Sendable () -> Int64
    private let write: @Sendable (Entry) -> Void
    private let troubles = Mutex<[String: Trouble]>([:])

    /// A message of one topic is said at most so often, in microseconds.
    private static let pause: Int64 = 60_000_000
    /// Limit log-recoveries (Commands to the view tree): failures and recoveries of one topic a minute. Past it:
    /// reported once a minute.
    private static let returnLimit = 5
    /// Limit log-topics (Commands to the view tree): log topics of one plugin that are tracked. Past it: all are
    /// forgotten and reported again.
    private static let topicLimit = 256
    /// Limit log-message-bytes (Commands to the view tree): bytes of a log message. Past it: cut, with `…`.
    ///
    /// Names and library errors may be of any length.
    static let messageLimit = 4096

    /// A log that hands its messages on; `clock` counts microseconds.
    public init(
        plugin: String,
        clock: @escaping @Sendable () -> Int64,
        write: @escaping @Sendable (Entry) -> Void
    ) {
        self.plugin = plugin
        self.clock = clock
        self.write = write
    }

    /// Says something, whatever was said before; what a log cannot take is taken out, and lines but the first indented.
    public func say(_ level: Level, _ message: String, fields: [Field] = []) {
        write(Entry(level, plugin: plugin, TerminalText.lines(message.excerpt(Self.messageLimit)), fields: fields))
    }

    /// Says something once a minute at most, or at once if it was over; `topic` tells what is the same trouble, whatever
    /// its wording.
    public func complain(_ topic: String, _ level: Level = .warning, _ message: @autoclosure () -> String) {
        let now = clock()
        let before = troubles.withLock { troubles in
            if troubles[topic] == nil, troubles.count >= Self.topicLimit { troubles.removeAll() }
            var trouble = troubles[topic] ?? Trouble(saidAt: now - Self.pause, cameAt: now)
            defer { troubles[topic] = trouble }
            return trouble.come(at: now, pause: Self.pause, returnLimit: Self.returnLimit)
        }
        guard let before else { return }
        let again = before > 0 ? " (and \(before) times since it was last said)" : ""
        say(level, message() + again)
    }

    /// The trouble is over: when it comes back it is said at once.
    ///
    /// What there is to say of that is said if the trouble was, and when nothing is known of the topic: of what comes and
    /// goes, the last thing that was said of it is true.
    public func settled(_ topic: String, _ level: Level = .notice, _ message: @autoclosure () -> String? = nil) {
        let now = clock()
        let isNews = troubles.withLock { troubles in
            if troubles[topic] == nil, troubles.count >= Self.topicLimit { troubles.removeAll() }
            var trouble = troubles[topic] ?? Trouble(saidAt: now - Self.pause, cameAt: now)
            defer {
                trouble.isOver = true
                troubles[topic] = trouble
            }
            return trouble.isSaid && !trouble.isOver
        }
        if isNews, let message = message() { say(level, message) }
    }
}

extension Logger.Trouble {
    /// Whether it is to be said now, and how often it came since it last was.
    fileprivate mutating func come(at now: Int64, pause: Int64, returnLimit: Int) -> Int? {
        if now - cameAt >= pause { returns = 0 }
        let isDue = now - saidAt >= pause
        let isBack = isOver && !isDue && returns < returnLimit
        (isSaid, cameAt) = (isDue || isBack || isSaid && !isOver, now)
        isOver = false
        guard isDue || isBack else {
            count += 1
            return nil
        }
        if isBack { returns += 1 }
        defer { (saidAt, count) = (now, 0) }
        return count
    }
}
