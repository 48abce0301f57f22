internal import JSON
package import PluginAPI

/// A request of a control client: a question to the service, or a command for the view tree.
package enum ControlRequest: Sendable {
    /// A request that only the service itself can answer.
    package enum Question: String, CaseIterable, Sendable {
        case status, reload
    }

    case question(Question)
    case command(TreeCommand)

    /// Reason why a line is not a valid request.
    struct Mistake: Error {
        let message: String
    }

    /// Limit control-json-depth (Internal bounds): depth of nested JSON values in a request on the control socket. If
    /// exceeded: the client receives an error.
    private static let depth = 16

    init(_ line: some Sequence<UInt8>) throws(Mistake) {
        let object: JSONValue
        do throws(JSONError) {
            object = try JSONValue(parsing: line, depth: Self.depth)
        } catch {
            throw Mistake(message: "the request is not valid JSON (\(error))")
        }
        guard object.members != nil, let name = object["do"]?.text else {
            throw Mistake(message: "a request must be a JSON object whose member 'do' names a command")
        }
        if let question = Question(rawValue: name) {
            self = .question(question)
            return
        }
        guard TreeCommand.Name(rawValue: name) != nil else {
            let known = Question.allCases.map(\.rawValue) + TreeCommand.Name.allCases.map(\.rawValue)
            throw Mistake(message: "unknown command; the commands are \(known.joined(separator: ", "))")
        }
        do throws(TreeCommand.Mistake) {
            self = .command(try TreeCommand(object))
        } catch {
            throw Mistake(message: error.message)
        }
    }
}

extension TreeReply {
    /// The reply as a JSON object. Must be read on the client's thread, because it can search for similar names.
    var json: JSONValue {
        switch self {
        case .done: ["ok": true]
        case .value(let value): ["ok": true, "value": value.json]
        case .refused(let rejection): ["ok": false, "error": .text(rejection.description)]
        }
    }
}
