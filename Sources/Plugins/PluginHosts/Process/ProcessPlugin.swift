internal import Platform
internal import PluginAPI
internal import PluginWorkers
internal import Schema
internal import YAML

/// A plugin in an external program: see docs/reference/plugin-protocol.md.
///
/// This class runs on the input thread; `ProcessRunner` runs on the plugin's own thread.
final class ProcessPlugin: WorkerPlugin {
    static let type = PluginType(
        ProcessSettings.table,
        handlers: [],
        otherHandlers: .any("Handlers of the program; their arguments are passed to the program."),
        checkHere: { settings, node, reading in
            Programs.check(settings.command[0], at: (node["command"]?.sequence?.first ?? node).mark, reading)
        },
        traits: { _, _ in PluginTraits(isUsefulWithoutBindings: true, addsViews: true, setsAnything: true) },
        make: { (settings, context) throws(ServiceError) in
            ProcessPlugin(settings, try PluginLink(context, capacity: settings.queue))
        }
    )

    private init(_ settings: ProcessSettings, _ link: PluginLink) {
        super.init(link) { link in
            { ProcessRunner(settings, link).run() }
        }
    }

    override func statusChanged(_ status: BridgeStatus) { link.update { $0.status = status } }
}
