internal import HandlerEvents
internal import Platform
package import PluginAPI
package import PluginWorkers
internal import Schema
internal import Synchronization
internal import Web
internal import YAML

/// Sends events as JSON to web pages (WebSocket) and programs (Unix socket), and executes commands from these clients.
package final class StreamPlugin: WorkerPlugin {
    package static let type = PluginType(
        StreamSettings.table,
        handlers: [
            HandlerType("send", .anything, default: .null, "Sends the event to every client, with the given data.")
        ],
        check: StreamSettings.check,
        checkHere: { settings, node, reading in
            settings.tokenFile?.checkHere(at: (node["tokenFile"] ?? node).mark, reading)
        },
        traits: { settings, _ in
            PluginTraits(
                isUsefulWithoutBindings: true,
                addsViews: settings.commands.contains(.add),
                setsAnything: settings.commands.contains(.set) || settings.commands.contains(.remove)
            )
        },
        loadLibrary: LinkLoop.loadLibrary,
        make: { (settings, context) throws(ServiceError) in
            // The queue holds the events of ten fingers at 120 frames per second for more than half a second.
            StreamPlugin(settings, try PluginLink(context, capacity: 1024))
        }
    )

    private let shared: StreamShared

    init(_ settings: StreamSettings, _ link: PluginLink) {
        let shared = StreamShared(link)
        self.shared = shared
        link.count { $0.isConnected = false }
        super.init(link) { _ throws(ServiceError) in
            if let secret = settings.token { _ = try Token(secret) }
            return { StreamServer(settings, shared).run() }
        }
    }

    /// Whether the event queue is empty. Connected clients do not count, because the plugin's thread serves them until
    /// the stop deadline.
    override package var isDone: Bool { link.queue.waiting == 0 }

    override package func interrupt() -> String? {
        let count = clients
        return count == 0 ? nil : "\(count) \(count == 1 ? "client is" : "clients are") still connected"
    }

    /// Port of the listening socket; 0 before the socket listens.
    var port: Int { shared.port.load(ordering: .relaxed) }
    /// Number of authenticated clients.
    var clients: Int { shared.clients.load(ordering: .relaxed) }
}

/// State that the plugin's thread shares with other threads, in addition to the state in `PluginLink`.
final class StreamShared: Sendable {
    /// Client that receives a reply, and number of the command.
    struct Requester: Sendable {
        let client: Int
        let share: Int
        let id: StreamRequest.Identity?
    }

    let link: PluginLink
    let clients = Atomic<Int>(0)
    let port = Atomic<Int>(0)
    let replies: ReplyMailbox<Requester>

    init(_ link: PluginLink) {
        self.link = link
        replies = ReplyMailbox(link.wakeup)
    }

    var context: PluginContext { link.context }

    func countFailure() { link.count { $0.failures += 1 } }
}
