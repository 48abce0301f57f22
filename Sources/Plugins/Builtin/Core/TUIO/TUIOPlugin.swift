package import HandlerEvents
internal import Platform
package import PluginAPI
package import PluginWorkers
internal import Schema

/// Sends touches as TUIO 1.1 cursors to programs without access to the panel.
///
/// Repeats the complete state once per second, because UDP can lose datagrams.
package final class TUIOPlugin: WorkerPlugin {
    package static let type = PluginType(
        TUIOSettings.table,
        handlers: [
            HandlerType(
                "forward",
                .nothing,
                default: NoArguments(),
                "Sends a touch as a TUIO cursor; bind this handler to `touches`."
            ).takingWholeTouches().acceptingTouchLimit()
        ]
    ) { (settings, context) throws(ServiceError) in
        TUIOPlugin(try PluginLink(context, capacity: 1024)) { link in { TUIOWorker(settings, link).run() } }
    }

    override package func take(_ handlerEvent: HandlerEvent, for binding: Binding) -> HandlerResult {
        guard handlerEvent.event.family == .touches else {
            link.log.complain(
                "event",
                .warning,
                "'forward' does not accept \(handlerEvent.event.rawValue); bind 'forward' to 'touches'"
            )
            return .refused
        }
        return super.take(handlerEvent, for: binding)
    }
}
