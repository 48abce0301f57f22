internal import HandlerEvents
internal import JSON
internal import Platform
internal import Schema
internal import YAML

extension Setting where Value == CallRate {
    /// Accepts a maximum rate of calls.
    static var rate: Setting {
        Setting(
            expected: "a rate from 1 to 100 calls per s, min or h, such as 5/s",
            schema: ["type": "string", "pattern": "^([1-9][0-9]?|100)/(s|min|h)$"],
            scalar: { CallRate($0.text) }
        )
    }
}

extension Setting where Value == TimeSpan {
    /// Accepts the debounce time of a call. The call is made when no further event occurs for this time.
    static var quietTime: Setting {
        time.map(expected: "a time from 1ms to 1h") { time in
            (1000...3_600_000_000).contains(time.microseconds) ? time : nil
        }
    }
}

extension HandlerSchema {
    /// Schemas of the keys that restrict the calls in the same mapping.
    static let restrictions: [JSONValue.Member] = CallRestriction.allCases.map { key in
        switch key {
        case .when: .init(key.rawValue, ["type": "string"])
        case .atMost: .init(key.rawValue, Setting<CallRate>.rate.schema)
        case .after: .init(key.rawValue, Setting<TimeSpan>.quietTime.schema)
        }
    }
}
