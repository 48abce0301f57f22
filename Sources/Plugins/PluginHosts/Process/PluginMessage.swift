internal import JSON
internal import Platform
internal import PluginAPI

/// A message from a plugin process, received as one line: see docs/reference/plugin-protocol.md.
enum PluginMessage: Equatable {
    /// The program is ready. If `handlers` is nil, the program accepts handlers with any name.
    case ready(version: Int, handlers: [String]?)
    /// A command to the view tree. `id` is a number or string that the reply repeats; nil means that no reply is
    /// requested.
    case command(TreeCommand, id: JSONValue?)
    case wrongCommand(String, id: JSONValue?)
    case log(Logger.Level, String)
    case pong(Double)
    case status(isConnected: Bool)

    struct Mistake: Error, Equatable {
        let message: String
    }

    init(_ line: some Sequence<UInt8>) throws(Mistake) {
        let object: JSONValue
        do throws(JSONError) {
            // Limit process-json-depth (limits.md, Processes and shared objects): maximum depth of nested JSON values
            // in a line from a plugin process. If exceeded: the line is logged as an invalid message.
            object = try JSONValue(parsing: line, depth: 32)
        } catch {
            throw Mistake(message: "the line is not valid JSON (\(error))")
        }
        guard let type = object["type"]?.text else {
            throw Mistake(message: "the line is not a JSON object with a 'type'")
        }
        switch type {
        case "ready": self = try Self.ready(object)
        case "command":
            let id = object["id"].flatMap { $0.number != nil || $0.text != nil ? $0 : nil }
            do throws(TreeCommand.Mistake) {
                self = .command(try TreeCommand(object), id: id)
            } catch {
                self = .wrongCommand(error.message, id: id)
            }
        case "log":
            guard let message = object["message"]?.text else {
                throw Mistake(message: "a 'log' message must contain 'message' (a string)")
            }
            self = .log(Self.level(object["level"]?.text), message)
        case "pong":
            guard let number = object["number"]?.number else {
                throw Mistake(message: "a 'pong' message must contain 'number' (the number of the ping)")
            }
            self = .pong(number)
        case "status":
            guard let truth = object["connected"]?.boolean else {
                throw Mistake(message: "a 'status' message must contain 'connected' (true or false)")
            }
            self = .status(isConnected: truth)
        default: throw Mistake(message: "unknown message type '\(OutputLines.sanitized(type.utf8, limit: 40))'")
        }
    }

    private static func ready(_ object: JSONValue) throws(Mistake) -> PluginMessage {
        guard let number = object["protocol"]?.number, let version = Int(exactly: number) else {
            throw Mistake(message: "a 'ready' message must contain 'protocol' (the protocol version, a number)")
        }
        guard let handlers = object["handlers"], handlers != .null else {
            return .ready(version: version, handlers: nil)
        }
        let names = handlers.list?.compactMap(\.text)
        // Limit process-handlers (limits.md, Processes and shared objects): maximum number of handlers that a plugin
        // process announces. If exceeded: the line is logged as an invalid message.
        guard let names, names.count == handlers.list?.count, names.count <= 1000 else {
            throw Mistake(message: "'handlers' of a 'ready' message must be a list of at most 1000 names")
        }
        return .ready(version: version, handlers: names)
    }

    private static func level(_ name: String?) -> Logger.Level {
        switch name {
        case "error": .error
        case "warning": .warning
        case "info": .info
        case "debug": .debug
        default: .notice
        }
    }
}
