internal import CommandSupport
internal import HandlerEvents
internal import Platform
internal import Systemd
internal import TouchTrace

/// The timeline of a replay for Perfetto, written while the recording is replayed.
final class ReplayTimeline {
    private let file: TraceFile
    private var text: PerfettoText

    /// Returns the request for the output file of `--perfetto`; nil if the option is missing.
    static func request(_ arguments: Arguments) -> TraceFile.Request? {
        arguments.value("perfetto").map {
            TraceFile.Request(path: $0, content: .trace, what: "the trace of --perfetto")
        }
    }

    /// Starts to record the replay. The timeline must be created before devices are added.
    init(of stage: any ReplayStage, to file: TraceFile) {
        let recorder = stage.recorder()
        (self.file, text) = (file, PerfettoText(recorder.names))
        recorder.add(sink: take)
    }

    private func take(_ record: TraceRecord, _ event: HandlerEvent?) {
        text.render(record, event)
        text.take().withUnsafeBufferPointer(file.append)
    }

    /// Ends the file. `epoch` is the wall-clock time at time 0 of the recording's clock; nil if unknown.
    func finish(_ epoch: EventEpoch?) throws(WriteError) {
        text.finish(epoch)
        try file.finish(text.take())
    }
}
