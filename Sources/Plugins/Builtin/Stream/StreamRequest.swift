internal import JSON
internal import PluginAPI

/// A message from a client: a token, or a command that can have an id.
enum StreamRequest {
    /// Id that a client assigns to a command.
    enum Identity: Sendable {
        case number(Double)
        case text(String)

        var json: JSONValue {
            switch self {
            case .number(let number): .number(number)
            case .text(let text): .text(text)
            }
        }
    }

    case token(String)
    case command(TreeCommand, id: Identity?)
    /// The message is invalid; contains the reason.
    case mistake(String, id: Identity?)

    /// Limit stream-json-depth (limits.md, Web pages and clients): maximum depth of nested JSON values in a client's
    /// message. If exceeded: the client receives an error.
    ///
    /// A `set` command whose value contains a mapping has a depth of 3.
    private static let depth = 16

    init(_ bytes: some Sequence<UInt8>) {
        let object: JSONValue
        do throws(JSONError) {
            object = try JSONValue(parsing: bytes, depth: Self.depth)
        } catch {
            self = .mistake("the message is not valid JSON (\(error))", id: nil)
            return
        }
        let id: Identity?
        switch object["id"] {
        case nil: id = nil
        case .number(let number)?: id = .number(number)
        // Limit stream-id-bytes (limits.md, Web pages and clients): maximum number of bytes of the `id` of a client's
        // command. If exceeded: the client receives an error.
        case .text(let text)? where text.utf8.count <= 64: id = .text(text)
        default:
            self = .mistake("'id' must be a number, or a string of at most 64 bytes", id: nil)
            return
        }
        if object["do"] == nil, let token = object["token"]?.text {
            self = .token(token)
            return
        }
        do throws(TreeCommand.Mistake) {
            self = .command(try TreeCommand(object), id: id)
        } catch {
            self = .mistake(error.message, id: id)
        }
    }
}
