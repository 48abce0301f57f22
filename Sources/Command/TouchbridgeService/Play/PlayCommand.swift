package import CommandSupport
internal import Glibc
internal import Inspector
internal import LayoutPlans
internal import Platform
internal import PluginAPI
internal import Systemd

/// Serves a web page on which the user touches a layout with the mouse or with fingers.
package enum PlayCommand: Command {
    package static let name = "play"
    package static let summary = "try a layout in a browser, with the mouse or fingers as the panel"
    package static let flags: Set<String> = ["real"]
    package static let options: Set<String> = ["port"]
    package static let help = """
        usage: touchbridge play LAYOUT [--real] [--port PORT]

        Serves the inspector's page for a layout on this machine, until Ctrl-C, and prints the page's address. On the
        page, the mouse and the fingers on the browser's touchscreen are the fingers on a panel. The touches take the
        same path as the touches of a real panel, and the page explains each touch. Touchscreens are neither needed
        nor read.

        When a file of the layout changes, the layout is reloaded. If the new layout has errors, the command prints
        the errors, and the earlier layout remains.

        By default, the page only shows the calls to plugins. Tree commands and scripts are always executed.

          --real       start the layout's plugins and call the handlers
          --port PORT  the port of the page, 0 for any free port; default: 7070

        If another program uses the port, the command reports this and tries again every second. The exit status is 1
        if the layout has errors, or if the library for the page is missing.

        For instance:

            touchbridge play lobby.yaml
        """

    /// Maximum time between SIGINT, SIGTERM or SIGHUP and the exit of the process. After this time, the process exits
    /// even if a plugin hangs.
    private static let endLimit = TimeSpan(microseconds: 2_000_000)

    package static func run(_ arguments: Arguments) throws -> Int32 {
        let path = try arguments.only("layout")
        let port = try arguments.inspectorPort()
        let plan = try LayoutReading.plan(needed: path)
        // End signals do not terminate the process immediately, so that plugins can first stop their child processes.
        try EndSignals.hold([SIGINT, SIGTERM, SIGHUP])
        let guardian = try EndSignals.endAnyway(after: endLimit) {
            Console.complain("a plugin did not stop within 2 s; the command exits with status 1")
        }
        try withExtendedLifetime(guardian) {
            try PlaySession(plan, at: path, port: port, arguments.has("real") ? .real : .dry).run()
        }
        return 0
    }
}
