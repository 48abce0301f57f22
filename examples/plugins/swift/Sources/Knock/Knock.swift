import TouchbridgePlugin

/// Recognizes two taps in quick succession as a knock; see README.md.
final class Knock: TouchPlugin {
    static let handlers: [String]? = ["listen"]

    private let host: Host
    private let span: Int64
    private var lastTap: [String: Int64] = [:]

    init(host: Host, settings: String) throws {
        self.host = host
        span = number("microseconds", in: settings) ?? 500_000
        guard span > 0 else { throw Mistake(description: "'microseconds' must be more than 0") }
    }

    struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    func take(_ handlerEvent: HandlerEvent, for binding: Binding) -> HandlerResult {
        guard handlerEvent.event == .touchesBegan else { return .taken }
        let last = lastTap.updateValue(handlerEvent.time, forKey: binding.view)
        guard let last, handlerEvent.time - last <= span else { return .taken }
        lastTap[binding.view] = nil
        guard let gesture = text("gesture", in: host.arguments) else {
            host.complain("gesture", "'listen' needs a 'gesture': the id of one of type custom")
            return .taken
        }
        for state in ["began", "ended"] {
            host.submit(#"{"do":"raise","gesture":"\#(gesture)","state":"\#(state)"}"#)
        }
        return .taken
    }
}

// Settings and arguments are JSON objects on one line; to read several values, decode the JSON with Foundation.

private func value(_ key: String, in json: String) -> Substring? {
    json.firstRange(of: "\"\(key)\":").map { json[$0.upperBound...] }
}

private func number(_ key: String, in json: String) -> Int64? {
    value(key, in: json).flatMap { Int64($0.prefix { $0.isNumber || $0 == "-" }) }
}

private func text(_ key: String, in json: String) -> String? {
    value(key, in: json).flatMap { $0.first == "\"" ? String($0.dropFirst().prefix { $0 != "\"" }) : nil }
}

@c(touchbridge_plugin_entry)
public func entry() -> UnsafeRawPointer { Knock.entry }
