package import Contacts
internal import Geometry
internal import HandlerEvents
internal import InputEvents
package import InputHub
internal import LayoutFile
internal import LayoutPlans
internal import LayoutRuntime
internal import Platform
internal import ResponderKit
internal import TouchTrace

extension Pipeline: InputHubDelegate {
    package func device(_ number: Int32, _ name: String, _ change: InputHub.DeviceChange, at time: Int64) {
        switch change {
        case .dropped, .resynced: return
        case .stale, .silent: return panel(number, name, isSilent: change == .silent, at: time)
        case .added, .removed: break
        }
        // Event times in handlers must never decrease. `time` may be earlier than the application's time, because other
        // devices may have sent later events.
        var handlerEvent = HandlerEvent(
            change == .added ? .deviceAdded : .deviceRemoved,
            at: max(time, application.now)
        )
        handlerEvent.device = number
        let screen = panels.first { $0.number == number }.flatMap(\.screen)
        if let own = screen.flatMap({ tree.screenCalls[$0][handlerEvent.event] }) {
            guard own.deliver(handlerEvent) ?? own.passes else { return updateStatus() }
        }
        root.handlers?[handlerEvent.event]?.run(handlerEvent)
        updateStatus()
    }

    /// Calls the `stale` handlers after a panel has stopped sending events for a contact. If `isSilent` is true, the
    /// panel has stopped sending any events; then calls its `silent` handlers instead.
    private func panel(_ number: Int32, _ name: String, isSilent: Bool, at time: Int64) {
        guard let index = panels.first(where: { $0.number == number })?.screen else { return }
        let filters = plan.screens[index].layout.input.filters
        let quiet = Double((isSilent ? filters.silentAfter : filters.staleContactTimeout) ?? 0) / 1_000_000
        let what = isSilent ? "no event" : "no event for a contact"
        options.log(Logger.Entry(.notice, plugin: "", "'\(name)' has sent \(what) for \(quiet.tenths) s"))
        var handlerEvent = HandlerEvent(isSilent ? .silent : .stale, at: max(time, application.now))
        handlerEvent.device = number
        tree.screenCalls[index][handlerEvent.event]?.run(handlerEvent)
    }

    package func ghost(_ report: GhostReport, of number: Int32) {
        guard let panel = panels.first(where: { $0.number == number }), let index = panel.screen else { return }
        let screen = plan.screens[index]
        let quiet = screen.layout.input.filters.ghosts
        let message = report.message(of: panel.device.name, on: screen.frame.origin, quiet: quiet)
        options.log(Logger.Entry(report.change == .found ? .warning : .notice, plugin: "", message))
        defer { updateStatus() }
        guard report.change == .found else { return }
        var handlerEvent = report.handlerEvent(of: number, on: screen.frame.origin)
        handlerEvent.time = max(handlerEvent.time, application.now)
        tree.screenCalls[index][.ghost]?.run(handlerEvent)
        delegate?.pipelineDidFindGhost(self)
    }

    package func batchEnded(at time: Int64?) {
        plugins.frameDidEnd()
        if let time { recorder.unretained?._withUnsafeGuaranteedRef { $0.frameEnded(at: time) } }
        if activity.isStatusDue {
            activity.isStatusDue = false
            updateStatus()
        }
    }
}
