internal import InputEvents
internal import JSON
internal import PluginAPI

/// Contents of a step file of the torture test: a failure and the steps that reproduce it. In the file, each step is
/// one line of JSON, followed by the step's device events in evemu's format.
package struct StepFile {
    package var seed: UInt64
    package var round: Int
    /// Path of the layout; nil for the built-in layout.
    package var layout: String?
    package var failure: Failure
    package var steps: [Step]

    private static let title = "# touchbridge torture 1"

    package init(seed: UInt64, round: Int, layout: String?, failure: Failure, steps: [Step]) {
        (self.seed, self.round, self.layout, self.failure, self.steps) = (seed, round, layout, failure, steps)
    }

    /// A syntax error in a step file.
    package struct Mistake: Error, Equatable, CustomStringConvertible {
        package let line: Int
        package let message: String
        package var description: String { "line \(line): \(message)" }
    }

    // MARK: Writing

    package var text: String {
        var lines = ["\(Self.title): 'touchbridge-dev torture --again FILE' repeats these steps"]
        var members: [JSONValue.Member] = [.init("seed", .text("\(seed)")), .init("round", .number(Double(round)))]
        if let layout { members.append(.init("layout", .text(layout))) }
        members.append(.init("broken", .text(failure.invariant.rawValue)))
        members.append(.init("detail", .text(failure.detail)))
        lines.append(JSONValue.object(members).description)
        for step in steps {
            lines.append(JSONValue.object(step.members).description)
            if case .events(_, let events) = step { lines += events.map(Self.line) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func line(_ event: RawEvent) -> String {
        let (seconds, micros) = event.time.quotientAndRemainder(dividingBy: 1_000_000)
        let type = padded(String(event.type.rawValue, radix: 16), to: 4)
        let code = padded(String(event.code, radix: 16), to: 4)
        return "E: \(seconds).\(padded("\(micros)", to: 6)) \(type) \(code) \(event.value)"
    }

    private static func padded(_ text: String, to count: Int) -> String {
        String(repeating: "0", count: max(0, count - text.count)) + text
    }

    // MARK: Reading

    package init(reading text: String) throws(Mistake) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let first = lines.first, first.hasPrefix(Self.title) else {
            throw Mistake(line: 1, message: "not a step file of 'touchbridge-dev torture'; specify a .steps file")
        }
        guard lines.count > 1 else {
            throw Mistake(line: 2, message: "the line with 'seed', 'round' and 'broken' is missing; add it")
        }
        let head = try Self.object(lines[1], line: 2)
        guard let seed = head["seed"]?.text.flatMap({ UInt64($0) }) else {
            throw Mistake(line: 2, message: "'seed' is missing or invalid; write a whole number in quotes")
        }
        guard let round = head["round"]?.number else {
            throw Mistake(line: 2, message: "'round' is missing or invalid; write a number")
        }
        guard let invariant = head["broken"]?.text.flatMap({ Invariant(rawValue: $0) }) else {
            throw Mistake(line: 2, message: "'broken' is missing or invalid; write the name of an invariant")
        }
        (self.seed, self.round, layout) = (seed, Int(exactly: round) ?? 0, head["layout"]?.text)
        failure = Failure(invariant, head["detail"]?.text ?? "")
        steps = []
        for (index, line) in lines.enumerated().dropFirst(2) where !line.isEmpty && !line.hasPrefix("#") {
            if line.hasPrefix("E:") {
                guard case .events(let device, var events)? = steps.popLast() else {
                    throw Mistake(line: index + 1, message: "an event must follow an 'events' step; move this line")
                }
                events.append(try Self.event(line, line: index + 1))
                steps.append(.events(device: device, events))
            } else {
                steps.append(try Self.step(Self.object(line, line: index + 1), line: index + 1))
            }
        }
    }

    private static func object(_ line: String, line number: Int) throws(Mistake) -> JSONValue {
        do throws(JSONError) {
            return try JSONValue(parsing: line.utf8)
        } catch {
            throw Mistake(line: number, message: "\(error)")
        }
    }

    private static func event(_ line: String, line number: Int) throws(Mistake) -> RawEvent {
        let words = line.split(separator: " ")
        let times = words.count == 5 ? words[1].split(separator: ".") : []
        guard times.count == 2, times[1].count == 6, let seconds = Int64(times[0]), let micros = Int64(times[1]),
            (0...RawEvent.lastSecond).contains(seconds), (0..<1_000_000).contains(micros),
            let type = UInt16(words[2], radix: 16), let code = UInt16(words[3], radix: 16), let value = Int32(words[4])
        else { throw Mistake(line: number, message: "invalid event; write 'E: seconds.microseconds type code value'") }
        let time = seconds * 1_000_000 + micros
        return RawEvent(time: time, type: EventType(rawValue: type), code: code, value: value)
    }

    private static func step(_ object: JSONValue, line: Int) throws(Mistake) -> Step {
        guard let step = Step(object) else {
            let name = object["step"]?.text.map { " '\($0.prefix(40))'" } ?? ""
            throw Mistake(line: line, message: "unknown or invalid step\(name); correct or remove this line")
        }
        return step
    }
}
