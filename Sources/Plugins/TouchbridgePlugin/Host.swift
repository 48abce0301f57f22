internal import CTouchbridgePlugin

/// A plugin's interface to Touchbridge. All members except `arguments` are thread-safe. Calls have no effect after the
/// plugin is destroyed.
public final class Host: Sendable {
    /// Severity of a log line.
    public enum Level: Int32, Sendable {
        case error = 3
        case warning, notice, info, debug
    }

    /// The plugin's name in the layout.
    public let name: String
    private nonisolated(unsafe) let functions: touchbridge_host
    /// Closed before the C functions in `functions` become invalid.
    private let gate = CallGate()

    init(_ pointer: UnsafePointer<touchbridge_host>) {
        functions = pointer.pointee
        name = String(cString: functions.name)
    }

    /// Rejects new calls into Touchbridge, and waits for calls in progress.
    func close() { gate.close() }

    /// Writes a line to the log.
    public func log(_ message: String, level: Level = .notice) {
        gate.call { functions.log(functions.context, level.rawValue, message) }
    }

    /// Writes a line to the log, at most once per minute for each topic.
    public func complain(_ topic: String, _ message: String, level: Level = .warning) {
        gate.call { functions.complain(functions.context, topic, level.rawValue, message) }
    }

    /// Queues a JSON command to the view tree; queued commands are executed in order. Returns false if the command is
    /// invalid or the queue is full.
    ///
    /// `reply` receives the result as JSON, on the input thread.
    @discardableResult
    public func submit(_ command: String, reply: (@Sendable (String) -> Void)? = nil) -> Bool {
        gate.call { submit(command, reply) } ?? false
    }

    private func submit(_ command: String, _ reply: (@Sendable (String) -> Void)?) -> Bool {
        guard let reply else { return functions.submit(functions.context, command, nil, nil) != 0 }
        let box = Unmanaged.passRetained(Reply(reply))
        let answer: touchbridge_reply = { context, text in
            guard let context else { return }
            Unmanaged<Reply>.fromOpaque(context).takeRetainedValue().body(String(cString: text))
        }
        if functions.submit(functions.context, command, answer, box.toOpaque()) != 0 { return true }
        box.release()
        return false
    }

    private final class Reply: Sendable {
        let body: @Sendable (String) -> Void
        init(_ body: @escaping @Sendable (String) -> Void) { self.body = body }
    }

    /// JSON arguments of the current handler call, with expanded placeholders. Valid only in `take`, on the input
    /// thread.
    public var arguments: String {
        gate.call { String(cString: functions.arguments(functions.context)) } ?? "null"
    }
}
