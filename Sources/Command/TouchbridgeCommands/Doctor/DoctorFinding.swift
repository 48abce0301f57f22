internal import CommandSupport
internal import JSON

/// The result of one check of `doctor`.
struct DoctorFinding: Equatable {
    /// Identifies the check in JSON output; stable across releases.
    enum Code: String, CaseIterable {
        // Checks of the machine.
        case panels
        case uinput
        // Checks of the panel's device node and of the properties that the panel announces.
        case access
        case grab
        case kind
        case driver
        case udev
        case calibration
        case direct
        case size
        case fuzz
        case contacts
        case pressure
        case contactSize = "contact-size"
        // Checks of the events that the panel sends.
        case reportRate = "report-rate"
        case jitter
        case fingers
        case deadSpots = "dead-spots"
        case edges
        case range
        case interruptions
        case ghosts
        case stuckContacts = "stuck-contacts"
        case lostEvents = "lost-events"
        case violations
    }

    enum Verdict: Int, CaseIterable {
        case ok, untested, warning, problem

        var word: String {
            switch self {
            case .ok: "ok"
            case .untested: "untested"
            case .warning: "warning"
            case .problem: "problem"
            }
        }
    }

    let code: Code
    let verdict: Verdict
    let text: String
    /// Action for the user; nil if no action is needed.
    let remedy: String?

    init(_ code: Code, _ verdict: Verdict, _ text: String, remedy: String? = nil) {
        (self.code, self.verdict, self.text, self.remedy) = (code, verdict, text, remedy)
    }

    /// Lines of the report.
    var lines: [String] {
        let head = "  " + verdict.word.padded(to: 10) + code.rawValue.padded(to: 15) + text
        return [head] + (remedy.map { [String(repeating: " ", count: 27) + "remedy: \($0)"] } ?? [])
    }

    var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("code", .text(code.rawValue)), .init("verdict", .text(verdict.word)), .init("text", .text(text)),
        ]
        if let remedy { members.append(.init("remedy", .text(remedy))) }
        return .object(members)
    }
}
