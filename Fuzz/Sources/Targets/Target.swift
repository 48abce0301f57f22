/// What is fuzzed: each takes any bytes, and the process ends when they do what none may.
///
/// A target has no state from one input to the next, so that an input does the same alone.
enum Target: String, CaseIterable, Sendable {
    /// A layout's text, with all that is made of it.
    case layout
    /// A recording of evemu, read and played.
    case evemu
    /// A recording of libinput or the flight recorder, read and played.
    case record
    /// What a plugin's process writes, with what it does to a tree.
    case process
    /// What pages and programs send to the stream and the inspector, from the first byte of HTTP on.
    case web
    /// Events of several devices, with time, replugs, reloads and commands between them.
    case events

    /// Runs it with an input.
    func run(_ input: [UInt8]) {
        switch self {
        case .layout: LayoutTarget.run(input)
        case .evemu, .record: RecordingTarget.run(input)
        case .process: ProcessTarget.run(input)
        case .web: WebTarget.run(input)
        case .events: EventTarget.run(input)
        }
    }
}

/// Ends the process when something that must hold does not.
func hold(_ truth: Bool, _ message: @autoclosure () -> String) {
    if !truth { fatalError("does not hold: \(message())") }
}
