public import InputEvents
internal import JSON

extension DeviceDescription {
    /// The `input:` of a screen that accepts the device as a touchscreen (V13).
    public var acceptance: String {
        "input: { name: \(JSONValue.text(PanelMatch.literally(name))), accept: true }"
    }

    /// End of the message that the device is ignored: how to accept it as a touchscreen; empty if that is impossible.
    public var acceptanceHint: String {
        isAcceptable ? "; to use it as a touchscreen, add to its screen: \(acceptance)" : ""
    }
}
