let sections: [(name: String, run: () -> Void)] = [
    ("way", PipelineBench.run), ("hits", HitTestBench.run), ("frames", FrameBench.run), ("memory", MemoryBench.run),
    ("contacts", ContactBench.run), ("recorder", RecorderBench.run), ("watch", WatchBench.run), ("wake", WakeBench.run),
    ("live", LiveBench.run),
]
let wanted = CommandLine.arguments.dropFirst()
if let stranger = wanted.first(where: { one in !sections.contains { $0.name == one } }) {
    print("There is no section \(stranger): there are \(sections.map(\.name).joined(separator: ", ")).")
} else {
    print("# Benchmarks")
    print("\nEach figure is taken \(Measure.rounds) times: median (least–most).")
    // What is read live needs a kernel that makes panels, so it is measured when it is asked for.
    for (name, run) in sections where wanted.contains(name) || (wanted.isEmpty && name != "live") { run() }
}
