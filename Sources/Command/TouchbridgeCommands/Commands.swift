package import CommandSupport

/// The commands of `touchbridge` beside `run`.
package var toolCommands: [any Command.Type] {
    [
        CheckCommand.self, ShowTreeCommand.self, HitTestCommand.self, ExplainCommand.self, ReplayCommand.self,
        RecordCommand.self, DevicesCommand.self, IdentifyCommand.self, SchemaCommand.self,
    ]
}
