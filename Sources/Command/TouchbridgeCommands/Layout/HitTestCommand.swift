internal import Bridge
internal import CommandSupport
internal import Geometry
internal import JSON
internal import LayoutPlans
internal import Snapshots

/// Prints the view that a touch would hit, with the reason.
enum HitTestCommand: Command {
    static let name = "hit-test"
    static let summary = "print which view a point hits, and why"
    static let flags: Set<String> = ["json"]
    static let options: Set<String> = ["screen"]
    static let help = """
        usage: touchbridge hit-test LAYOUT X Y [--screen NAME] [--json]

        Prints the hit test for a touch at the position X, Y, in points from the top left of the screen: each view in
        the order of the search, with its result and reason. Then prints the gestures that can receive the touch, and
        the responders in the order in which they would receive the touch.

          --screen NAME  the screen of X and Y; default: the first
          --json         print one JSON object

        The exit status is 1 if no view is hit, or if the layout has errors.

        For instance:

            touchbridge hit-test lobby.yaml 540 1800
        """

    static func run(_ arguments: Arguments) throws -> Int32 {
        guard arguments.positional.count == 3 else {
            throw arguments.wrong("wrong number of arguments; write LAYOUT X Y")
        }
        let numbers = arguments.positional.dropFirst().map { Double($0) }
        guard let x = numbers[0], let y = numbers[1], x.magnitude < 1e9, y.magnitude < 1e9 else {
            throw arguments.wrong("invalid X or Y; write coordinates in points, for instance 540 1800")
        }
        let plan = try LayoutReading.plan(needed: arguments.positional[0])
        let screen = plan.screens[try arguments.screen(of: plan) ?? 0]
        let point = Point(x: screen.frame.minX + x, y: screen.frame.minY + y)
        let report = HitReport(Pipeline(plan, .dry), at: point)
        try Console.print(arguments.has("json") ? "\(report.json)" : report.text)
        return report.chain.isEmpty ? 1 : 0
    }
}
