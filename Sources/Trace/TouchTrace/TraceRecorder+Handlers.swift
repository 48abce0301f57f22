package import HandlerEvents
package import PluginAPI
internal import ResponderKit

/// Records events for plugins, and changes of the view tree by plugins.
extension TraceRecorder {
    /// Whether to record the handler calls of an event.
    @inline(__always)
    package func recordsHandlers(of event: EventName) -> Bool { followsMoves || event.flow != .continues }

    /// Records the calls of one handler for one frame; a frame with several changed touches can cause several calls.
    /// `withheld` contains the events without a call.
    package func handler(
        _ binding: InternedID,
        _ row: Span<HandlerEvent>,
        _ answers: HandlerResults,
        _ withheld: WithheldCalls = WithheldCalls()
    ) {
        guard row.count > 0, recordsHandlers(of: row[0].event) else { return }
        let now = application.now
        for index in row.indices {
            let handlerEvent = row[index]
            var record = TraceRecord(.handler, at: max(handlerEvent.time, now))
            record.subject = binding
            (record.touch, record.device, record.slot) = (handlerEvent.touch, handlerEvent.device, handlerEvent.slot)
            record.set(withheld.outcome(of: index) ?? (answers.isAccepted(index) ? .accepted : .dropped))
            record.former = UInt8(truncatingIfNeeded: handlerEvent.event.index)
            (record.u, record.v) = (handlerEvent.screenX, handlerEvent.screenY)
            write(record, of: handlerEvent, isOngoing: handlerEvent.event.flow == .continues)
        }
    }

    /// Records a change of the tree by a plugin. `target` is the changed view or gesture; nil if the change affects
    /// several objects.
    package func command(
        on target: AnyObject?,
        of plugin: String,
        _ changes: TraceRecord.Changes = [],
        alpha: Double = 0
    ) {
        var record = record(.command)
        (record.changes, record.newAlpha) = (changes, alpha)
        record.subject = names.id(of: target)
        record.other = names.id(of: plugin, .plugin)
        write(record)
    }

    /// Records a tree command of a handler. `target` is the affected view, controller or gesture; `isDone` is whether
    /// the command was completed.
    package func command(
        _ number: UInt8,
        _ name: InternedID,
        for event: EventName,
        on target: InternedID,
        isDone: Bool
    ) {
        guard recordsHandlers(of: event) else { return }
        var record = record(.command)
        record.subject = target
        (record.other, record.former, record.detail) = (name, number, isDone ? 1 : 0)
        if event.flow == .continues { writeOngoing(record) } else { write(record) }
    }

    /// Records a tree command for a screen's touch accommodations. `screen` is nil if the command names no screen with
    /// accommodations.
    package func command(
        _ number: UInt8,
        _ name: InternedID,
        for event: EventName,
        onScreen screen: String?,
        isEnabled: Bool
    ) {
        guard recordsHandlers(of: event) else { return }
        var record = record(.command)
        record.subject = screen.map { names.id(of: $0, .screen) } ?? 0
        (record.other, record.former, record.detail) = (name, number, screen == nil ? 0 : 1)
        record.count = isEnabled ? 1 : 0
        if event.flow == .continues { writeOngoing(record) } else { write(record) }
    }

    /// Marks the run of a script function in a record; all other numbers identify tree commands.
    static let scriptRun: UInt8 = 255

    /// Records the run of a script function. `isDone` is false if the function was stopped.
    package func script(_ name: InternedID, for event: EventName, isDone: Bool) {
        command(Self.scriptRun, name, for: event, on: 0, isDone: isDone)
    }

    package func layoutChanged(at time: Int64) {
        names.beginGeneration()
        write(record(.layout, at: max(time, application.now)))
    }
}
