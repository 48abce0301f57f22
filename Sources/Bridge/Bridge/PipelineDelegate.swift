public import PluginAPI

/// The owner of a pipeline, with its flight recorder.
public protocol PipelineDelegate: AnyObject {
    /// A ghost was found; its handlers have been called.
    func pipelineDidFindGhost(_ pipeline: Pipeline)
    /// HandlerResults a plugin's command to write a dump.
    func pipeline(_ pipeline: Pipeline, dumpFor plugin: String, because reason: String?) -> TreeReply
}
