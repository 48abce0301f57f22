internal import Glibc

/// Runs a layout on the devices that are there and that come.
enum RunCommand: Command {
    static let name = "run"
    static let summary = "run a layout on the panels that are there and that come"
    static let flags: Set<String> = []
    static let options: Set<String> = ["trace"]
    static let help = """
        usage: touchbridge run LAYOUT [--trace FILE]

        Reads touchscreens, keys and accelerometers, those that come later too, and does what the layout says, until it
        is interrupted.

          --trace FILE  write every step as a line of JSON, as 'replay --trace' does; for trying out, as it takes time

        SIGHUP reads the layout anew: a good one takes the place of the old one, a bad one is told of and the old one
        stays. SIGTERM and SIGINT end it: touches are cancelled, and plugins have 1.5 seconds for what they hold.

        For instance:

            touchbridge check lobby.yaml && touchbridge run lobby.yaml
        """

    static func run(_ arguments: Arguments) throws -> Int32 {
        let path = try arguments.only("layout")
        if arguments.value("trace") == "-" { throw arguments.wrong("--trace needs a file here") }
        let plan = try LayoutReading.plan(needed: path)
        let trace = try arguments.value("trace").map { try TraceFile($0, besides: [path]) }
        try Service(path, plan, trace: trace).run()
        try trace?.finish()
        return 0
    }
}
