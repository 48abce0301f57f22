internal import Bridge
internal import BuiltinPlugins
internal import LayoutFile
package import LayoutPlans
internal import LayoutRuntime
internal import PluginAPI
internal import ResponderKit
internal import Schema

/// A layout that is to be tortured, and what a run may name in it.
package struct TortureStage: Sendable {
    package let plan: LayoutPlan
    /// The layout that may come in its place.
    package let other: LayoutPlan
    package let simulatedDevices: [SimulatedDevice]
    package let names: Generator.Names
    /// Whether the layout is one of those whose handlers hear all of each touch.
    let isStrict: Bool

    /// A stage for a layout; nil stands for the built-in one.
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

    /// The middles of the views of the first screens, each place once.
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

    /// Reads a text that is ours, and so has no mistakes.
    private static func read(_ text: String) -> LayoutPlan {
        let (layout, reading) = LayoutLoader.load(Array(text.utf8), file: "built-in")
        guard let layout, let plan = LayoutPlan(layout, types: BuiltinPlugins.all, reading) else {
            fatalError("the built-in layout has mistakes: \(reading.sorted.map(\.description))")
        }
        return plan
    }
}
