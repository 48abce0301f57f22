package import Bridge
internal import HandlerEvents
package import InputEvents
internal import JSON
internal import LayoutRuntime
internal import PluginAPI
internal import ResponderKit
package import TouchScripts

/// Plays a script on a layout, and converts the observed calls and touches to `expect` lines.
///
/// The lines name only the touched views and the called handlers, so they remain valid if views are added to the
/// layout.
package struct ScriptTrial {
    /// Simulated time after the end of a script, in microseconds, so that late gestures are recognized.
    private static let settlingTime: Int64 = 1_000_000

    private let pipeline: Pipeline
    private let activity: ObservedActivity

    /// Starts to observe a pipeline; must be created before the first event.
    package init(_ pipeline: Pipeline) {
        self.pipeline = pipeline
        activity = ObservedActivity(of: pipeline)
    }

    /// Plays a script on a panel that is mapped to a screen, and returns the lines to add to the script.
    package func lines(for script: ScriptText, on panel: ScriptPanel, before screen: Int) throws(TouchScriptError)
        -> [ScriptLine]
    {
        var events = try ScriptEvents(script, on: panel)
        guard let number = pipeline.add(panel.description, before: screen, complain: { _ in }) else { return [] }
        pipeline.start(at: 0)
        while let item = events.next() {
            if case .frame(let frame) = item { pipeline.play(frame, of: number) }
        }
        let count = activity.calls.count
        pipeline.advance(to: script.duration + Self.settlingTime)
        pipeline.carryOutCommands()
        let wait = activity.calls.count > count ? [ScriptLine(.wait(Self.settlingTime))] : []
        return wait + expectations.map { ScriptLine(.expect($0)) }
    }

    private var expectations: [ScriptExpectation] {
        var touched: [String] = []
        let views = Set(pipeline.tree.viewNames).subtracting(pipeline.application.windows.compactMap(\.identifier))
        for touch in activity.touches {
            let view = touch.views.first { views.contains($0) && ScriptExpectation.canContain($0) }
            if let view, !touched.contains(view) { touched.append(view) }
        }
        let calls = calls
        let touches = touched.map { ScriptExpectation.touch(view: $0, isExpected: true) }
        return touches + (calls.isEmpty ? [.noCall(others: false)] : calls)
    }

    /// The calls, counted for each handler, view and event. The argument is omitted if the counted calls have different
    /// arguments.
    private var calls: [ScriptExpectation] {
        var groups: [(call: ScriptExpectation.Call, count: Int)] = []
        for made in activity.calls {
            var made = made
            if made.argument == .null { made.argument = nil }
            if let view = made.view, !ScriptExpectation.canContain(view) { made.view = nil }
            let index = groups.firstIndex { group in
                (group.call.handler, group.call.view, group.call.event) == (made.handler, made.view, made.event)
            }
            guard let index else {
                groups.append((made, 1))
                continue
            }
            groups[index].count += 1
            if groups[index].call.argument != made.argument { groups[index].call.argument = nil }
        }
        return groups.map { .call($0.call, Self.isRepeated($0.call, $0.count) ? .any : .exactly($0.count)) }
    }

    /// Returns whether the number of calls depends on the panel's report rate, and not on the layout.
    private static func isRepeated(_ call: ScriptExpectation.Call, _ count: Int) -> Bool {
        guard count > 1, let flow = call.event.flatMap({ EventName(rawValue: $0)?.flow }) else { return false }
        return flow == .continues || flow == .value
    }
}

extension ScriptExpectation {
    /// Returns whether a script can contain a name, which must not be empty or contain whitespace, `#` or `"`.
    fileprivate static func canContain(_ name: String) -> Bool {
        !name.isEmpty && !name.contains { $0.isWhitespace || $0 == "#" || $0 == "\"" }
    }
}

extension Pipeline {
    /// Processes a script frame, and executes the resulting commands. A frame with only a SYN_REPORT advances the clock
    /// and fires due timers.
    package func play(_ frame: [RawEvent], of number: Int32) {
        take(frame.span, of: number)
        if let last = frame.last, frame.count == 1 { advance(to: last.time) }
        carryOutCommands()
    }
}

extension Pipeline.Options {
    /// A dry run whose results do not depend on the machine.
    package static var scriptTest: Pipeline.Options {
        var options = Pipeline.Options()
        options.isDryRun = true
        options.host = "kiosk"
        return options
    }
}
