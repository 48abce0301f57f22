internal import Bridge
internal import PluginAPI

/// Fuzzes the source of a script; touches, timers and actions call its functions.
///
/// Limits on instructions and memory bound the run time of each function.
enum ScriptTarget {
    /// Declares the functions that the layout calls; the input can replace them.
    private static let start = ["function press(a) end", "function move(a) end", "function turn(a) end"]

    static func run(_ input: [UInt8]) {
        // The script is the last value of the layout, as an indented block.
        var text = Array(layout.utf8)
        let lines: [[UInt8]] = start.map { Array($0.utf8) } + input.split(separator: 0x0a).map { Array($0) }
        for line in lines { text += Array("      ".utf8) + line + [0x0a] }
        guard let plan = Making.plan(text) else { return }
        let pipeline = Making.pipeline(plan)
        let watch = Watch(pipeline)
        pipeline.start(at: 0)
        var time = Making.touch(pipeline)
        _ = pipeline.perform(.emit(action: "own", value: 3))
        _ = pipeline.reload(plan, at: time)
        time = Making.touch(pipeline, from: time + 2_000_000, grid: 2)
        pipeline.advance(to: time + 5_000_000)
        _ = pipeline.perform(.describe(view: nil))
        watch.finish(at: time + 5_000_000)
    }

    private static let layout = """
        screens: [{ size: [600, 400] }]
        root:
          id: page
          on: { touchesMoved: { s.move: { x: "{{x}}", y: "{{y}}" }, when: "{{x}} > 100", atMost: 50/s } }
          subviews:
            - { id: box, frame: [0, 0, 200, 200], follows: [pan, pinch, rotation], on: { touchesBegan: s.press } }
            - { id: bell, class: Button, frame: [200, 0, 200, 200], on: { touchUpInside: { s.press: { n: 1 } } } }
            - { id: volume, class: Slider, frame: [0, 200, 300, 40], range: [0, 100], step: 5, on: { valueChanged: { s.turn: { value: "{{value * 2 : 1}}" } } } }
            - { id: lamp, class: Switch, frame: [400, 300, 60, 31], on: { valueChanged: [s.turn, { s.turn: late, after: 100ms }] } }
        actions:
          own: { s.turn: { value: "{{value}}" } }
          bell: [s.press, tree.toggle: lamp]
        timers: [{ every: 1s, s.move: {} }]
        plugins:
          s:
            type: script
            code: |2

        """
}
