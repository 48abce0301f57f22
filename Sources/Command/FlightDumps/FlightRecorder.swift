package import Bridge
package import CommandSupport
internal import FlightLog
package import HandlerEvents
internal import InputHub
internal import JSON
internal import LayoutFile
package import LayoutPlans
internal import LayoutRuntime
internal import Platform
package import PluginAPI
package import Recordings
internal import Schema
internal import TouchTrace

/// Retains the last seconds of input, and writes them to a dump after a failure or on request.
package final class FlightRecorder {
    private let layout: String
    private let log: ServiceLog
    private let queue: DumpRequestQueue
    private var settings: RecorderLayout?
    private var origin = RecordingOrigin()
    private var crashPath: String?
    private var memory: EventMemory?
    /// Memory for trace records, names and call results, in the crash file next to `memory`; nil without a crash file.
    private var decisions: DecisionMemory?
    /// Whether a log message has warned that dumps after a crash omit names.
    private var hasLoggedOmission = false
    private var writer: WorkerThread?
    /// Maximum time that a shutdown waits for a dump.
    private static let stopLimit = TimeSpan(microseconds: 300_000)

    package init(_ layout: String, _ log: ServiceLog, _ queue: DumpRequestQueue) {
        (self.layout, self.log, self.queue) = (layout, log, queue)
    }

    // MARK: Settings

    /// Applies the recorder settings of a layout. Returns true if the event memory was replaced; the caller must then
    /// request the state of all devices, because the new memory lacks these states.
    package func adopt(_ plan: LayoutPlan, _ files: [RecordingOrigin.File], _ pipeline: Pipeline) -> Bool {
        let new = plan.layout.recorder
        let old = settings
        settings = new
        (origin.version, origin.seconds, origin.layout) = (programVersion, new.seconds, files)
        let logPlugins = Set(plan.layout.plugins.filter { $0.value.type.value == "log" }.map(\.name))
        queue.adopt(new, DumpFolder(new, layout: layout), logPlugins: logPlugins)
        pipeline.removeObserver(self)
        if new.isOn, new.onFailure { pipeline.addObserver(self) }
        defer { if let memory { CrashFile.note(origin, in: memory) } }
        guard old?.isOn != new.isOn || old?.memory != new.memory else { return false }
        forget(pipeline)
        guard new.isOn else { return false }
        remember(new, pipeline)
        return old != nil
    }

    private func forget(_ pipeline: Pipeline) {
        pipeline.hub.log = nil
        pipeline.store(in: nil)
        (memory, decisions, hasLoggedOmission) = (nil, nil, false)
        if let crashPath { CrashFile.remove(crashPath) }
        crashPath = nil
        pipeline.stopRecording(for: .flightRecorder)
    }

    private func remember(_ settings: RecorderLayout, _ pipeline: Pipeline) {
        // Events use 5/8 of the memory, and trace records use 2/8. The remaining 1/8 is for the values and results of
        // handler calls.
        let capacity = EventMemory.capacity(of: settings.memory << 20 / 8 * 5)
        if let path = RuntimeFolder.file("flight", of: layout, "ring") {
            if let (memory, decisions, remains) = CrashFile.open(path, capacity: capacity) {
                (self.memory, self.decisions, crashPath) = (memory, decisions, path)
                if let remains { report(remains) }
            } else {
                let cause = "another service may use the file for the same layout, or the disk may be full"
                log.say(.info, "the file '\(path)' cannot be used, so no dump is written after a crash; \(cause)")
            }
        }
        let memory = memory ?? EventMemory(capacity: capacity)
        pipeline.hub.log = EventLog(memory)
        pipeline.record([], capacity: settings.memory << 12, for: .flightRecorder)
        pipeline.store(in: decisions)
    }

    /// If the runtime folder is full, replaces the mapped event memory with heap memory, which is lost in a crash.
    /// Returns true if the memory was replaced; the caller must then request the state of all devices, because the new
    /// memory lacks these states.
    package func goOnWithoutFile(_ pipeline: Pipeline) -> Bool {
        guard pipeline.hub.log?.isBroken == true, let settings else { return false }
        let remedy = "free space and restart the service"
        log.say(.warning, "the runtime folder is full, so no dump is written after a crash; \(remedy)")
        let capacity = EventMemory.capacity(of: settings.memory << 20 / 8 * 5)
        pipeline.hub.log = EventLog(capacity: capacity)
        pipeline.store(in: nil)
        (memory, decisions) = (nil, nil)
        if let crashPath { CrashFile.remove(crashPath) }
        crashPath = nil
        return true
    }

    /// Logs once that a dump after a crash will omit names.
    package func logOmittedNames() {
        guard !hasLoggedOmission, decisions?.omitsNames == true else { return }
        hasLoggedOmission = true
        let what = "a dump after a crash will omit the names of some views and gestures"
        log.say(.info, "\(what), because the memory for the names of views is full; reload the layout to empty it")
    }

    // MARK: Dumps

    /// Returns whether a dump would contain at least one device.
    private func hasDevices(of pipeline: Pipeline) -> Bool {
        pipeline.hub.log?.hasDevices(since: MonotonicClock.now - Int64(origin.seconds) * 1_000_000) ?? true
    }

    /// Starts a thread that writes the requested dump; must be called only after all available input has been read.
    package func carryOut(_ pipeline: Pipeline) {
        guard let request = queue.take() else { return }
        guard let events = pipeline.hub.log?.copy() else { return queue.finished() }
        var dump = Dump(events: events, origin: origin)
        dump.records = pipeline.recorder?.newest ?? []
        dump.names = pipeline.names
        dump.reports = pipeline.callReports.all
        dump.origin.time = MonotonicClock.now
        write(dump, request)
    }

    private func report(_ remains: CrashFile.Remains) {
        guard let request = queue.takeCrash() else { return }
        write(Dump(of: remains), request)
    }

    private func write(_ dump: Dump, _ request: DumpRequestQueue.Request) {
        var dump = dump
        dump.origin.reason = request.cause.description
        // The time from a damaged crash file may be in the future.
        dump.origin.made = EventEpoch.current.date(of: min(dump.origin.time, MonotonicClock.now))
        do throws(ServiceError) {
            writer = try WorkerThread(name: "dump") { [log, queue, dump] in
                defer { queue.finished() }
                guard !dump.isEmpty else {
                    return log.say(.notice, "no dump was written: no device is connected, and no event was recorded")
                }
                do throws(DumpError) {
                    try request.folder.write(request.name, dump.write)
                    let path = "\(request.folder.path)/\(request.name)"
                    let what = "the last \(dump.origin.seconds) s of input"
                    log.say(.notice, "\(what) were dumped to \(path): \(request.cause.description)")
                } catch {
                    log.say(.error, "\(error)")
                }
            }
        } catch {
            log.say(.error, "no dump was written: \(error)")
            queue.finished()
        }
    }

    /// Writes a pending dump and deletes the crash file during an orderly shutdown.
    package func finish(_ pipeline: Pipeline) {
        carryOut(pipeline)
        _ = writer?.join(within: Self.stopLimit)
        forget(pipeline)
    }
}

extension FlightRecorder: HandlerObserver {
    package func handlerCalled(_ binding: Binding, _ handlerEvent: HandlerEvent, isAccepted: Bool) {
        if !isAccepted { queue.failed(binding.plugin) }
    }
}

extension FlightRecorder: PipelineDelegate {
    package func pipelineDidFindGhost(_ pipeline: Pipeline) { queue.ghostWasFound() }

    package func pipeline(_ pipeline: Pipeline, dumpFor plugin: String, because reason: String?) -> TreeReply {
        guard hasDevices(of: pipeline) else {
            return .refused("no device is connected, and no device was connected recently")
        }
        do throws(DumpRequestQueue.Refusal) {
            let path = try queue.ask(.command(plugin: plugin, reason: reason))
            return .value(ReplyValue { ["path": .text(path)] })
        } catch {
            return .refused(CommandRejection(error.description))
        }
    }
}
