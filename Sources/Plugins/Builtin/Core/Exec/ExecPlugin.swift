internal import Platform
package import PluginAPI
internal import PluginWorkers
internal import Schema

/// Plugin type that runs programs: see docs/reference/plugins/exec.md.
package enum ExecPlugin {
    package static let type = PluginType(
        ExecSettings.table,
        handlers: [
            HandlerType("run", ExecCommand.setting, "Runs a program with the given arguments, without a shell.")
        ],
        checkMachine: ExecCommand.checkMachine,
        make: { (settings, context) throws(ServiceError) in
            // `minimumStop` is in microseconds: up to 250 ms each to reap the programs and to kill their descendants.
            try WorkerPlugin(PluginLink(context, capacity: settings.queue), minimumStop: 500_000) { link in
                { ExecWorker(settings, link).run() }
            }
        }
    )
}
