package import JSON

/// Requirement that an `expect` line checks after the preceding steps.
package enum ScriptExpectation: Sendable, Equatable {
    /// A handler was called the given number of times.
    case call(Call, Count)
    /// No handler was called. If `others` is true, ignores the calls that other `expect` lines of the same group count.
    /// Consecutive `expect` lines form a group.
    case noCall(others: Bool)
    /// A view or one of its subviews received a touch. If `isExpected` is false, neither the view nor a subview
    /// received one.
    case touch(view: String, isExpected: Bool)
    /// A property of a view has a value.
    case state(view: String, property: String, value: JSONValue)

    /// Criteria for the calls that are counted.
    package struct Call: Sendable, Equatable {
        /// Plugin and handler, such as `shell.run`.
        package var handler: String
        /// Id of the view, controller or screen; nil for any.
        package var view: String?
        /// Name of the event; nil for any.
        package var event: String?
        /// Argument of the call; nil for any.
        package var argument: JSONValue?

        package init(
            _ handler: String,
            of view: String? = nil,
            on event: String? = nil,
            with argument: JSONValue? = nil
        ) {
            (self.handler, self.view, self.event, self.argument) = (handler, view, event, argument)
        }

        /// Name of the event; `ended` for `recognized`, because a recognized gesture changes to the state `ended`.
        private var state: String? { event == "recognized" ? "ended" : event }

        /// Returns whether a call meets the criteria.
        package func matches(_ made: Call) -> Bool {
            handler == made.handler && (view ?? made.view) == made.view && (state ?? made.state) == made.state
                && (argument ?? made.argument)?.sorted == made.argument?.sorted
        }
    }

    package enum Count: Sendable, Equatable {
        /// At least once.
        case any
        case exactly(Int)
    }
}

extension ScriptExpectation: CustomStringConvertible {
    package var description: String {
        switch self {
        case .call(let call, let count): "\(call.name) \(count)\(call.with)"
        case .noCall(let others): others ? "no other call" : "no call"
        case .touch(let view, let isExpected): "\(isExpected ? "" : "no ")touch on \(view)"
        case .state(let view, let property, .boolean(true)): "\(view) \(property)"
        case .state(let view, let property, let value): "\(view) \(property) \(value)"
        }
    }
}

extension ScriptExpectation.Call: CustomStringConvertible {
    /// Handler, view and event, such as `shell.run of call on touchUpInside`.
    fileprivate var name: String {
        "\(handler)\(view.map { " of \($0)" } ?? "")\(event.map { " on \($0)" } ?? "")"
    }

    fileprivate var with: String { argument.map { " with \($0)" } ?? "" }

    package var description: String { name + with }
}

extension ScriptExpectation.Count: CustomStringConvertible {
    package var description: String {
        switch self {
        case .any: "called"
        case .exactly(1): "called once"
        case .exactly(0): "not called"
        case .exactly(2): "called twice"
        case .exactly(let count): "called \(count) times"
        }
    }

    /// Returns whether the number of calls is as expected.
    package func includes(_ calls: Int) -> Bool {
        switch self {
        case .any: calls > 0
        case .exactly(let count): calls == count
        }
    }
}

extension JSONValue {
    /// The value with all object members in alphabetical order, for comparisons that ignore the order of members.
    fileprivate var sorted: JSONValue {
        switch self {
        case .null, .boolean, .number, .text: self
        case .list(let values): .list(values.map(\.sorted))
        case .object(let members):
            .object(members.map { Member($0.key, $0.value.sorted) }.sorted { $0.key < $1.key })
        }
    }
}
