internal import CommandSupport
internal import Explain
internal import HandlerEvents
internal import Platform
internal import Systemd
internal import TouchTrace

/// The timeline of a replay for Perfetto, written while the recording is replayed.
final class ReplayTimeline {
    private let file: TraceFile
    private var text: PerfettoText
    private let names: InternTable
    /// Results of the recorded calls; empty if the replay calls plugins.
    private var recorded: ServiceCalls

    /// Returns the request for the output file of `--perfetto`; nil if the option is missing.
    static func request(_ arguments: Arguments) -> TraceFile.Request? {
        arguments.value("perfetto").map {
            TraceFile.Request(path: $0, content: .trace, what: "the trace of --perfetto")
        }
    }

    /// Starts to record the replay. The timeline must be created before devices are added. `recorded` contains the
    /// results of the calls in a dump, which replace the outcomes of the replay.
    init(of stage: any ReplayStage, _ recorded: ServiceCalls, to file: TraceFile) {
        let recorder = stage.recorder()
        (self.file, text, names) = (file, PerfettoText(recorder.names), recorder.names)
        self.recorded = recorded
        recorder.add(sink: take)
    }

    private func take(_ record: TraceRecord, _ event: HandlerEvent?) {
        let result = record.kind == .handler ? recorded.takeResult(of: record, event, names) : nil
        text.render(record, event, result.map { .init($0.code, reason: $0.reason) })
        text.take().withUnsafeBufferPointer(file.append)
    }

    /// Ends the file. `epoch` is the wall-clock time at time 0 of the recording's clock; nil if unknown.
    func finish(_ epoch: EventEpoch?) throws(WriteError) {
        text.finish(epoch)
        try file.finish(text.take())
    }
}
