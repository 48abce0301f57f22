internal import Bridge
internal import PluginAPI
internal import Snapshots

/// Fuzzes the text of a layout. Each line `=== NAME` begins another file, which the layout may include.
enum LayoutTarget {
    static func run(_ input: [UInt8]) {
        let (text, files) = parts(of: input)
        guard let plan = Making.plan(text, files) else { return }
        let pipeline = Making.pipeline(plan)
        let watch = Watch(pipeline)
        pipeline.start(at: 0)
        var time = Making.touch(pipeline)
        _ = pipeline.reload(plan, at: time)
        time = Making.touch(pipeline, from: time, grid: 1)
        _ = pipeline.snapshot(limit: 1000)
        _ = pipeline.facts
        _ = pipeline.perform(.describe(view: nil))
        watch.finish(at: time)
    }

    private static func parts(of input: [UInt8]) -> (text: [UInt8], files: [String: [UInt8]]) {
        let mark = Array("=== ".utf8)
        var text: [UInt8] = []
        var files: [String: [UInt8]] = [:]
        var name: String?
        for line in input.split(separator: 0x0a, omittingEmptySubsequences: false) {
            if line.starts(with: mark) {
                name = String(decoding: line.dropFirst(mark.count), as: UTF8.self)
            } else if let name {
                files[name, default: []] += line + [0x0a]
            } else {
                text += line + [0x0a]
            }
        }
        return (text, files)
    }
}
