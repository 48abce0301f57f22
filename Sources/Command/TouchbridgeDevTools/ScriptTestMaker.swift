internal import Bridge
internal import CommandSupport
internal import Geometry
internal import InputEvents
internal import InputHub
internal import LayoutPlans
internal import Platform
internal import Recordings
internal import ScriptChecks
internal import TouchScripts

/// Makes a touch script with expectations from a recording.
struct ScriptTestMaker {
    let reader: RecordingReader
    let path: String
    let plan: LayoutPlan
    let layout: String
    /// Index of the recorded panel.
    let panel: Int
    /// Index of the screen of the recorded panel.
    let screen: Int

    /// Returns the text of the script; `output` is the path at which the script will be written.
    func text(at output: String) throws -> String {
        let (script, start) = try steps()
        let date = start.flatMap { start in reader.epoch.map { ", \($0.words(of: start))" } } ?? ""
        let trial = ScriptTrial(Pipeline(plan, .scriptTest))
        let results = try trial.lines(for: script, on: plan.scriptPanel(before: screen), before: screen)
        let name = plan.screens.count > 1 ? [ScriptLine(.screen(plan.screens[screen].name))] : []
        let head = [
            ScriptLine(.nothing, comment: " From \(path)\(date)"), ScriptLine(.layout(Self.path(layout, from: output))),
        ]
        return "\(ScriptText(lines: head + name + script.lines + results))"
    }

    /// Returns the touches as WebDriver actions.
    func webDriverActions() throws -> String {
        let (script, _) = try steps()
        guard let text = script.webDriverActions else { throw NoTouch(path: path) }
        if script.cancelsTouch {
            let consequence = "so a cancelled finger stays down in these drivers"
            Console.complain("\(path): drivers such as chromedriver ignore pointerCancel, \(consequence)")
        }
        return text
    }

    /// Returns the steps of the script, without its settings and expectations. Also returns the time of the recording's
    /// first event; nil if the recording is a script.
    private func steps() throws -> (ScriptText, start: Int64?) {
        let (script, start) = try reader.script.map { ($0, nil) } ?? recordedScript()
        let steps = ScriptText(
            lines: script.lines.filter { line in
                switch line.content {
                case .layout, .screen, .expect: false
                case .nothing, .wait, .rate, .steps: true
                }
            }
        )
        return (steps, start)
    }

    /// Converts the touches of the recorded panel to a script.
    private func recordedScript() throws -> (ScriptText, start: Int64?) {
        var events: [RawEvent] = []
        while let recorded = try reader.next() {
            if recorded.device == panel { events.append(recorded.event) }
        }
        let device = reader.devices[panel]
        let settings = PanelSettings(for: device, before: plan.screens[screen]) { Console.complain($0) }
        let script = try ScriptText(events: events, of: device, settings, origin: plan.screens[screen].frame.origin)
        return (script, events.first?.time)
    }

    /// Returns the path of the layout relative to the folder of the script. Returns an absolute path if one of the
    /// paths is absolute, or if the script's folder contains `..`.
    private static func path(_ layout: String, from output: String) -> String {
        let folders = output.split(separator: "/").dropLast().filter { $0 != "." }
        guard !layout.hasPrefix("/"), !output.hasPrefix("/"), !folders.contains("..") else {
            return FileBytes.absolutePath(of: layout) ?? layout
        }
        let (parts, common) = (layout.split(separator: "/").filter { $0 != "." }, folders)
        let shared = zip(parts.dropLast(), common).prefix { $0 == $1 }.count
        let up = repeatElement("..", count: common.count - shared)
        return (up + parts.dropFirst(shared).map(String.init)).joined(separator: "/")
    }
}

/// Thrown if a recording contains no touch on the screen.
private struct NoTouch: Error, CustomStringConvertible {
    let path: String
    var description: String { "\(path): the recording contains no touch; use a recording of touches" }
}
