internal import Bridge
internal import CommandSupport
internal import Geometry
internal import LayoutPlans
internal import ScriptChecks
internal import TouchScripts

/// A command that prints a touch script with one gesture.
protocol GestureCommand: Command {
    static var ownOptions: Set<String> { get }
    /// Usage, description and options, without the common options.
    static var ownHelp: String { get }
    static var example: String { get }
    /// Returns the steps of the gesture.
    static func lines(_ arguments: Arguments) throws(UsageError) -> [ScriptLine]
}

extension GestureCommand {
    static var flags: Set<String> { [] }
    static var options: Set<String> { ownOptions.union(["layout", "screen"]) }

    static var help: String {
        """
        \(ownHelp)
          --layout FILE  also print a line with the layout, and 'expect' lines for the handlers that are called now; the
                         script is then a test
          --screen NAME  the screen of the positions; default: the first

        The exit status is 1 if the layout has errors, or if a position is outside the screen.

        For instance:

        \(example)
        """
    }

    static func run(_ arguments: Arguments) throws -> Int32 { try printScript(arguments) }

    static func printScript(_ arguments: Arguments) throws -> Int32 {
        if arguments.has("screen"), !arguments.has("layout") {
            throw arguments.wrong("--screen chooses a screen of a layout; specify the layout with --layout FILE")
        }
        var lines = try lines(arguments)
        if let layout = arguments.value("layout") {
            let plan = try LayoutReading.plan(needed: layout)
            let screen = try arguments.screen(of: plan) ?? 0
            let trial = ScriptTrial(Pipeline(plan, .scriptTest))
            let panel = try plan.scriptPanel(before: screen)
            let results: [ScriptLine]
            do throws(TouchScriptError) {
                results = try trial.lines(for: ScriptText(lines: lines), on: panel, before: screen)
            } catch {
                // The script is in no file yet, so the message names the command instead of a line.
                let command = ([Self.name] + arguments.positional).joined(separator: " ")
                throw TouchScriptError(command, error.message, remedy: error.remedy)
            }
            let name = arguments.value("screen").map { [ScriptLine(.screen($0))] } ?? []
            lines = [ScriptLine(.layout(layout))] + name + lines + results
        }
        try Console.print(String("\(ScriptText(lines: lines))".dropLast()))
        return 0
    }
}

extension Arguments {
    /// Returns the positional arguments as coordinates in points.
    func numbers(_ names: [String]) throws(UsageError) -> [Double] {
        guard positional.count == names.count else {
            throw wrong("wrong number of arguments; write \(names.joined(separator: " "))")
        }
        var numbers: [Double] = []
        for (word, name) in zip(positional, names) {
            // Uses the number parser of touch scripts, so that the script accepts the number.
            guard let number = ScriptNumber.location("\(word),0")?.x else {
                throw wrong("invalid \(name) '\(word)'; write a number of points, with at most four decimals")
            }
            numbers.append(number)
        }
        return numbers
    }

    /// Parses the value of an option as a duration in the notation of touch scripts. Returns microseconds; nil if the
    /// option is missing.
    func scriptTime(_ option: String) throws(UsageError) -> Int64? {
        guard let text = value(option) else { return nil }
        guard let time = ScriptNumber.time(text), time > 0, time <= ScriptNumber.longestTime else {
            throw wrong("invalid --\(option) '\(text)'; write a time such as 80ms or 1.5s")
        }
        return time
    }
}
