public import InputEvents
internal import JSON

extension DeviceDescription {
    /// The `input:` value with which a screen accepts the device as a touchscreen (V13).
    public var acceptance: String {
        "input: { name: \(JSONValue.text(PanelMatch.literally(name))), accept: true }"
    }

    /// Last part of the message that the device is ignored. Explains how to accept the device as a touchscreen; empty
    /// if that is impossible.
    public var acceptanceHint: String {
        isAcceptable ? "; to use it as a touchscreen, add to its screen: \(acceptance)" : ""
    }
}
