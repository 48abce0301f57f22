internal import Geometry
internal import HandlerEvents
internal import JSON
internal import LayoutRuntime
internal import PluginAPI
internal import ResponderKit
internal import Snapshots
internal import TouchScripts
internal import TouchTrace

/// The touches in a range of trace records, as a touch script for one screen.
struct TraceScript {
    private let names: InternTable
    private let screens: [LayoutFacts.Screen]
    private let isTest: Bool
    private var lines: [ScriptLine] = []
    /// Time of the latest step, in microseconds; nil before the first touch.
    private var time: Int64?
    /// Index of the screen of the first touch; the script contains only the touches of this screen. Nil before
    /// the first touch.
    private var screen: Int?
    /// Finger numbers in the script, by touch number; only touches that are down.
    private var fingers: [Int32: Int32] = [:]
    /// Numbers of the fingers whose lift was omitted because of `lineLimit`; the script lifts these fingers at its end.
    private var omittedLifts: [Int32] = []
    private var omittedCount = 0
    private var views: [String] = []
    private var knownViews: Set<String> = []
    private var calls: [ScriptExpectation.Call] = []
    /// Indices in `calls`, by the texts of the calls.
    private var indices: [String: Int] = [:]
    /// Indices in `calls` of all recorded calls, in chronological order.
    private var made: [Int] = []
    /// Descriptions, without argument, of calls whose argument is no longer stored. Their `expect` lines contain no
    /// argument.
    private var withoutArgument: Set<String> = []
    /// Number of elements of `views` before the latest hit record was processed.
    private var hitCount = 0
    /// Whether steps are omitted because of `lineLimit`.
    private var isCut = false
    /// Counts of lines, views and calls at the latest time when no finger was down.
    private var complete = (lines: 0, views: 0, made: 0)

    /// Report interval of a script in microseconds; the duration of a move is at most one interval.
    private static let interval: Int64 = 8000
    /// Limit inspector-script (limits.md, Web pages and clients): maximum number of lines of steps in a script that the
    /// inspector saves. If exceeded: later steps are omitted, and a comment in the script states this. A script with
    /// expectations is cut at the last time when no finger was down.
    static let lineLimit = 20_000

    init(_ names: InternTable, _ facts: LayoutFacts, expects: Bool) {
        (self.names, screens, isTest) = (names, facts.screens, expects)
    }

    mutating func take(_ record: TraceRecord, _ event: HandlerEvent?) {
        guard !isCut else { return }
        switch record.kind {
        case .touch: if let phase = record.phase, let step = step(of: record, phase) { add(step, at: record.time) }
        case .hit:
            // Counts the views before this hit is added; the touch-down record follows.
            hitCount = views.count
            guard isOnScreen(record.location), let entry = names[record.subject] else { return }
            // A script cannot contain a view name with whitespace.
            guard !entry.name.contains(where: \.isWhitespace), knownViews.insert(entry.name).inserted else { return }
            views.append(entry.name)
        case .handler:
            if !record.isWithheld, let binding = names[record.subject]?.binding { add(binding, record, event) }
        default: break
        }
    }

    private mutating func isOnScreen(_ location: Point) -> Bool {
        let index = screens.firstIndex { $0.frame.contains(location) }
        if screen == nil { screen = index }
        return index == screen
    }

    private mutating func step(of record: TraceRecord, _ phase: Touch.Phase) -> ScriptStep? {
        if phase == .began {
            guard isOnScreen(record.location), let free = (1...32).first(where: { !fingers.values.contains($0) }) else {
                omittedCount += 1
                return nil
            }
            fingers[record.touch] = free
        }
        // A touch that began before the range is omitted.
        guard let finger = fingers[record.touch], let frame = screen.map({ screens[$0].frame }) else { return nil }
        let location = Point(
            x: min(max(record.location.x - frame.minX, 0), frame.width - 1.0 / 16),
            y: min(max(record.location.y - frame.minY, 0), frame.height - 1.0 / 16)
        ).onGrid
        switch phase {
        case .began: return ScriptStep(.down, finger: finger, at: location)
        case .moved: return ScriptStep(.move, finger: finger, at: location)
        case .stationary: return nil
        case .ended, .cancelled:
            fingers[record.touch] = nil
            return ScriptStep(phase == .ended ? .up : .cancel, finger: finger)
        }
    }

