internal import Bridge
internal import Contacts
internal import InputEvents
internal import ResponderKit

extension InputHub {
    /// Adds a device as what it is; nil, and a word why, when it is left alone.
    func add(_ device: DeviceDescription, before screen: Rect, complain: (String) -> Void) -> Int32? {
        switch DeviceKind(of: device) {
        case .touchscreen:
            var settings = PanelSettings(screen: screen)
            if let matrix = device.udev["LIBINPUT_CALIBRATION_MATRIX"] {
                settings.mapping.calibration = Calibration(matrix)
                if settings.mapping.calibration == nil {
                    complain("'\(device.name)': udev's LIBINPUT_CALIBRATION_MATRIX is not six numbers: '\(matrix)'")
                }
            }
            do throws(PanelRefusal) {
                return try addPanel(device, settings: settings)
            } catch {
                complain("'\(device.name)' is left alone: \(error)")
                return nil
            }
        case .keys: return addKeys(device)
        case .accelerometer: return addAccelerometer(device)
        case .pen: return addPen(device)
        case .ignored(let reason):
            complain("'\(device.name)' is left alone: \(reason)\(device.acceptanceHint)")
            return nil
        }
    }
}
