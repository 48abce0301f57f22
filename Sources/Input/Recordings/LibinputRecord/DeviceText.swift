/// Location of one device in a `libinput record` file.
struct DeviceText {
    /// A range of the file and the number of its first line.
    struct Part {
        var range: Range<Int64>
        var firstLine: Int
        /// Offset of the `-` of the YAML list item in the part; nil if the device's keys are a mapping outside of a list.
        var dash: Int?
        /// Whether the part is a list of events in the usual form, which is read without a YAML parser.
        var isRegular = false
    }

    /// Parts with the device's keys other than the events. The keys are before the events, and also after them if a
    /// tool has sorted the keys.
    var description: [Part] = []
    var events: Part?
    var line: Int
}
