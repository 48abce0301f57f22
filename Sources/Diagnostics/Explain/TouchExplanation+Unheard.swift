internal import Bridge
internal import Geometry
internal import GestureKinds
internal import Occurrences
internal import Platform
internal import PluginAPI
internal import ResponderKit

extension Context {
    // MARK: Fingers that never became touches

    func origin(of finger: Collector.Unheard) -> [Sentence] {
        if let contact = finger.contact {
            return panel(contact, at: onScreen(Point(x: contact.u, y: contact.v)))
        }
        guard let ignored = finger.ignored else { return [] }
        return [Sentence(text: "A finger went down at \(onScreen(Point(x: ignored.u, y: ignored.v))).")]
    }

    func reasons(for finger: Collector.Unheard) -> [Sentence] {
        var sentences = [reason(for: finger)]
        // A bounce continues the previous touch.
        if finger.contact?.contactRejection == .bounce { return sentences }
        let place = finger.contact.map { Point(x: $0.u, y: $0.v) } ?? finger.ignored.map { Point(x: $0.u, y: $0.v) }
        if let place, let owner = frontmost(at: place) {
            let what = boundWords(owner)
            sentences.append(Sentence(text: "\(name(owner)) lies there and heard nothing: \(what)."))
        }
        return sentences
    }

    func reason(for finger: Collector.Unheard) -> Sentence {
        if let ignored = finger.ignored {
            switch IgnoredTouch(rawValue: ignored.detail) {
            case .unwanted:
                let text =
                    "It never became a touch: the screen was dark, and the touch that wakes it does nothing else."
                return Sentence(text: text, rule: .wake)
            case .inactive:
                let text = "It never became a touch: the application was not active, as while the machine sleeps."
                return Sentence(text: text, rule: .inactive)
            default:
                let text = "It never became a touch: nothing was taken just then, as another layout was put in place."
                return Sentence(text: text, rule: .ignored)
            }
        }
        guard let contact = finger.contact else { return Sentence(text: "Nobody knows why.") }
        let place = Point(x: contact.u, y: contact.v)
        let device = facts.devices[contact.device]
        let own = device.flatMap { facts.screens.indices.contains($0.screen) ? facts.screens[$0.screen] : nil }
        let screen = own ?? facts.screens.first { $0.frame.contains(place) }
        switch contact.contactRejection ?? .none {
        case .none: return Sentence(text: "Nobody knows why.")
        case .palm: return rejected("the panel says that it is a palm", .palm)
        case .besidePen: return rejected("a pen is near", .pen)
        case .alreadyDown: return rejected("it was down already when the panel was opened", .alreadyDown)
        case .stale: return rejected("the panel reported nothing of it for too long (silenceLimit)", .stale)
        case .silence:
            return rejected("all fingers of the panel had been cancelled, and not all of them were up", .silence)
        case .tooLight:
            return rejected(tooLight(contact, screen), .tooLight)
        case .outOfRange:
            let text = "It never became a touch: it is beyond the panel's range, which filters: outside: leaves out."
            return Sentence(text: text, rule: .outOfRange)
        case .deadZone:
            let zone = screen?.deadZones.first { $0.contains(place) }
            let words = zone.map { zone in
                let origin = screen?.frame.origin ?? .zero
                let numbers = [zone.minX - origin.x, zone.minY - origin.y, zone.width, zone.height]
                return " [\(numbers.map { Self.number($0) }.joined(separator: ", "))]"
            }
            let text = "It never became a touch: it went down in the dead zone\(words ?? "") of the screen."
            return Sentence(text: text, rule: .deadZone)
        case .bounce:
            var words = "It did not become another touch: it goes on with the touch before"
            if let lift = finger.lift {
                let (time, distance) = (Self.time(lift.time), Self.points(lift.distance))
                words += ", whose finger was up for \(time) and came back \(distance) away"
            }
            if let limit = screen?.debounce, limit > 0 {
                words += "; with debounce, less than \(Self.time(limit)) is no lift"
            }
            return Sentence(text: words + ".", rule: .debounce)
        case .ghost:
            var words = "It never became a touch: the panel touches itself here"
            if let ghost = finger.ghost {
                words += " (\(Self.ghostWords(ghost.ghostReason)), found after \(ghost.count) touches)"
            }
            if let quiet = screen?.ghosts, quiet > 0 {
                words += ", and what comes from here is left out until it has been quiet for \(Self.time(quiet))"
            }
            return Sentence(text: words + ".", rule: .ghost)
        }
    }

    /// Whether a contact only came near, or pressed too lightly, with the values.
    private func tooLight(_ contact: TraceRecord, _ screen: LayoutFacts.Screen?) -> String {
        let pressure = Double(contact.count) / 10
        guard pressure > 0 else {
            return contact.former == 0
                ? "the panel reported no pressure of it" : "it came near the panel and did not touch it"
        }
        guard let least = screen?.minimumPressure, least > 0 else {
            return "it pressed too lightly, with \(Self.number(pressure)) % of the panel's range"
        }
        return
            "it pressed too lightly, with \(Self.number(pressure)) % of the panel's range, limit "
            + "\(Self.number(least * 100)) % (filters: minimumPressure)"
    }

    private func rejected(_ words: String, _ rule: Rule) -> Sentence {
        Sentence(text: "It never became a touch: \(words).", rule: rule)
    }

    static func ghostWords(_ reason: GhostReason?) -> String {
        switch reason {
        case .brief: "touches too brief for a finger"
        case .periodic: "touches at intervals too even for a finger"
        case .outOfRange: "a touch far outside of the panel's range"
        case .jumping: "a touch faster than a finger"
        case nil: "for a reason that this version does not know"
        }
    }

    // MARK: What happened besides

    func words(for note: TraceRecord, _ occurrence: Occurrence?) -> String {
        let device = facts.devices[note.device].map { "'\(Self.short(TerminalText.line($0.name), 60))'" }
        let panel = device ?? "device \(note.device)"
        switch note.kind {
        case .device:
            switch note.detail {
            case 0: return "\(panel) came"
            case 1: return "\(panel) went away"
            case 2: return "\(panel) lost events: who reads it was too slow"
            default: return "what \(panel) had lost was read again"
            }
        case .ghost:
            let place = onScreen(Point(x: note.u, y: note.v))
            return note.detail == 1
                ? "\(panel) touches itself at \(place): \(Self.ghostWords(note.ghostReason))"
                : "\(panel) has stopped touching itself at \(place)"
        case .handler:
            let entry = names[note.subject]
            let event = occurrence?.event.rawValue ?? "something"
            let name = Self.short(TerminalText.line(entry?.name ?? "a handler"), 60)
            let owner = entry?.binding.map { " of \(Self.quoted($0.view))" } ?? ""
            return "\(name) \(facts.isDryRun ? "would be" : "was") called for \(event)\(owner)"
        case .command:
            return
                "\(Self.quoted(names[note.other]?.name ?? "a plugin")) changed \(note.subject == 0 ? "something" : name(note.subject))"
        case .layout: return "another layout was put in place"
        default: return "something impossible was asked for and not done"
        }
    }
}
