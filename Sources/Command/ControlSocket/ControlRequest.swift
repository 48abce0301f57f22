internal import JSON
internal import Platform
internal import PluginAPI

/// A request from a client of the control socket: a request to the service, or a command for the view tree.
enum ControlRequest: Sendable {
    /// Names of the requests to the service.
    enum Name: String, CaseIterable, Sendable {
        case status, reload, follow, tap
    }

    case status, reload
    case follow(includesMoves: Bool)
    case tap(VirtualTap)
    case command(TreeCommand)

    /// Limit control-json-depth (limits.md, Internal bounds): maximum depth of nested JSON values in a request on the
    /// control socket; a deeper request is refused.
    private static let depth = 16

    init(_ line: some Sequence<UInt8>) throws(ControlMistake) {
        let object: JSONValue
        do throws(JSONError) {
            object = try JSONValue(parsing: line, depth: Self.depth)
        } catch {
            throw ControlMistake("the request is not valid JSON (\(error))")
        }
        guard object.members != nil, let word = object["do"]?.text else {
            throw ControlMistake("a request must be a JSON object with a command, such as {\"do\": \"status\"}")
        }
        if let name = Name(rawValue: word) {
            self = try Self.request(name, object)
            return
        }
        guard TreeCommand.Name(rawValue: word) != nil else {
            let known = Name.allCases.map(\.rawValue) + TreeCommand.Name.allCases.map(\.rawValue)
            let names = known.joined(separator: ", ")
            throw ControlMistake("unknown command '\(word.excerpt())'; the commands are \(names)")
        }
        do throws(TreeCommand.Mistake) {
            self = .command(try TreeCommand(object))
        } catch {
            throw ControlMistake(error.message)
        }
    }

    private static func request(_ name: Name, _ object: JSONValue) throws(ControlMistake) -> ControlRequest {
        switch name {
        case .status: return .status
        case .reload: return .reload
        case .tap: return .tap(try VirtualTap(object))
        case .follow:
            switch object["moves"] {
            case nil, .null?: return .follow(includesMoves: false)
            case .boolean(let includesMoves)?: return .follow(includesMoves: includesMoves)
            default: throw ControlMistake("'moves' must be true or false")
            }
        }
    }

    /// Name of the permission that the request needs; nil if every client can send the request.
    var permission: String? {
        switch self {
        case .status, .reload, .follow, .command(.describe), .command(.dump): nil
        case .tap: Name.tap.rawValue
        case .command(let command): command.name.rawValue
        }
    }
}

/// Reason why a line is not a valid request.
package struct ControlMistake: Error {
    package let message: String
    init(_ message: String) { self.message = message }
}

extension TreeReply {
    /// The reply as a JSON object. Use only on the connection's thread: an error message may require a slow search for
    /// similar names.
    var json: JSONValue {
        switch self {
        case .done: ["ok": true]
        case .value(let value): ["ok": true, "value": value.json]
        case .refused(let rejection): ["ok": false, "error": .text(rejection.description)]
        }
    }
}
