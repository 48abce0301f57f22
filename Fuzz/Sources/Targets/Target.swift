/// Fuzz targets; each accepts any bytes and ends the process when an invariant is violated.
///
/// A target retains no state between inputs, so that each input is reproducible on its own.
enum Target: String, CaseIterable, Sendable {
    /// A layout's text, through all stages of loading.
    case layout
    /// The source of a script, whose functions are called by touches, timers and actions.
    case script
    /// A recording of evemu, read and played.
    case evemu
    /// A recording of libinput or the flight recorder, read and played.
    case record
    /// Output of Android's getevent, read and played.
    case getevent
    /// WebDriver actions, read and played.
    case webdriver
    /// Output of a plugin's process, and its effects on a tree.
    case process
    /// Data that pages and programs send to the stream and the inspector, from the first byte of HTTP on.
    case web
    /// Events of several devices, mixed with waits, replugs, reloads and commands.
    case events

    /// Runs the target with an input.
    func run(_ input: [UInt8]) {
        switch self {
        case .layout: LayoutTarget.run(input)
        case .script: ScriptTarget.run(input)
        case .evemu, .record, .getevent, .webdriver: RecordingTarget.run(input)
        case .process: ProcessTarget.run(input)
        case .web: WebTarget.run(input)
        case .events: EventTarget.run(input)
        }
    }
}

/// Ends the process if a condition is false.
func hold(_ truth: Bool, _ message: @autoclosure () -> String) {
    if !truth { fatalError("does not hold: \(message())") }
}
