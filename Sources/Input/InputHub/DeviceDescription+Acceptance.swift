public import InputEvents
internal import JSON

extension DeviceDescription {
    /// Layout entry `input:` that makes a screen accept the device as a touchscreen (V13).
    public var acceptance: String {
        "input: { name: \(JSONValue.text(PanelMatch.literally(name))), accept: true }"
    }

    /// End of the message about an ignored device: explains how to accept the device as a touchscreen. Empty if the
    /// device cannot be accepted.
    public var acceptanceHint: String {
        isAcceptable ? "; to use it as a touchscreen, add to its screen: \(acceptance)" : ""
    }
}
