import Bridge
import JSON
import PluginAPI

/// The owner of a pipeline, which counts ghosts and repeats what a dump is to be made for.
final class Owner: PipelineDelegate {
    private(set) var ghosts = 0

    func pipelineDidFindGhost(_ pipeline: Pipeline) { ghosts += 1 }

    func pipeline(_ pipeline: Pipeline, dumpFor plugin: String, because reason: String?) -> TreeReply {
        .value(ReplyValue { .text("\(reason ?? "-") of \(plugin)") })
    }
}
