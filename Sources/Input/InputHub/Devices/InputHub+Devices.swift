internal import Contacts
package import InputEvents

extension InputHub {
    /// Adds a device as what it is; returns nil, and reports why, when it is ignored.
    ///
    /// `settings` is called for a touchscreen; nil ignores it.
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
            complain("'\(device.name)' is left alone: \(reason)\(device.acceptanceHint)")
            return nil
        case .touchscreen:
            guard let settings = settings() else { return nil }
            do throws(PanelRejection) {
                return try addPanel(device, settings: settings)
            } catch {
                complain("'\(device.name)' is left alone: \(error)")
                return nil
            }
        }
    }
}