    private mutating func add(_ step: ScriptStep, at now: Int64) {
        let gap = now - (time ?? now)
        if gap == 0, time != nil, let last = lines.last, case .steps(let steps, let duration) = last.content,
            !steps.contains(where: { $0.finger == step.finger }), duration == nil || step.verb == .move
        {
            lines[lines.count - 1] = ScriptLine(.steps(steps + [step], lasting: duration))
        } else if step.verb == .move, (1...Self.interval).contains(gap) {
            guard hasRoom(for: 1) else { return }
            lines.append(ScriptLine(.steps([step], lasting: gap)))
        } else {
            // `hitCount` excludes the view of this touch.
            if step.verb == .down, fingers.count == 1 { complete = (lines.count, hitCount, made.count) }
            guard hasRoom(for: gap > 0 ? 2 : 1) else {
                // The script must not lift a finger whose touch-down it omits.
                if step.verb == .down {
                    fingers = fingers.filter { $0.value != step.finger }
                } else if step.verb == .up {
                    omittedLifts.append(step.finger)
                }
                return
            }
            if gap > 0 { lines.append(ScriptLine(.wait(gap))) }
            lines.append(ScriptLine(.steps([step], lasting: nil)))
        }
        time = now
    }

    private mutating func hasRoom(for count: Int) -> Bool {
        isCut = lines.count + count > Self.lineLimit
        return !isCut
    }

    private mutating func add(_ binding: Binding, _ record: TraceRecord, _ event: HandlerEvent?) {
        let argument = event.map { binding.arguments.expanded($0, binding) }
        let call = ScriptExpectation.Call(
            "\(binding.plugin).\(binding.handler)",
            of: binding.view,
            on: record.event?.rawValue,
            with: argument == .null ? nil : argument
        )
        if event == nil { withoutArgument.insert(call.withoutArgument.description) }
        let text = call.description
        let index = indices[text] ?? calls.count
        if index == calls.count {
            calls.append(call)
            indices[text] = index
        }
        made.append(index)
    }

    /// Returns the distinct calls and how often each was made, ordered by first call.
    private func counts(of made: some Sequence<Int>) -> [(call: ScriptExpectation.Call, count: Int)] {
        var counts: [(call: ScriptExpectation.Call, count: Int)] = []
        var indices: [String: Int] = [:]
        var places: [Int?] = Array(repeating: nil, count: calls.count)
        for number in made {
            if places[number] == nil {
                let general = calls[number].withoutArgument
                let call = withoutArgument.contains(general.description) ? general : calls[number]
                let place = indices[call.description] ?? counts.count
                if place == counts.count { counts.append((call, 0)) }
                indices[call.description] = place
                places[number] = place
            }
            counts[places[number] ?? 0].count += 1
        }
        return counts
    }

    /// Content of the script's file. In a test, `expect` lines state the touched views and the calls.
    var text: String {
        let command = isTest ? "test" : "replay"
        let comment = " Saved by the inspector. Run: touchbridge \(command) FILE --layout LAYOUT"
        var all = [ScriptLine(.nothing, comment: comment)]
        if screens.count > 1, let screen { all.append(ScriptLine(.screen(screens[screen].name))) }
        if omittedCount > 0 {
            all.append(ScriptLine(.nothing, comment: " \(omittedCount) touches of other screens are omitted."))
        }
        let isShortened = isTest && isCut
        if isCut {
            let rest = isShortened ? "touches, and the touch during which that happened," : "steps"
            let text = " A script has at most \(Self.lineLimit) lines of steps; later \(rest) are omitted."
            all.append(ScriptLine(.nothing, comment: text))
        }
        if isTest, !withoutArgument.isEmpty {
            let text =
                " Some arguments are no longer known, so they are omitted from the expectations of their handlers."
            all.append(ScriptLine(.nothing, comment: text))
        }
        all += isShortened ? lines.prefix(complete.lines) : lines[...]
        if !isShortened {
            for finger in (fingers.values + omittedLifts).sorted() {
                all.append(ScriptLine(.steps([ScriptStep(.up, finger: finger)], lasting: nil)))
            }
        }
        if isTest {
            let views = isShortened ? views.prefix(complete.views) : views[...]
            let calls = counts(of: isShortened ? made.prefix(complete.made) : made[...])
            all += views.map { ScriptLine(.expect(.touch(view: $0, isExpected: true))) }
            all += calls.map { ScriptLine(.expect(.call($0.call, .exactly($0.count)))) }
            if calls.isEmpty { all.append(ScriptLine(.expect(.noCall(others: false)))) }
        }
        return "\(ScriptText(lines: all))"
    }
}

extension ScriptExpectation.Call {
    fileprivate var withoutArgument: ScriptExpectation.Call {
        ScriptExpectation.Call(handler, of: view, on: event)
    }
}
