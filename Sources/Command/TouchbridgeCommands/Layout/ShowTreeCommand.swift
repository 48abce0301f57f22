internal import Bridge
internal import CommandSupport
internal import JSON
internal import LayoutRuntime
internal import Pictures

/// Prints the view tree that a layout creates.
enum ShowTreeCommand: Command {
    static let name = "tree"
    static let summary = "print or draw the windows and views of a layout"
    static let flags: Set<String> = ["json"]
    static let options: Set<String> = ["svg"]
    static let help = """
        usage: touchbridge tree LAYOUT [--json] [--svg FILE|-]

        Creates the views of a layout like 'run', without plugins and devices, and prints the windows from back to
        front with their views: class, id and [x, y, width, height], rounded to tenths of points. A controller follows
        its view. Gestures and sequences follow a '+'; the steps of a sequence are in parentheses.

          --json        print a JSON list of windows, each with its subviews; numbers are not rounded
          --svg FILE|-  draw the tree to scale as SVG instead of printing it; - is standard output

        The exit status is 1 if the layout has errors.

        For instance:

            touchbridge tree lobby.yaml --json | jq '.. | .id? // empty'
            touchbridge tree lobby.yaml --svg lobby.svg && xdg-open lobby.svg
        """

    static func run(_ arguments: Arguments) throws -> Int32 {
        let (path, picture) = (try arguments.only("layout"), arguments.value("svg"))
        if picture != nil, arguments.has("json") {
            throw arguments.wrong("--svg and --json cannot both be set; remove one")
        }
        let pipeline = Pipeline(try LayoutReading.plan(needed: path), .dry)
        if let picture {
            let file = try TraceFile(picture, of: .picture, besides: TraceFile.Source.files(of: pipeline.plan))
            file.begin()
            try file.finish(LayoutPicture(Scene(of: pipeline, path: path)).svg)
            return 0
        }
        try Console.print(arguments.has("json") ? pipeline.tree.description.description : pipeline.tree.outline)
        return 0
    }
}

extension Pipeline.Options {
    /// Options for a pipeline that creates no plugins and no virtual devices.
    static var dry: Pipeline.Options {
        var options = Pipeline.Options()
        options.isDryRun = true
        options.host = Machine.host
        return options
    }
}
