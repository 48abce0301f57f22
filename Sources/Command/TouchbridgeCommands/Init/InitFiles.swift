internal import JSON
internal import ResponderKit

/// The texts of the files that `init` writes.
struct InitFiles {
    static let (layoutName, scriptName, dropInName) = ("layout.yaml", "layout.touch", "layout.conf")
    static let names = [layoutName, scriptName, dropInName]

    private let answers: InitAnswers
    private let folder: String

    init(_ answers: InitAnswers, in folder: String) { (self.answers, self.folder) = (answers, folder) }

    var all: [(name: String, text: String)] {
        [(Self.layoutName, layout), (Self.scriptName, script), (Self.dropInName, dropIn)]
    }

    private static let logText = "the button was tapped"

    private var button: Rect {
        let (width, height) = (min(400, answers.size.width), min(200, answers.size.height))
        let (x, y) = ((answers.size.width - width) / 2, (answers.size.height - height) / 2)
        return Rect(x: x.rounded(.down), y: y.rounded(.down), width: width, height: height)
    }

    private var handler: (name: String, plugin: String, argument: JSONValue) {
        answers.program.isEmpty
            ? ("journal.write", "journal: { type: log }", .text(Self.logText))
            : ("shell.run", "shell: { type: exec }", .list(answers.program.map { .text($0) }))
    }

    /// A number in the notation of a layout.
    private func text(_ number: Double) -> String { JSONValue.number(number).description }

    var layout: String {
        let (size, frame) = (answers.size, button)
        let numbers = [frame.minX, frame.minY, frame.width, frame.height].map(text).joined(separator: ", ")
        let panel = answers.panel.map { "    input: { name: \(JSONValue.text($0)) }\n" } ?? ""
        let allowed = answers.allowed.map { "\(JSONValue.text($0))" }.joined(separator: ", ")
        let control = allowed.isEmpty ? "" : "control: { allow: [\(allowed)] }\n"
        return """
            # Written by 'touchbridge init'. The guide in /usr/share/doc/touchbridge/guide describes layouts.
            screens:
              - name: \(JSONValue.text(answers.screen))
                size: [\(text(size.width)), \(text(size.height))]
            \(panel)plugins:
              \(handler.plugin)
            \(control)root:
              id: page
              subviews:
                - id: button
                  class: Button
                  frame: [\(numbers)]
                  on: { touchUpInside: { \(handler.name): \(handler.argument) } }

            """
    }

    var script: String {
        let frame = button
        let handler = handler
        return """
            # Written by 'touchbridge init'. To test the layout: touchbridge test \(Self.scriptName)
            layout \(Self.layoutName)
            tap 1 \(text(frame.midX.rounded(.down))),\(text(frame.midY.rounded(.down)))
            expect touch on button
            expect \(handler.name) of button on touchUpInside called once with \(handler.argument)

            """
    }

    private var dropIn: String {
        let path = Self.systemdQuoted("\(folder)/\(Self.layoutName)")
        return """
            # Written by 'touchbridge init': the service runs the layout of this folder instead of
            # /etc/touchbridge/layout.yaml. The service's user 'touchbridge' must be able to read the layout.
            # Copy this file to /etc/systemd/system/touchbridge.service.d/. Then run:
            # systemctl daemon-reload && systemctl restart touchbridge
            [Service]
            ExecStart=
            ExecStart=/usr/bin/touchbridge run \(path)
            ExecReload=
            ExecReload=/usr/bin/touchbridge check \(path)
            ExecReload=/bin/kill -HUP $MAINPID

            """
    }

    /// Quotes a path for `ExecStart=`, in which systemd expands '%' and '$'.
    private static func systemdQuoted(_ path: String) -> String {
        let escaped = path.map { character -> String in
            switch character {
            case "%": "%%"
            case "$": "$$"
            case "\\": "\\\\"
            case "\"": "\\\""
            case "\n": "\\n"
            default: String(character)
            }
        }
        return "\"\(escaped.joined())\""
    }
}
