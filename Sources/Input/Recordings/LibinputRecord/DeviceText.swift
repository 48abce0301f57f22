/// Location of one device in a `libinput record` file.
struct DeviceText {
    /// A range of the file and the number of its first line.
    struct Part {
        var range: Range<Int64>
        var firstLine: Int
        /// Offset of the list's dash in the part; without the dash, the device's keys form a mapping.
        var dash: Int?
        /// The part is a list of events that can be read without a YAML parser.
        var isRegular = false
    }

    /// The parts before the events, and after them if a tool has sorted the keys.
    var description: [Part] = []
    var events: Part?
    var line: Int
}
