package import CommandSupport

/// All commands of `touchbridge` except `run`.
package var toolCommands: [any Command.Type] {
    [
        CheckCommand.self, ShowTreeCommand.self, HitTestCommand.self, ExplainCommand.self, ReplayCommand.self,
        TestCommand.self, TapCommand.self, DragCommand.self, PinchCommand.self, RecordCommand.self,
        StatusCommand.self, GetCommand.self, SetCommand.self, SendCommand.self, DumpCommand.self, ReloadCommand.self,
        EventsCommand.self,
        DevicesCommand.self, IdentifyCommand.self, CalibrateCommand.self, DoctorCommand.self, ResetCommand.self,
        SchemaCommand.self,
        InitCommand.self,
    ]
}
