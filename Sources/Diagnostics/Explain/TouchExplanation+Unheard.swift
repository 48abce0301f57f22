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
        // A bounce continues the previous touch, so views at this point have missed no touch.
        if finger.contact?.contactRejection == .bounce { return sentences }
        let location = (finger.contact ?? finger.ignored)?.location
        if let location, let owner = frontmost(at: location) {
            let what = boundWords(owner)
            let text = "\(name(owner)) is at this point but did not receive a touch, so \(what)."
            sentences.append(Sentence(text: text, missed: missed(by: owner)))
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
        case .palm: return rejected("the panel reported the finger as a palm", .palm)
        case .besidePen: return rejected("a pen was in range of the panel", .pen)
        case .alreadyDown: return rejected("the finger was already down when the panel was opened", .alreadyDown)
        case .stale:
            let setting = Self.staleSetting(screen?.staleContactTimeout)
            return rejected("the panel sent no event for the finger within the time \(setting)", .stale)
        case .silence:
            let words = "all touches on the panel had been cancelled; new touches are rejected until all fingers are up"
            return rejected(words, .silence)
        case .tooLight:
            return rejected(tooLight(contact, screen), .tooLight)
        case .outOfRange:
            let words = "the finger was outside the panel's range, and the filter `outOfRange` rejected the touch"
            return rejected(words, .outOfRange)
        case .deadZone:
            let zone = screen?.deadZones.first { $0.contains(location) }
            let words = zone.map { zone in
                let origin = screen?.frame.origin ?? .zero
                let numbers = [zone.minX - origin.x, zone.minY - origin.y, zone.width, zone.height]
                return " [\(numbers.map { Self.number($0) }.joined(separator: ", "))]"
            }
            let name = screen.map { " \(Self.quoted($0.name))" } ?? ""
            let text = "the finger went down in the dead zone\(words ?? "") of the screen\(name)"
            return rejected("\(text); change `deadZones` to accept touches at this point", .deadZone)
        case .bounce:
            var words = "No touch began: "
            if let lift = finger.lift {
                let (time, distance) = (Self.time(lift.time), Self.points(lift.distance))
                words += "the finger was up for only \(time) and returned \(distance) away, so "
            }
            words += "the previous touch continues"
            if let limit = screen?.debounce, limit > 0 {
                words += "; the filter `debounce: \(Self.compactTime(limit))` ignores shorter lifts"
            }
            return Sentence(text: words + ".", rule: .debounce)
        case .ghost:
            var words = "the ghost filter rejected the touch"
            if let ghost = finger.ghost {
                words += ", because \(Self.ghostWords(ghost.ghostReason, ghost.touchCount))"
            }
            if let quiet = screen?.ghosts, quiet > 0 {
                words += "; the filter `ghosts: \(Self.compactTime(quiet))` rejects touches at this point until "
                words += "no touch has begun at this point for \(Self.time(quiet))"
            }
            return rejected(words, .ghost)
        case .holdDuration:
            let words = "the finger was down for only \(Self.time(contact.measuredTime))"
            return accommodated(words, "holdDuration", screen?.holdDuration, screen, .holdDuration)
        case .ignoreRepeat:
            let words = "the finger went down \(Self.time(contact.measuredTime)) after the previous lift"
            return accommodated(words, "ignoreRepeat", screen?.ignoreRepeat, screen, .ignoreRepeat)
        case .lost:
            let words = "the contact ended without a lift while the accommodations still withheld the touch"
            return rejected("\(words), for example because events were lost", .withheld)
        }
    }

    /// Returns a sentence about a contact that an accommodation rejected, with the remedy.
    private func accommodated(
        _ words: String,
        _ key: String,
        _ limit: Int64?,
        _ screen: LayoutFacts.Screen?,
        _ rule: Rule
    ) -> Sentence {
        let setting = limit.map { "\(key): \(Self.compactTime($0))" } ?? key
        let name = screen.map { " of the screen \(Self.quoted($0.name))" } ?? ""
        return rejected(
            "\(words), and `\(setting)` requires more time; reduce `\(key)` or switch off the accommodations\(name)",
            rule
        )
    }

    /// Returns text that states, with the measured values, whether a contact hovered or pressed too lightly.
    private func tooLight(_ contact: TraceRecord, _ screen: LayoutFacts.Screen?) -> String {
        let pressure = contact.pressure * 100
        guard pressure > 0 else {
            return contact.isHovering
                ? "the finger hovered over the panel without touching it"
                : "the panel reported no pressure for the finger"
        }
        guard let least = screen?.minimumPressure, least > 0 else {
            return "the finger pressed too lightly, with only \(Self.number(pressure)) % of the panel's pressure range"
        }
        return
            "the finger pressed with only \(Self.number(pressure)) % of the panel's pressure range; at least "
            + "\(Self.number(least * 100)) % is required (`minimumPressure: \(least)`)"
    }

    private func rejected(_ words: String, _ rule: Rule) -> Sentence {
        Sentence(text: "No touch began: \(words).", rule: rule)
    }

    /// Returns a clause that states why touches count as ghosts; `count` is the number of touches at the point.
    static func ghostWords(_ reason: GhostReason?, _ count: Int) -> String {
        switch reason {
        case .brief: "\(count) touches at this point were too brief for a finger"
        case .periodic: "\(count) touches at this point came at intervals too regular for a finger"
        case .outOfRange: "a touch began far outside the panel's range"
        case .jumping: "a touch moved faster than a finger can"
        case nil: "the panel reported ghost touches for an unknown reason"
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
            case .stale: return "\(panel) sent no event for a contact for too long"
            case .silent: return "\(panel) sent no event for too long"
            default: return "\(panel) was resynchronized after lost events"
            }
        case .ghost:
            let location = onScreen(note.location)
            return note.isFound
                ? "\(panel) reports ghost touches at \(location): \(Self.ghostWords(note.ghostReason, note.touchCount))"
                : "\(panel) stopped reporting ghost touches at \(location)"
        case .handler:
            let entry = names[note.subject]
            let event = handlerEvent.map { "event '\($0.event.rawValue)'" } ?? "an unknown event"
            let name = Self.short(TerminalText.line(entry?.name ?? "a handler"), 60)
            let owner = entry?.binding.map { " of \(Self.quoted($0.view))" } ?? ""
            if note.isWithheld {
                return "\(name) was not called for \(event)\(owner), \(Self.reason(note.callOutcome, entry?.binding))"
            }
            let isRun = !facts.isDryRun || entry?.binding?.needsNoPlugin == true
            return "\(isRun ? "\(name) was called" : "a live run would call \(name)") for \(event)\(owner)"
        case .action:
            let action = Self.quoted(names[note.subject]?.name ?? "")
            return "\(Self.quoted(names[note.sender]?.name ?? "a plugin")) sent the action \(action)"
        case .command where note.isScriptRun:
            let name = Self.quoted(names[note.other]?.name ?? "a script")
            return "\(name) \(note.isDone ? "ran" : "was stopped by an error; the log contains the error")"
        case .command where note.treeHandler == .accommodate && note.isDone:
            let screen = Self.quoted(names[note.subject]?.name ?? "a screen")
            let command = Self.quoted(names[note.other]?.name ?? "a tree command")
            return "\(command) switched the accommodations of \(screen) \(note.isEnabled ? "on" : "off")"
        case .command:
            if note.treeHandler != nil, !note.isDone {
                let target = note.subject == 0 ? "" : " for \(name(note.subject))"
                return "\(Self.quoted(names[note.other]?.name ?? "a tree command")) was rejected\(target)"
            }
            let target = note.subject == 0 ? "the view tree" : name(note.subject)
            return "\(Self.quoted(names[note.other]?.name ?? "a plugin")) \(Self.verb(for: note)) \(target)"
        case .layout: return "the layout was replaced"
        default: return "an invalid API call was ignored: \(note.misuseKind.map { "\($0)" } ?? "unknown kind")"
        }
    }
}
