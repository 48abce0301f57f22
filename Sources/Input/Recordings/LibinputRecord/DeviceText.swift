/// Where one device stands in a file that libinput record wrote.
struct DeviceText {
    /// A part of the file and the number of its first line.
    struct Part {
        var range: Range<Int64>
        var firstLine: Int
        /// Where in it the list's dash stands: without it, the device's keys are a mapping.
        var dash: Int?
        /// A list of events that needs no YAML parser.
        var isRegular = false
    }

    /// What is told about the device before its events, and behind them if tools have sorted the keys.
    var description: [Part] = []
    var events: Part?
    var line: Int
}
