internal import Contacts
public import Geometry
public import InputEvents
public import InputHub

extension InputHub {
    /// Maps a device to a complete screen without a layout. Returns nil if the device is ignored, and reports the
    /// reason.
    public func add(_ device: DeviceDescription, before frame: Rect, complain: (String) -> Void) -> Int32? {
        add(device, as: DeviceKind(of: device), complain: complain) {
            PanelSettings(for: device, before: frame, complain: complain)
        }
    }
}
