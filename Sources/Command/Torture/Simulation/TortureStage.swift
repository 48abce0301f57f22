internal import Bridge
internal import BuiltinPlugins
internal import LayoutFile
package import LayoutPlans
internal import LayoutRuntime
internal import PluginAPI
internal import ResponderKit
internal import Schema

/// A layout for fuzzing, with the names of views and gestures that the generated steps can use.
package struct TortureStage: Sendable {
    package let plan: LayoutPlan
    /// Layout that replaces `plan` in a reload.
    package let other: LayoutPlan
    package let simulatedDevices: [SimulatedDevice]
    package let names: Generator.Names
    /// Whether every handler for touches is bound to all touch events; true for the built-in layout.
    let isStrict: Bool

    /// Creates a stage for a layout plan; nil selects the built-in layout.
    package init(_ plan: LayoutPlan?) {
        self.plan = plan ?? Self.read(BuiltinLayout.text)
        other = Self.read(BuiltinLayout.other)
        isStrict = plan == nil
        simulatedDevices = SimulatedDevice.all(for: self.plan)
        var views = Generator.Names()
        let board = StubPluginBoard(Verdict(), plugins: max(1, self.plan.plugins.count), isStrict: false)
        let pipeline = Pipeline(board.plan(self.plan, number: 0))
        views.views = pipeline.tree.viewNames
        views.gestures = pipeline.tree.gestureNames
        views.pluginCount = self.plan.plugins.count
        views.spots = Self.spots(in: pipeline, self.plan)
        names = views
    }

    /// Returns the centers, in panel units, of at most 500 views whose center is on the first screen, without duplicates.
    /// Each center has the identifier of the frontmost view there.
    private static func spots(in pipeline: Pipeline, _ plan: LayoutPlan) -> [Generator.Spot] {
        var spots: [Generator.Spot] = []
        var waiting: [View] = pipeline.application.windows
        while let view = waiting.popLast(), spots.count < 500 {
            waiting += view.subviews
            let (bounds, screen) = (view.bounds, plan.screens[0].frame)
            let middle = view.applicationLocation(Point(x: bounds.midX, y: bounds.midY))
            let x = (middle.x - screen.minX) / screen.width * Double(SimulatedDevice.reach)
            let y = (middle.y - screen.minY) / screen.height * Double(SimulatedDevice.reach)
            guard (0..<Double(SimulatedDevice.reach)).contains(x), (0..<Double(SimulatedDevice.reach)).contains(y)
            else { continue }
            guard !spots.contains(where: { $0.x == Int32(x) && $0.y == Int32(y) }) else { continue }
            let front = Oracle.frontMost(in: pipeline.application.windows, at: middle)
            spots.append(Generator.Spot(x: Int32(x), y: Int32(y), view: front?.identifier))
        }
        return spots
    }

    /// Parses a built-in layout; built-in layouts have no errors.
    private static func read(_ text: String) -> LayoutPlan {
        let (layout, reading) = LayoutLoader.load(Array(text.utf8), file: "built-in")
        guard let layout, let plan = LayoutPlan(layout, types: BuiltinPlugins.all, reading) else {
            fatalError("the built-in layout has errors: \(reading.sorted.map(\.description))")
        }
        return plan
    }
}
