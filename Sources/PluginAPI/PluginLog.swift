internal import Synchronization

/// Where a plugin's messages go: each names the plugin, and one that comes again and again is not repeated.
public final class PluginLog: Sendable {
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

    private struct Repeated {
        var saidAt: Int64
        var count = 0
    }

    private let plugin: String
    private let clock: @Sendable () -> Int64
    private let write: @Sendable (Entry) -> Void
    private let said = Mutex<[String: Repeated]>([:])

    /// A message of one topic is said at most so often, in microseconds.
    private static let pause: Int64 = 60_000_000
    private static let topicLimit = 256

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
        write(Entry(level, plugin: plugin, Harmless.lines(message), fields: fields))
    }

    /// Says something once a minute at most; `topic` tells what is the same trouble, whatever its wording.
    public func complain(_ topic: String, _ level: Level = .warning, _ message: @autoclosure () -> String) {
        let now = clock()
        let before: Int? = said.withLock { said in
            if let last = said[topic], now - last.saidAt < Self.pause {
                said[topic]?.count += 1
                return nil
            }
            if said[topic] == nil, said.count >= Self.topicLimit { said.removeAll() }
            let count = said[topic]?.count ?? 0
            said[topic] = Repeated(saidAt: now)
            return count
        }
        guard let before else { return }
        let again = before > 0 ? " (and \(before) times since it was last said)" : ""
        say(level, message() + again)
    }

    /// The trouble is over: when it comes back it is said at once.
    public func settled(_ topic: String) { said.withLock { _ = $0.removeValue(forKey: topic) } }
}
