internal import Contacts
internal import Geometry
package import InputEvents
package import InputHub
internal import LayoutFile
internal import Platform
internal import Schema

extension PanelSettings {
    /// What a layout says of a panel before one of its screens; what it does not say of calibration, udev may.
    package init(for device: DeviceDescription, before screen: ScreenPlan, complain: (String) -> Void) {
        self.init(for: device, before: screen.frame, screen.layout.input, complain: complain)
        filters.deadZones = screen.layout.deadZones.map {
            $0.value.offsetBy(dx: screen.frame.minX, dy: screen.frame.minY)
        }
    }

    /// Settings of a panel before a screen of this frame, without a layout unless there is one.
    init(
        for device: DeviceDescription,
        before frame: Rect,
        _ input: InputLayout = InputLayout(),
        complain: (String) -> Void
    ) {
        self.init(screen: frame)
        mapping.swapsAxes = input.swapAxes
        mapping.flipsX = input.flipX
        mapping.flipsY = input.flipY
        mapping.rotation = PanelMapping.Rotation(rawValue: input.rotation) ?? .none
        if let numbers = input.calibration, numbers.count == 6 {
            mapping.calibration = Calibration(
                a: numbers[0],
                b: numbers[1],
                c: numbers[2],
                d: numbers[3],
                e: numbers[4],
                f: numbers[5]
            )
        } else if let matrix = device.udev["LIBINPUT_CALIBRATION_MATRIX"] {
            mapping.calibration = Calibration(matrix)
            if mapping.calibration == nil {
                complain("'\(device.name)': udev's LIBINPUT_CALIBRATION_MATRIX is not six numbers: '\(matrix)'")
            }
        }
        filters = PanelFilters(input.filters)
        silenceLimit = input.silenceLimit?.microseconds
        arbitrates = input.touchArbitration
    }
}

extension PanelFilters {
    fileprivate init(_ layout: FilterLayout) {
        self.init()
        if let time = layout.debounce { debounce = time.microseconds }
        if let step = layout.dejitter { dejitter = step }
        if let time = layout.ghosts { ghosts = time.microseconds }
        if let pressure = layout.minimumPressure { minimumPressure = pressure }
        switch layout.outside {
        case .clamp: outOfRange = .clamp
        case .ignore: outOfRange = .drop
        case .pass: outOfRange = .pass
        case .enter: outOfRange = .enter
        }
    }
}
