internal import CTouchbridgePlugin
internal import Glibc
internal import HandlerEvents
internal import JSON
internal import Platform
internal import PluginAPI

/// C functions of Touchbridge that a shared object can call.
final class LibraryHost: @unchecked Sendable {
    private let context: PluginContext
    private let name: UnsafeMutablePointer<CChar>
    let pointer: UnsafeMutablePointer<touchbridge_host>

    // `taken` and `arguments` are used on the input thread only. `taken` is the event that the plugin is handling.
    // `arguments` stores the last string that `argumentText` returned.
    @exclusivity(unchecked) private var taken: (handlerEvent: UnsafePointer<HandlerEvent>, binding: Unmanaged<Binding>)?
    private var arguments: [CChar] = []
    /// Whether replies are still delivered; used on the input thread only.
    private var isOpen = true

    /// Limit library-command-bytes (limits.md, Processes and shared objects): maximum number of bytes of a command from
    /// a shared object. If exceeded: the command is refused, and a message is logged.
    private static let commandLimit = 64 * 1024

    init(_ context: PluginContext) {
        self.context = context
        guard let copy = strdup(context.name) else { fatalError("out of memory") }
        name = copy
        pointer = .allocate(capacity: 1)
        let own = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        pointer.initialize(
            to: touchbridge_host(
                size: UInt32(MemoryLayout<touchbridge_host>.size),
                version: UInt32(TOUCHBRIDGE_PLUGIN_VERSION),
                context: own,
                name: name,
                log: { LibraryHost.of($0).say($1, String(cString: $2)) },
                complain: { LibraryHost.of($0).complain(String(cString: $1), $2, String(cString: $3)) },
                submit: { LibraryHost.of($0).submit($1, $2, $3) ? 1 : 0 },
                arguments: { LibraryHost.of($0).argumentText() }
            )
        )
    }

    deinit {
        pointer.deallocate()
        free(name)
    }

    private static func of(_ context: UnsafeRawPointer) -> LibraryHost {
        Unmanaged<LibraryHost>.fromOpaque(context).takeUnretainedValue()
    }

    /// Stops delivering replies to the plugin.
    func close() { isOpen = false }

    /// Makes the arguments of an event available to the plugin during `body`.
    @inline(__always)
    func withArguments<Result>(_ handlerEvent: UnsafePointer<HandlerEvent>, _ binding: Binding, _ body: () -> Result)
        -> Result
    {
        let outer = taken
        defer { taken = outer }
        taken = (handlerEvent, .passUnretained(binding))
        return body()
    }

    private func argumentText() -> UnsafePointer<CChar> {
        let value = taken.map { arguments(of: $0.binding.takeUnretainedValue(), $0.handlerEvent.pointee) } ?? .null
        if taken == nil {
            let message = "the plugin called 'arguments' outside of 'take'; call it only in 'take'"
            context.log.complain("arguments", .warning, message)
        }
        arguments = value.description.utf8.map { CChar(bitPattern: $0) } + [0]
        return arguments.withUnsafeBufferPointer { $0.baseAddress! }
    }

    private func arguments(of binding: Binding, _ handlerEvent: HandlerEvent) -> JSONValue {
        binding.arguments.expanded(handlerEvent, binding)
    }

    private func say(_ level: Int32, _ message: String) { context.log.say(Self.level(level), Self.sanitized(message)) }

    private func complain(_ topic: String, _ level: Int32, _ message: String) {
        context.log.complain("own \(topic)", Self.level(level), Self.sanitized(message))
    }

    private func submit(
        _ text: UnsafePointer<CChar>,
        _ reply: touchbridge_reply?,
        _ replyContext: UnsafeMutableRawPointer?
    ) -> Bool {
        let length = strnlen(text, Self.commandLimit + 1)
        guard length <= Self.commandLimit else {
            return refuse("the command has more than \(Self.commandLimit) bytes; send several commands")
        }
        let command: TreeCommand
        do {
            let value = try JSONValue(parsing: UnsafeRawBufferPointer(start: text, count: length), depth: 32)
            command = try TreeCommand(value)
        } catch {
            return refuse("\(error)")
        }
        let target = Target(function: reply, context: replyContext)
        let isTaken = context.tree.submit(command, from: context.name) { [self] in answer($0, to: target) }
        return isTaken || refuse(context.tree.refusal, context.tree.refusalLevel)
    }

    private func refuse(_ error: String, _ level: Logger.Level = .warning) -> Bool {
        context.log.complain("command", level, "a command was refused: \(error)")
        return false
    }

    /// Callback that receives a reply; used on the input thread only.
    private struct Target: @unchecked Sendable {
        let function: touchbridge_reply?
        let context: UnsafeMutableRawPointer?
    }

    private func answer(_ reply: TreeReply, to target: Target) {
        guard isOpen else { return }
        guard let function = target.function else {
            if case .refused(let error) = reply { _ = refuse(error.reason) }
            return
        }
        // Omits the suggestion of a similar name: the search is too slow for the input thread, on which a shared object
        // receives replies.
        var reply = reply
        if case .refused(let error) = reply { reply = .refused(CommandRejection(error.reason)) }
        var bytes = JSONBytes()
        bytes.append(raw: "{")
        reply.write(to: &bytes)
        bytes.append(raw: "}")
        String(decoding: bytes.bytes, as: UTF8.self).withCString { function(target.context, $0) }
    }

    private static func level(_ number: Int32) -> Logger.Level {
        Logger.Level(rawValue: Int(min(max(number, 3), 7))) ?? .notice
    }

    private static func sanitized(_ text: String) -> String {
        Template.Escape.plain.apply(to: text.excerpt(1000))
    }
}
