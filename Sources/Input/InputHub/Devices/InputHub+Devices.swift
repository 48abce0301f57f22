internal import Contacts
package import InputEvents

extension InputHub {
    /// Adds a device by its kind; calls `complain` and returns nil if it is ignored.
    ///
    /// `settings` is called for a touchscreen; if it returns nil, the device is ignored.
    package func add(
        _ device: DeviceDescription,
        as kind: DeviceKind,
        complain: (String) -> Void,
        settings: () -> PanelSettings?
    ) -> Int32? {
        switch kind {
        case .keys: return addKeys(device)
        case .accelerometer: return addAccelerometer(device)
        case .pen: return addPen(device)
        case .ignored(let reason):
            complain("'\(device.name)' is ignored: \(reason)\(device.acceptanceHint)")
            return nil
        case .touchscreen:
            guard let settings = settings() else { return nil }
            do throws(PanelRejection) {
                return try addPanel(device, settings: settings)
            } catch {
                complain("'\(device.name)' is ignored: \(error)")
                return nil
            }
        }
    }
}
