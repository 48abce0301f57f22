internal import Contacts
public import Geometry
public import InputEvents
public import InputHub

extension InputHub {
    /// Adds a device for a whole screen without a layout; returns nil, and reports why, if it is ignored.
    public func add(_ device: DeviceDescription, before frame: Rect, complain: (String) -> Void) -> Int32? {
        add(device, as: DeviceKind(of: device), complain: complain) {
            PanelSettings(for: device, before: frame, complain: complain)
        }
    }
}
