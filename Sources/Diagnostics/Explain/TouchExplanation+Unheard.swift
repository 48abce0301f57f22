internal import Geometry
internal import GestureKinds
internal import HandlerEvents
internal import InputHub
internal import Platform
internal import PluginAPI
internal import ResponderKit
internal import Snapshots
internal import TouchTrace

extension Context {
    // MARK: Fingers that never became touches

    func origin(of finger: Collector.RejectedFinger) -> [Sentence] {
        if let contact = finger.contact {
            return panel(contact, at: onScreen(contact.location))
        }
        guard let ignored = finger.ignored else { return [] }
        return [Sentence(text: "A finger went down at \(onScreen(ignored.location)).")]
    }

    func reasons(for finger: Collector.RejectedFinger) -> [Sentence] {
        var sentences = [reason(for: finger)]
        // A bounce belongs to the previous touch, so the filters are not described.
        if finger.contact?.contactRejection == .bounce { return sentences }
        let location = (finger.contact ?? finger.ignored)?.location
        if let location, let owner = frontmost(at: location) {
            let what = boundWords(owner)
            sentences.append(Sentence(text: "\(name(owner)) is at this point and received nothing: \(what)."))
        }
        return sentences
    }

    func reason(for finger: Collector.RejectedFinger) -> Sentence {
        if let ignored = finger.ignored {
            switch ignored.ignoredReason {
            case .unwanted:
                let text =
                    "No touch began: the screen was dark, and the touch that wakes the screen is not delivered."
                return Sentence(text: text, rule: .wake)
            case .inactive:
                let text = "No touch began: the application was inactive, for example while the system was suspended."
                return Sentence(text: text, rule: .inactive)
            default:
                let text = "No touch began: events were ignored at this time, for example during a reload."
                return Sentence(text: text, rule: .ignored)
            }
        }
        guard let contact = finger.contact else { return Sentence(text: "The reason is unknown.") }
        let location = contact.location
        let device = facts.devices[contact.deviceNumber]
        let own = device.flatMap { facts.screens.indices.contains($0.screen) ? facts.screens[$0.screen] : nil }
        let screen = own ?? facts.screens.first { $0.frame.contains(location) }
        switch contact.contactRejection ?? .none {
        case .none: return Sentence(text: "The reason is unknown.")
        case .palm: return rejected("the panel reports the finger as a palm", .palm)
        case .besidePen: return rejected("a pen is in range of the panel", .pen)
        case .alreadyDown: return rejected("the finger was already down when the panel was opened", .alreadyDown)
        case .stale: return rejected("the panel sent no event for the finger within staleContactTimeout", .stale)
        case .silence:
            let words = "all fingers on the panel had been cancelled; new fingers are rejected until all are up"
            return rejected(words, .silence)
        case .tooLight:
            return rejected(tooLight(contact, screen), .tooLight)
        case .outOfRange:
            let text = "No touch began: the finger is outside the panel's range (filters: outOfRange)."
            return Sentence(text: text, rule: .outOfRange)
        case .deadZone:
            let zone = screen?.deadZones.first { $0.contains(location) }
            let words = zone.map { zone in
                let origin = screen?.frame.origin ?? .zero
                let numbers = [zone.minX - origin.x, zone.minY - origin.y, zone.width, zone.height]
                return " [\(numbers.map { Self.number($0) }.joined(separator: ", "))]"
            }
            let text = "No touch began: the finger went down in the dead zone\(words ?? "") of the screen (deadZones)."
            return Sentence(text: text, rule: .deadZone)
        case .bounce:
            var words = "No touch began: the finger continues the previous touch"
            if let lift = finger.lift {
                let (time, distance) = (Self.time(lift.time), Self.points(lift.distance))
                words += " because it was up for only \(time) and returned \(distance) away"
            }
            if let limit = screen?.debounce, limit > 0 {
                words += "; the filter debounce ignores lifts shorter than \(Self.time(limit))"
            }
            return Sentence(text: words + ".", rule: .debounce)
        case .ghost:
            var words = "No touch began: the panel reports ghost touches here"
            if let ghost = finger.ghost {
                words += " (\(Self.ghostWords(ghost.ghostReason)), detected after \(ghost.touchCount) touches)"
            }
            if let quiet = screen?.ghosts, quiet > 0 {
                words += "; touches here are rejected until none begins for \(Self.time(quiet)) (filters: ghosts)"
            }
            return Sentence(text: words + ".", rule: .ghost)
        }
    }

