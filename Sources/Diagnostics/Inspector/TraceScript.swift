internal import Geometry
internal import HandlerEvents
internal import JSON
internal import LayoutRuntime
internal import PluginAPI
internal import ResponderKit
internal import Snapshots
internal import TouchScripts
internal import TouchTrace

/// The touches in a range of trace records, as a touch script of one screen.
struct TraceScript {
    private let names: InternTable
    private let screens: [LayoutFacts.Screen]
    private let isTest: Bool
    private var lines: [ScriptLine] = []
    /// Time that the script has reached; nil before the first touch.
    private var time: Int64?
    /// Index of the screen of the first touch; the script contains only the touches of this screen.
    private var screen: Int?
    /// Numbers of the script's fingers, by the numbers of the touches that are down.
    private var fingers: [Int32: Int32] = [:]
    private var omittedCount = 0
    private var views: [String] = []
    private var calls: [(call: ScriptExpectation.Call, count: Int)] = []

    /// Report interval of a script in microseconds; the duration of a move is at most one interval.
    private static let interval: Int64 = 8000
    /// Limit inspector-script (Internal bounds): lines of a script that the inspector saves; later steps are omitted.
    static let lineLimit = 20_000

    init(_ names: InternTable, _ facts: LayoutFacts, expects: Bool) {
        (self.names, screens, isTest) = (names, facts.screens, expects)
    }

    mutating func take(_ record: TraceRecord, _ event: HandlerEvent?) {
        switch record.kind {
        case .touch: if let phase = record.phase, let step = step(of: record, phase) { add(step, at: record.time) }
        case .hit:
            guard isOnScreen(record.location), let entry = names[record.subject], !views.contains(entry.name) else {
                return
            }
            // A script cannot contain a view name with spaces.
            if !entry.name.contains(where: \.isWhitespace) { views.append(entry.name) }
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
        guard lines.count < Self.lineLimit else { return }
        let gap = now - (time ?? now)
        if gap == 0, time != nil, let last = lines.last, case .steps(let steps, let duration) = last.content,
            !steps.contains(where: { $0.finger == step.finger }), duration == nil || step.verb == .move
        {
            lines[lines.count - 1] = ScriptLine(.steps(steps + [step], lasting: duration))
        } else if step.verb == .move, (1...Self.interval).contains(gap) {
            lines.append(ScriptLine(.steps([step], lasting: gap)))
        } else {
            if gap > 0 { lines.append(ScriptLine(.wait(gap))) }
            lines.append(ScriptLine(.steps([step], lasting: nil)))
        }
        time = now
    }

    private mutating func add(_ binding: Binding, _ record: TraceRecord, _ event: HandlerEvent?) {
        let argument = event.map { binding.arguments.expanded($0, binding) }
        let call = ScriptExpectation.Call(
            "\(binding.plugin).\(binding.handler)",
            of: binding.view,
            on: record.event?.rawValue,
            with: argument == .null ? nil : argument
        )
        if let index = calls.firstIndex(where: { $0.call == call }) {
            calls[index].count += 1
        } else {
            calls.append((call, 1))
        }
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
        all += lines
        for finger in fingers.values.sorted() {
            all.append(ScriptLine(.steps([ScriptStep(.up, finger: finger)], lasting: nil)))
        }
        if isTest {
            all += views.map { ScriptLine(.expect(.touch(view: $0, isExpected: true))) }
            all += calls.map { ScriptLine(.expect(.call($0.call, .exactly($0.count)))) }
            if calls.isEmpty { all.append(ScriptLine(.expect(.noCall(others: false)))) }
        }
        return "\(ScriptText(lines: all))"
    }
}
