/// Location of the text about one device in a `libinput record` file.
struct DeviceText {
    /// A byte range of the file, and the number of the first line in this range.
    struct Part {
        var range: Range<Int64>
        var firstLine: Int
        /// Offset in the part of the `-` that begins the YAML list item; nil if the device's keys are not in a list.
        var dash: Int?
        /// Whether the part is an event list in libinput record's line format, which needs no YAML parser.
        var isRegular = false
    }

    /// Parts of the file that contain the device's keys, except the events. The keys normally precede the events; if a
    /// tool has sorted the keys, some keys follow the events.
    var description: [Part] = []
    var events: Part?
    var line: Int
}
