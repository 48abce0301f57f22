package import CommandSupport
internal import FlightDumps
internal import Glibc
internal import LayoutPlans
internal import Platform
internal import PluginAPI
internal import Systemd

/// Runs a layout on the devices that are there and that come.
package enum RunCommand: Command {
    package static let name = "run"
    package static let summary = "run a layout on the panels that are there and that come"
    package static let flags: Set<String> = ["verbose"]
    package static let options: Set<String> = ["trace"]
    package static let help = """
        usage: touchbridge run LAYOUT [--trace FILE] [--verbose]

        Reads touchscreens, their pens, keys and accelerometers, those that come later too, and does what the layout
        says, until it is interrupted.

          --verbose     also say what is only of use while one looks for a mistake
          --trace FILE  write every step as a line of JSON, as 'replay --trace' does; for trying out, as it takes time.
                        It has to be a file on a disk; when that is full the trace ends, and all else goes on

        SIGHUP reads the layout anew: a good one takes the place of the old one, a bad one is told of and the old one
        stays. SIGUSR1 leaves what happened in the last minute in a file that 'replay' takes; the log says where, and
        docs/guide/flight-recorder.md what is in it. SIGTERM and SIGINT end it: touches are cancelled, and plugins
        have a second for what they hold.
        The exit status is 1 when the layout cannot be used, or when the trace could not be written to its end.

        For instance:

            touchbridge check lobby.yaml && touchbridge run lobby.yaml
        """

    package static func run(_ arguments: Arguments) throws -> Int32 {
        // Until there is something to bring to an end; a wish to reload waits.
        EndSignals.endAtOnce([SIGINT, SIGTERM])
        try EndSignals.block([SIGHUP, SIGUSR1])
        let path = try arguments.only("layout")
        if arguments.value("trace") == "-" { throw arguments.wrong("--trace needs a file here") }
        let plan = try plan(of: path)
        let files = TraceFile.Source.files(of: plan)
        let trace = try arguments.value("trace").map { try TraceFile($0, besides: files, mustBeOnDisk: true) }
        trace?.begin()
        let backoff = backOff(path)
        try Service(path, plan, trace: trace, log: arguments.has("verbose") ? .debug : .info).run()
        backoff?.end()
        // What became of it was told when it happened.
        return trace?.failure == nil ? 0 : 1
    }

    /// Waits when the last starts all failed; nil without a manager that would start the service again.
    private static func backOff(_ path: String) -> RestartBackoff? {
        guard getenv("NOTIFY_SOCKET") != nil, let file = RuntimeFolder.file("starts", of: path, "count") else {
            return nil
        }
        let backoff = RestartBackoff(path: file)
        let (pause, count) = backoff.begin(at: MonotonicClock.now)
        if pause > 0 {
            let seconds = Double(pause / 1000) / 1000
            let reason = "the last \(count) runs ended within a minute each"
            Console.complain("warning: \(reason); waiting \(seconds) s before the next one")
            ServiceManager.notify("STATUS=\(reason); waiting \(seconds) s")
            // A signal to end it does so at once.
            usleep(UInt32(pause))
        }
        return backoff
    }

    /// Seconds until a manager hears that the layout cannot be used.
    private static let pause: UInt32 = 5

    /// A manager starts what ends anew at once, and a layout stays as it is until somebody mends it: without the pause the
    /// same mistakes would be told several times a second, until nothing else is left in the journal.
    private static func plan(of path: String) throws(LayoutMistakes) -> LayoutPlan {
        do {
            return try LayoutReading.plan(needed: path)
        } catch {
            guard getenv("NOTIFY_SOCKET") != nil else { throw error }
            ServiceManager.notify("STATUS=the layout has mistakes; it is tried again in \(pause) s")
            sleep(pause)
            throw error
        }
    }
}
