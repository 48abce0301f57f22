import Bridge
import JSON
import PluginAPI

/// A pipeline's delegate. Counts ghost touches, and answers a dump request with the request's reason and plugin.
final class Owner: PipelineDelegate {
    private(set) var ghosts = 0

    func pipelineDidFindGhost(_ pipeline: Pipeline) { ghosts += 1 }

    func pipeline(_ pipeline: Pipeline, dumpFor plugin: String, because reason: String?) -> TreeReply {
        .value(ReplyValue { .text("\(reason ?? "-") of \(plugin)") })
    }
}
