public import PluginAPI

/// The owner of a pipeline and of its flight recorder.
public protocol PipelineDelegate: AnyObject {
    /// Called after the `ghost` handlers when a panel has reported ghost touches (touches without a finger).
    func pipelineDidFindGhost(_ pipeline: Pipeline)
    /// Writes a flight-recorder dump for a plugin's command, and returns the reply.
    func pipeline(_ pipeline: Pipeline, dumpFor plugin: String, because reason: String?) -> TreeReply
}
