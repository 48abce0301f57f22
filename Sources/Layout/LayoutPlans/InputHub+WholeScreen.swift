internal import Contacts
public import Geometry
public import InputEvents
public import InputHub

extension InputHub {
    /// Adds a device without a layout and maps the device to the whole screen `frame`. If the device is ignored, calls
    /// `complain` with the reason and returns nil.
    public func add(_ device: DeviceDescription, before frame: Rect, complain: (String) -> Void) -> Int32? {
        add(device, as: DeviceKind(of: device), complain: complain) {
            PanelSettings(for: device, before: frame, complain: complain)
        }
    }
}
