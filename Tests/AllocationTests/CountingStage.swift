// Tests with this file run in release builds only, because unoptimized code allocates more.
#if !DEBUG

internal import Bridge
import HandlerEvents
import InputEvents
internal import InputHub
import LayoutFile
internal import LayoutPlans
internal import LayoutRuntime
import Platform
import PluginAPI
import Schema
import TestSupport
import Testing
internal import TouchTrace

/// A layout with one panel and the plugin `c`, which counts its events. The trace recorder records all hit tests and
/// moves, and stores the decisions for a dump after a crash.
final class CountingStage {
    let pipeline: Pipeline
    private let counter: Counter
    private let panel: Int32
    private let block = DecisionBlock()
    var decisionCount: Int { block.count }
    /// Number of events received by the plugin.
    var count: Int { counter.count }

    /// `view`: keys of the root view. `screen`: keys of the screen.
    init(
        _ view: String,
        screen: String = "",
        application: String = "on: { touches: c.count }",
        storesDecisions: Bool = true
    ) throws {
        let text = """
            plugins: { c: { type: counter } }
            screens: [{ size: [1000, 1000], idle: { after: 1h, do: [c.count] }\(screen) }]
            root: { multipleTouchEnabled: true, \(view) }
            \(application)
            """
        let (layout, reading) = LayoutLoader.load(Array(text.utf8), file: "layout.yaml")
        let plan = layout.flatMap { LayoutPlan($0, types: [Counter.type], reading) }
        pipeline = Pipeline(try #require(plan, "\(reading.diagnostics)"))
        pipeline.start(at: 0)
        // The outlet has no reader and fills up.
        pipeline.record([.hitTests, .moves], capacity: 1000).outlet = .init(records: 4096, handlerEvents: 64)
        if storesDecisions { pipeline.store(in: DecisionMemory(block.base, of: block)) }
        counter = try #require(pipeline.plugins.plugin("c") as? Counter)
        panel = try #require(pipeline.add(Streams.panel()) { _ in })
    }

    func take(_ events: [RawEvent]) { pipeline.take(events.span, of: panel) }
    func take(_ events: ContiguousArray<RawEvent>) { pipeline.take(events.span, of: panel) }
}

/// Memory for decisions, instead of a mapped file.
private final class DecisionBlock {
    let base = UnsafeMutableRawPointer.allocate(byteCount: DecisionMemory.byteCount, alignment: 4096)

    deinit { base.deallocate() }

    var count: Int {
        DecisionMemory.read(UnsafeRawBufferPointer(start: base, count: DecisionMemory.byteCount))?.records.count ?? 0
    }
}

/// A plugin that counts its events.
private final class Counter: Plugin {
    private(set) var count = 0

    static let type = PluginType(
        Table<Int>("counter", "Counts.", of: 0) {},
        handlers: [HandlerType("count", Setting<TemplateValue>.anything, default: TemplateValue.null, "Counts.")]
    ) { (_, _) throws(ServiceError) in Counter() }

    func start() throws(ServiceError) {}

    func take(_ handlerEvent: HandlerEvent, for binding: Binding) -> HandlerResult {
        count += 1
        return .accepted
    }

    var health: PluginHealth { PluginHealth() }
}

#endif
