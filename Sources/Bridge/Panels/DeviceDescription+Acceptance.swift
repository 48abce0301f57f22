public import InputEvents
internal import JSON

extension DeviceDescription {
    /// What makes a touchscreen of it: the `input:` of a screen that accepts it (V13).
    public var acceptance: String {
        "input: { name: \(JSONValue.text(PanelMatch.literally(name))), accept: true }"
    }

    /// The end of a message that it is ignored: what to write if it is a touchscreen; empty where nothing helps.
    public var acceptanceHint: String {
        isAcceptable ? "; if it is a touchscreen, say so at its screen: \(acceptance)" : ""
    }
}
