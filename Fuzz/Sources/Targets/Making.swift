internal import Bridge
internal import BuiltinPlugins
internal import LayoutPlans
internal import PluginAPI
internal import PluginHosts
internal import ResponderKit
internal import Schema
internal import TouchTrace

@testable internal import LayoutFile

/// Creates layout plans and pipelines for fuzz targets.
enum Making {
    static let pluginTypes: [PluginType] = BuiltinPlugins.all + HostedPlugins.all

    /// Returns the plan of a layout; nil if the layout has errors. Formats all diagnostics. Reads no files.
    static func plan(_ text: [UInt8], _ files: [String: [UInt8]] = [:]) -> LayoutPlan? {
        var limits = LayoutLimits()
        // With the default limit, a text of a few kilobytes could take seconds.
        limits.values = 10_000
        let (layout, reading) = LayoutLoader.load(text, file: "layout.yaml", among: files, limits: limits)
        let plan = layout.flatMap { LayoutPlan($0, types: pluginTypes, reading) }
        let messages = reading.sorted.map(\.description)
        hold(plan != nil || !messages.isEmpty, "there is no layout and no mistake")
        hold(messages.allSatisfy { !$0.isEmpty && $0.utf8.count < 100_000 }, "a message is empty or endless")
        return plan
    }

    /// Returns the plan of a layout; aborts if the layout has errors.
    static func goodPlan(_ text: String) -> LayoutPlan {
        guard let plan = plan(Array(text.utf8)) else { fatalError("a layout of the fuzzer's has mistakes") }
        return plan
    }

    /// Creates a pipeline that calls no plugins, but traces decisions, hit tests and moves.
    static func pipeline(_ plan: LayoutPlan) -> Pipeline {
        var options = Pipeline.Options()
        options.isDryRun = true
        options.host = "kiosk"
        let pipeline = Pipeline(plan, options)
        pipeline.record([.hitTests, .moves], capacity: 256)
        return pipeline
    }

    /// Plays two-finger touches on the first four screens: one finger at each point of a grid, the other near the
    /// center. Returns the time of the last frame.
    static func touch(_ pipeline: Pipeline, from start: Int64 = 0, grid: Int = 3) -> Int64 {
        var time = start
        let all = pipeline.plan.screens.map(\.frame)
        for frame in all.prefix(4) {
            for index in 0..<grid * grid {
                let point = Point(
                    x: frame.minX + frame.width * (Double(index % grid) + 0.5) / Double(grid),
                    y: frame.minY + frame.height * (Double(index / grid) + 0.5) / Double(grid)
                )
                let other = Point(x: frame.midX, y: frame.midY)
                for change in [TouchSample.Change.began, .moved, .moved, .ended] {
                    let step = Double(time / 20_000 % 4) * 15
                    time += 20_000
                    pipeline.advance(to: time)
                    let samples = [
                        TouchSample(FingerID(device: 1, contact: 0), change, at: Point(x: point.x + step, y: point.y)),
                        TouchSample(FingerID(device: 1, contact: 1), change, at: Point(x: other.x, y: other.y - step)),
                    ]
                    pipeline.application.send(TouchFrame(time: time, samples))
                }
            }
        }
        return time
    }
}
