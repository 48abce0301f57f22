package import GestureKinds
internal import HandlerEvents
public import JSON
internal import Platform

extension TouchExplanation.Section.Kind {
    /// Heading of the section.
    public var heading: String {
        switch self {
        case .from: "origin"
        case .search: "hit test, from the window inward"
        case .gestures: "gestures"
        case .heard: "delivery"
        case .handlers: "handlers"
        case .whyNot: "handlers not called"
        }
    }
}

extension TouchExplanation {
    /// Text for users: the sentences, followed by the rules that determined the result, with links.
    public var text: String {
        var lines = [title]
        var rules: [Rule] = []
        for section in sections where !section.sentences.isEmpty {
            lines.append("  \(section.kind.heading)")
            for sentence in section.sentences {
                var line = String(repeating: "  ", count: 2 + min(sentence.depth, 20)) + sentence.text
                if let rule = sentence.rule {
                    if !rules.contains(rule) { rules.append(rule) }
                    line += " [\((rules.firstIndex(of: rule) ?? 0) + 1)]"
                }
                lines.append(line)
            }
        }
        guard !rules.isEmpty else { return lines.joined(separator: "\n") }
        lines.append("  \(Self.rulesHeading)")
        for (index, rule) in rules.enumerated() {
            lines += ["    [\(index + 1)] \(rule.words)", "        \(rule.link)"]
        }
        return lines.joined(separator: "\n")
    }

    /// Heading of the rules, with the paths of the pages in the source tree and in the installed package.
    private static let rulesHeading = "rules (pages in docs/ or /usr/share/doc/touchbridge/)"

    /// JSON output for programs.
    public var json: JSONValue {
        let sections = sections.map { section in
            JSONValue.Member(section.kind.rawValue, .list(section.sentences.map(\.json)))
        }
        return .object(members + sections)
    }

    /// JSON output without the sentences of the sections.
    public var shortJSON: JSONValue { .object(members) }

    private var members: [JSONValue.Member] {
        var members: [JSONValue.Member] = [
            .init("kind", .text(kind.rawValue)), .init("touch", number == 0 ? .null : .number(Double(number))),
            .init("time", .number(Double(time))), .init("seconds", .number(seconds)),
            .init("date", date.map { .text($0) } ?? .null), .init("title", .text(title)),
        ]
        // The rule's number is the stable code of the reason; the sentences are not stable.
        let reasons = sections.first { $0.kind == .whyNot }?.sentences ?? []
        members.append(.init("reason", (reasons.first?.rule?.number ?? code).map { .text($0) } ?? .null))
        return members + details
    }
}

extension TouchExplanation.MissedCall {
    fileprivate var json: JSONValue {
        func line(_ text: String) -> JSONValue { .text(Context.short(TerminalText.line(text), 200)) }
        return [
            "call": line(call), "event": .text(event.rawValue), "view": line(view),
            "gesture": gesture.map { line($0) } ?? .null,
        ]
    }
}

extension TouchExplanation.Sentence {
    fileprivate var json: JSONValue {
        var members: [JSONValue.Member] = [.init("text", .text(text))]
        if depth > 0 { members.append(.init("depth", .number(Double(depth)))) }
        if let rule { members.append(.init("rule", rule.json)) }
        if !missed.isEmpty { members.append(.init("missed", .list(missed.map(\.json)))) }
        return .object(members)
    }
}

extension Rule {
    /// The rule as an object with its number, its sentence, and the path of its documentation page.
    package var json: JSONValue { ["number": .text(number), "says": .text(words), "link": .text(link)] }
}
