package import CommandSupport
internal import FlightDumps
internal import Glibc
internal import LayoutPlans
internal import Platform
internal import PluginAPI
internal import Systemd

/// Runs a layout on connected and hot-plugged devices.
package enum RunCommand: Command {
    package static let name = "run"
    package static let summary = "run a layout on connected and hot-plugged touchscreens"
    package static let flags: Set<String> = ["verbose"]
    package static let options: Set<String> = ["trace"]
    package static let help = """
        usage: touchbridge run LAYOUT [--trace FILE] [--verbose]

        Reads connected and hot-plugged touchscreens, with their pens, keys and accelerometers, and runs the layout
        until a signal stops the command.

          --verbose     also log details for debugging
          --trace FILE  write every decision as a line of JSON, like 'replay --trace'; this makes touch input slower.
                        FILE must be a regular file; if the disk is full, tracing stops and touch input continues

        SIGHUP reloads the layout. If the new layout has errors, the errors are logged and the old layout stays in use.
        SIGUSR1 dumps the last minute of input to a file for 'replay'. The log contains the path of the dump;
        docs/guide/flight-recorder.md describes dumps.
        SIGTERM and SIGINT stop the command: touches are cancelled, and plugins have one second to deliver queued
        messages. The exit status is 1 if the layout has errors, or if the trace could not be written completely.

        For instance:

            touchbridge check lobby.yaml && touchbridge run lobby.yaml
        """

    package static func run(_ arguments: Arguments) throws -> Int32 {
        // Until the service exists, SIGINT and SIGTERM end the process immediately. SIGHUP and SIGUSR1 remain pending.
        EndSignals.endAtOnce([SIGINT, SIGTERM])
        try EndSignals.block([SIGHUP, SIGUSR1])
        let path = try arguments.only("layout")
        if arguments.value("trace") == "-" {
            throw arguments.wrong("'run' cannot write a trace to standard output; specify a file")
        }
        let plan = try plan(of: path)
        let files = TraceFile.Source.files(of: plan)
        let trace = try arguments.value("trace").map { try TraceFile($0, besides: files, mustBeOnDisk: true) }
        trace?.begin()
        let backoff = backOff(path)
        try Service(path, plan, trace: trace, log: arguments.has("verbose") ? .debug : .info).run()
        backoff?.end()
        // Errors while writing the trace have already been reported.
        return trace?.failure == nil ? 0 : 1
    }

    /// Delays the start after several consecutive failed runs. Returns nil, without a delay, if there is no service
    /// manager or no runtime folder.
    private static func backOff(_ path: String) -> RestartBackoff? {
        guard getenv("NOTIFY_SOCKET") != nil, let file = RuntimeFolder.file("starts", of: path, "count") else {
            return nil
        }
        let backoff = RestartBackoff(path: file)
        let (pause, count) = backoff.begin(at: MonotonicClock.now)
        if pause > 0 {
            let seconds = Double(pause / 1000) / 1000
            let reason = "each of the last \(count) runs failed within a minute"
            Console.complain("warning: \(reason); waiting \(seconds) s before starting")
            ServiceManager.notify("STATUS=\(reason); waiting \(seconds) s")
            // SIGINT or SIGTERM terminates the process during this wait.
            usleep(UInt32(pause))
        }
        return backoff
    }

    /// Time in seconds between an error in the layout and the exit of the process.
    private static let pause: UInt32 = 5

    /// Reads the layout. If the layout has errors and a service manager runs the command, waits before the exit.
    /// Immediate restarts would fill the journal with the same errors.
    private static func plan(of path: String) throws(LayoutMistakes) -> LayoutPlan {
        do {
            return try LayoutReading.plan(needed: path)
        } catch {
            guard getenv("NOTIFY_SOCKET") != nil else { throw error }
            ServiceManager.notify("STATUS=the layout has errors; next attempt in \(pause) s")
            sleep(pause)
            throw error
        }
    }
}
