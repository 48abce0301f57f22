internal import CommandSupport
internal import ResponderKit
internal import TouchScripts

/// Prints a touch script in which a finger drags.
enum DragCommand: GestureCommand {
    static let name = "drag"
    static let summary = "print a touch script in which a finger drags"
    static let ownOptions: Set<String> = ["over"]
    static let ownHelp = """
        usage: touchbridge drag X1 Y1 X2 Y2 [--over TIME] [--layout FILE [--screen NAME]]

        Prints a touch script in which a finger goes down at X1, Y1, moves to X2, Y2 at constant speed and lifts. The
        positions are points from the top left of the screen. A fast drag is a swipe.

          --over TIME    duration of the move, such as 80ms; default: 300ms
        """
    static let example = """
            touchbridge drag 100 400 700 400 --over 80ms >swipe.touch
            touchbridge replay swipe.touch --layout lobby.yaml
        """

    static func lines(_ arguments: Arguments) throws(UsageError) -> [ScriptLine] {
        let numbers = try arguments.numbers(["X1", "Y1", "X2", "Y2"])
        let (start, end) = (Point(x: numbers[0], y: numbers[1]), Point(x: numbers[2], y: numbers[3]))
        return [
            ScriptLine(.steps([ScriptStep(.down, finger: 1, at: start)], lasting: nil)),
            ScriptLine(
                .steps([ScriptStep(.move, finger: 1, at: end)], lasting: try arguments.scriptTime("over") ?? 300_000)
            ),
            ScriptLine(.steps([ScriptStep(.up, finger: 1)], lasting: nil)),
        ]
    }
}

/// Prints a touch script in which two fingers pinch.
enum PinchCommand: GestureCommand {
    static let name = "pinch"
    static let summary = "print a touch script in which two fingers pinch"
    static let ownOptions: Set<String> = ["over"]
    static let ownHelp = """
        usage: touchbridge pinch X Y FROM TO [--over TIME] [--layout FILE [--screen NAME]]

        Prints a touch script in which two fingers move apart or together, with the point X, Y in the middle. FROM and
        TO are the distances of the fingers at the start and at the end. All numbers are points.

          --over TIME    duration of the move, such as 80ms; default: 300ms
        """
    static let example = """
            touchbridge pinch 540 960 100 400 >zoom-in.touch
            touchbridge explain zoom-in.touch --layout lobby.yaml
        """

    static func lines(_ arguments: Arguments) throws(UsageError) -> [ScriptLine] {
        let numbers = try arguments.numbers(["X", "Y", "FROM", "TO"])
        guard numbers[2] > 0, numbers[3] > 0 else {
            throw arguments.wrong("FROM and TO must be above 0; write the distances of the fingers in points")
        }
        func steps(_ verb: ScriptStep.Verb, _ distance: Double) -> [ScriptStep] {
            [-1, 1].enumerated().map { index, side in
                let location = Point(x: numbers[0] + side * distance / 2, y: numbers[1])
                return ScriptStep(verb, finger: Int32(index + 1), at: location)
            }
        }
        return [
            ScriptLine(.steps(steps(.down, numbers[2]), lasting: nil)),
            ScriptLine(.steps(steps(.move, numbers[3]), lasting: try arguments.scriptTime("over") ?? 300_000)),
            ScriptLine(.steps(steps(.up, 0), lasting: nil)),
        ]
    }
}
