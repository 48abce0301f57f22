internal import JSON
internal import Platform
internal import Schema
internal import YAML

extension Setting where Value == [TimerLayout] {
    /// Accepts a list of timers: mappings of handler calls with the key `every`.
    static var timers: Setting {
        // Limit layout-timers (limits.md, Layouts): maximum number of timers of a layout. If exceeded: an error is
        // reported at the `timers:` key.
        .list(of: .timer, count: 0...64)
    }
}

extension Setting where Value == TimerLayout {
    /// Accepts a mapping that contains handler calls and the key `every`, the interval between the calls.
    fileprivate static var timer: Setting {
        let interval = Setting<TimeSpan>.time.map(expected: "a time from 100ms to 24h") { time in
            (100_000...86_400_000_000).contains(time.microseconds) ? time : nil
        }
        let expected = "a handler call with 'every', as in '{ shell.run: [beep], every: 10s }'"
        let schema = HandlerSchema.timer(interval.schema)
        return Setting(expected: expected, schema: schema) { node, reading in
            guard let pairs = node.mapping, let every = node["every"] else {
                reading.expected(expected, not: node.kind, at: node)
                return nil
            }
            var calls = node
            calls.content = .mapping(pairs.filter { $0.key.scalar?.text != "every" })
            var reader = CallReader(reading)
            if pairs.count > 1 { reader.read(calls) }
            if pairs.count == 1 || reader.isEmptyList {
                reading.error(
                    "'every' needs a handler call beside it, such as 'shell.run: [beep]'",
                    .missingKey,
                    at: node
                )
            }
            let span = reading.naming(Node(.scalar(Scalar("every")), mark: every.mark), of: every) {
                interval.read(every, reading)
            }
            for call in reader.calls {
                guard let span, let quietTime = call.quietTime, quietTime.microseconds >= span.microseconds else {
                    continue
                }
                reading.error(
                    "'\(call.plugin).\(call.handler)' is never called, because 'after' is not shorter than 'every'; "
                        + "remove 'after'",
                    .conflict,
                    at: call.mark
                )
            }
            // Returns the calls even if the interval is invalid, so that the calls are checked too.
            return TimerLayout(interval: span ?? TimeSpan(microseconds: 0), calls: reader.calls)
        }
    }
}

extension HandlerSchema {
    /// Returns the schema of a timer: a mapping of handler calls with the key `every`.
    fileprivate static func timer(_ interval: JSONValue) -> JSONValue {
        let plain: [JSONValue] = [["type": "string", "pattern": .text(name)], mapping(restrictions)]
        let list: JSONValue = ["type": "array", "items": ["anyOf": .list(plain)]]
        return mapping(
            [.init("every", interval), .init("do", ["anyOf": .list(plain + [list])])] + restrictions,
            required: ["every"],
            count: 2
        )
    }
}
