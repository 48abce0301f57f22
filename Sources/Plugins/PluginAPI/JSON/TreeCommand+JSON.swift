public import JSON
internal import Platform

extension TreeCommand {
    /// Names of the commands in JSON messages.
    public enum Name: String, CaseIterable, Sendable {
        case set, add, remove, cancelTouches, raise, send, change, focus, emit, describe, dump
    }

    public var name: Name {
        switch self {
        case .set: .set
        case .add: .add
        case .remove: .remove
        case .cancelTouches: .cancelTouches
        case .raise: .raise
        case .send: .send
        case .change: .change
        case .focus: .focus
        case .emit: .emit
        case .describe: .describe
        case .dump: .dump
        }
    }

    /// Reason why a JSON value is not a valid command.
    public struct Mistake: Error, Equatable, CustomStringConvertible {
        public let message: String
        public var description: String { message }
    }

    /// Reads a command of the form `{"do": NAME, …}`; unknown members are ignored.
    public init(_ object: JSONValue) throws(Mistake) {
        guard object.members != nil else { throw Mistake(message: "a command must be a JSON object") }
        guard let text = object["do"]?.text else { throw Mistake(message: "'do' must be the name of a command") }
        guard let name = Name(rawValue: text) else {
            let known = Name.allCases.map(\.rawValue).joined(separator: ", ")
            throw Mistake(message: "unknown command '\(text.excerpt())'; the commands are \(known)")
        }
        switch name {
        case .set:
            guard let properties = object["properties"], properties.members != nil else {
                throw Mistake(message: "'properties' must be an object such as {\"alpha\": 0.5}")
            }
            self = .set(view: try object.text("view"), properties: properties)
        case .add:
            guard let view = object["view"], view.members != nil else {
                throw Mistake(message: "'view' must be an object with the keys of a view, such as {\"id\": \"a\"}")
            }
            self = .add(view, to: try object.text("to"), at: try object.index("at"))
        case .remove: self = .remove(view: try object.text("view"))
        case .cancelTouches: self = .cancelTouches(view: try object.optionalText("view"))
        case .raise: self = .raise(gesture: try object.text("gesture"), state: try object.text("state"))
        case .send: self = .send(view: try object.text("view"), event: try object.text("event"))
        case .change:
            guard object["value"] != nil else { throw Mistake(message: "'value' is missing; it must be a number") }
            self = .change(view: try object.text("view"), value: try object.amount("value"))
        case .focus: self = .focus(view: try object.text("view"))
        case .emit: self = .emit(action: try object.text("action"), value: try object.amount("value"))
        case .describe:
            let includesDefaults = try object.boolean("defaults")
            self = .describe(view: try object.optionalText("view"), includesDefaults: includesDefaults)
        case .dump: self = .dump(reason: try object.optionalText("reason"))
        }
    }
}

extension JSONValue {
    fileprivate func text(_ key: String) throws(TreeCommand.Mistake) -> String {
        if let text = try optionalText(key) { return text }
        throw TreeCommand.Mistake(message: "'\(key)' is missing; it must be a string")
    }

    fileprivate func optionalText(_ key: String) throws(TreeCommand.Mistake) -> String? {
        switch self[key] {
        case nil, .null?: return nil
        case .text(let text)?: return text
        default: throw TreeCommand.Mistake(message: "'\(key)' must be a string")
        }
    }

    /// Returns the value of a member that is true or false; a missing member is false.
    fileprivate func boolean(_ key: String) throws(TreeCommand.Mistake) -> Bool {
        switch self[key] {
        case nil, .null?: return false
        case .boolean(let value)?: return value
        default: throw TreeCommand.Mistake(message: "'\(key)' must be true or false")
        }
    }

    /// Returns the value of a member as a number; `true` is 1, and `false` or a missing member is 0.
    fileprivate func amount(_ key: String) throws(TreeCommand.Mistake) -> Double {
        switch self[key] {
        case nil, .null?: return 0
        case .boolean(let truth)?: return truth ? 1 : 0
        case .number(let number)? where number.isFinite: return number
        default: throw TreeCommand.Mistake(message: "'\(key)' must be a number, true or false")
        }
    }

    fileprivate func index(_ key: String) throws(TreeCommand.Mistake) -> Int? {
        switch self[key] {
        case nil, .null?: return nil
        case .number(let number)?:
            if let index = Int(exactly: number), index >= 0 { return index }
            fallthrough
        default: throw TreeCommand.Mistake(message: "'\(key)' must be a whole number that is 0 or greater")
        }
    }
}

extension TreeReply {
    /// Writes the JSON members of a command's result without the surrounding braces: `ok`, and `value` or `error` if
    /// present.
    public func write(to bytes: inout JSONBytes) {
        switch self {
        case .done: bytes.append(raw: "\"ok\":true")
        case .value(let value):
            bytes.append(raw: "\"ok\":true,\"value\":")
            bytes.append(value.json)
        case .refused(let why):
            bytes.append(raw: "\"ok\":false,\"error\":")
            bytes.append(why.description)
        }
    }
}
