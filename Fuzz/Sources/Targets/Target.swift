/// Fuzz targets. Each target accepts any bytes and aborts the process if an invariant is violated.
///
/// A target retains no state between inputs, so that each input is reproducible on its own.
enum Target: String, CaseIterable, Sendable {
    /// A layout's text, through all stages of loading.
    case layout
    /// The source of a script; touches, timers and actions call its functions.
    case script
    /// An evemu recording, parsed and played.
    case evemu
    /// A recording of libinput or the flight recorder, parsed and played.
    case record
    /// Output of Android's getevent, parsed and played.
    case getevent
    /// WebDriver actions, parsed and played.
    case webdriver
    /// Output of a plugin process, executed as commands on a view tree.
    case process
    /// Data from pages and programs to the stream and the inspector, beginning with HTTP.
    case web
    /// Events of several devices, mixed with waits, replugs, reloads and commands.
    case events

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

/// Aborts the process if a condition is false.
func hold(_ truth: Bool, _ message: @autoclosure () -> String) {
    if !truth { fatalError("does not hold: \(message())") }
}
