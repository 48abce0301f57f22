internal import Contacts
package import InputEvents

extension InputHub {
    /// Adds a device according to its kind; returns the device number. If the device is ignored, calls `complain` and
    /// returns nil.
    ///
    /// `settings` is called only for a touchscreen; if `settings` returns nil, this method returns nil without calling
    /// `complain`.
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
            complain("device '\(device.name)' is ignored: \(reason)\(device.acceptanceHint)")
            return nil
        case .touchscreen:
            guard let settings = settings() else { return nil }
            do throws(PanelRejection) {
                return try addPanel(device, settings: settings)
            } catch {
                complain("device '\(device.name)' is ignored: \(error)")
                return nil
            }
        }
    }
}
