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
            // Time in microseconds to reap the programs and to kill their descendants: at most 250 ms for each step.
            try WorkerPlugin(PluginLink(context, capacity: settings.queue), minimumStop: 500_000) { link in
                { ExecWorker(settings, link).run() }
            }
        }
    )
}