    /// Returns whether a contact hovered or was pressed too lightly, as text with the measured values.
    private func tooLight(_ contact: TraceRecord, _ screen: LayoutFacts.Screen?) -> String {
        let pressure = contact.pressure * 100
        guard pressure > 0 else {
            return contact.isHovering
                ? "the finger hovered over the panel without touching it"
                : "the panel reported no pressure for the finger"
        }
        guard let least = screen?.minimumPressure, least > 0 else {
            return "the finger pressed too lightly, at \(Self.number(pressure)) % of the panel's pressure range"
        }
        return
            "the finger pressed too lightly, at \(Self.number(pressure)) % of the panel's pressure range, limit "
            + "\(Self.number(least * 100)) % (filters: minimumPressure)"
    }

    private func rejected(_ words: String, _ rule: Rule) -> Sentence {
        Sentence(text: "No touch began: \(words).", rule: rule)
    }

    static func ghostWords(_ reason: GhostReason?) -> String {
        switch reason {
        case .brief: "touches too brief for a finger"
        case .periodic: "touches at intervals too regular for a finger"
        case .outOfRange: "a touch far outside the panel's range"
        case .jumping: "a touch that moved faster than a finger can"
        case nil: "for an unknown reason"
        }
    }

    // MARK: Other events

    func words(for note: TraceRecord, _ handlerEvent: HandlerEvent?) -> String {
        let device = facts.devices[note.deviceNumber].map { "'\(Self.short(TerminalText.line($0.name), 60))'" }
        let panel = device ?? "device \(note.deviceNumber)"
        switch note.kind {
        case .device:
            switch note.deviceChange {
            case .added: return "\(panel) was connected"
            case .removed: return "\(panel) was disconnected"
            case .dropped: return "\(panel) lost events because they were not read fast enough"
            default: return "\(panel) was resynchronized after lost events"
            }
        case .ghost:
            let location = onScreen(note.location)
            return note.isFound
                ? "\(panel) reports ghost touches at \(location): \(Self.ghostWords(note.ghostReason))"
                : "\(panel) stopped reporting ghost touches at \(location)"
        case .handler:
            let entry = names[note.subject]
            let event = handlerEvent.map { "event '\($0.event.rawValue)'" } ?? "an unknown event"
            let name = Self.short(TerminalText.line(entry?.name ?? "a handler"), 60)
            let owner = entry?.binding.map { " of \(Self.quoted($0.view))" } ?? ""
            let isRun = !facts.isDryRun || entry?.binding?.needsNoPlugin == true
            return "\(name) \(isRun ? "was" : "would be") called for \(event)\(owner)"
        case .command where note.isScriptRun:
            let name = Self.quoted(names[note.other]?.name ?? "a script")
            return "\(name) \(note.isDone ? "ran" : "was stopped by an error; the log contains the error")"
        case .command:
            if note.treeHandler != nil, !note.isDone {
                let target = note.subject == 0 ? "" : " for \(name(note.subject))"
                return "\(Self.quoted(names[note.other]?.name ?? "a tree command")) was rejected\(target)"
            }
            return
                "\(Self.quoted(names[note.other]?.name ?? "a plugin")) changed \(note.subject == 0 ? "the view tree" : name(note.subject))"
        case .layout: return "the layout was replaced"
        default: return "an invalid API call was ignored: \(note.misuseKind.map { "\($0)" } ?? "unknown kind")"
        }
    }
}
