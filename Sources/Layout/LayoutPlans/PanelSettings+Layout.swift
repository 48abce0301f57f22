internal import Contacts
internal import Geometry
package import InputEvents
package import InputHub
internal import LayoutFile
internal import Platform
internal import Schema

extension PanelSettings {
    /// Creates the settings of a panel from the layout of its screen. A missing calibration is read from udev.
    package init(for device: DeviceDescription, before screen: ScreenPlan, complain: (String) -> Void) {
        self.init(for: device, before: screen.frame, screen.layout.input, complain: complain)
        accommodations = screen.layout.accommodations
        filters.deadZones = screen.layout.deadZones.map {
            $0.value.offsetBy(dx: screen.frame.minX, dy: screen.frame.minY)
        }
    }

    /// Creates the settings of a panel for a screen with this frame. `input` is the screen's `input:`; without a
    /// layout, the default is used.
    init(
        for device: DeviceDescription,
        before frame: Rect,
        _ input: InputLayout = InputLayout(),
        complain: (String) -> Void
    ) {
        self.init(screen: frame)
        (mapping, filters) = (input.mapping, input.filters)
        mapping.screen = frame
        if mapping.calibration == nil, let matrix = device.udev["LIBINPUT_CALIBRATION_MATRIX"] {
            mapping.calibration = Calibration(matrix)
            if mapping.calibration == nil {
                let message = "udev's LIBINPUT_CALIBRATION_MATRIX is ignored: '\(matrix)' is not a list of six numbers"
                complain("'\(device.name)': \(message)")
            }
        }
    }
}
