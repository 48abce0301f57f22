public import InputEvents
internal import JSON

extension DeviceDescription {
    /// What makes a touchscreen of it: the `input:` of a screen that accepts it (V13).
    public var acceptance: String {
        "input: { name: \(JSONValue.text(PanelMatch.literally(name))), accept: true }"
    }

    /// End of the message that the device is ignored: what to write for a touchscreen; empty if no setting applies.
    public var acceptanceHint: String {
        isAcceptable ? "; if it is a touchscreen, say so at its screen: \(acceptance)" : ""
    }
}
