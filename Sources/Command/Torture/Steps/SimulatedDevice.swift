package import InputEvents
internal import InputHub
internal import LayoutFile
internal import LayoutPlans

/// A simulated device, which the steps of the torture test (a fuzz test) can plug in.
package struct SimulatedDevice: Sendable {
    package enum Kind: Sendable {
        /// A panel with tracking ids but no pressure, size or tool type.
        case plain
        /// A panel with tracking ids, pressure, size and tool type.
        case rich
        /// A panel that reports contacts without identities (multi-touch protocol A).
        case anonymous
        /// A single-touch panel.
        case single
        case keys
        case accelerometer

        var isPanel: Bool { self != .keys && self != .accelerometer }
    }

    package let kind: Kind
    package let description: DeviceDescription

    /// Number of slots of a panel that has slots.
    static func slotCount(_ kind: Kind) -> Int { kind == .rich ? 5 : 10 }
    /// Maximum coordinate on both axes.
    static let reach: Int32 = 4095
    /// Key codes of the simulated keyboard: arrow keys, Enter, Escape, letters, media keys, a headset button and Power.
    static let keyCodes: [UInt16] = [103, 108, 28, 1, 30, 48, 164, 163, 208, 168, 226, 116]

    /// Returns the devices for a layout: several panels for the first screen, one panel for each of the next three
    /// screens, a keyboard and a sensor.
    static func all(for plan: LayoutPlan) -> [SimulatedDevice] {
        var simulatedDevices: [SimulatedDevice] = []
        for (index, screen) in plan.screens.prefix(4).enumerated() {
            simulatedDevices.append(SimulatedDevice(.plain, "plain panel \(index)", before: screen.layout.input))
            guard index == 0 else { continue }
            for kind in [Kind.rich, .anonymous, .single] {
                simulatedDevices.append(SimulatedDevice(kind, "\(kind) panel", before: screen.layout.input))
            }
        }
        simulatedDevices.append(SimulatedDevice(.keys, "keys", before: InputLayout()))
        simulatedDevices.append(SimulatedDevice(.accelerometer, "accelerometer", before: InputLayout()))
        return simulatedDevices
    }

    private init(_ kind: Kind, _ name: String, before input: InputLayout) {
        self.kind = kind
        var device = DeviceDescription(name: input.match.name.map(Self.fitting) ?? name)
        if let vendor = input.match.vendor { device.identity.vendor = vendor }
        if let product = input.match.product { device.identity.product = product }
        device.unique = input.match.serial.map(Self.fitting)
        if let path = input.match.path { device.udev["ID_PATH"] = Self.fitting(path) }
        Self.announce(kind, &device)
        description = device
    }

    /// Returns a string that matches a glob pattern; the pattern must not contain brackets.
    private static func fitting(_ pattern: String) -> String {
        String(pattern.map { $0 == "*" || $0 == "?" ? "x" : $0 })
    }

    private static func announce(_ kind: Kind, _ device: inout DeviceDescription) {
        let range = AxisRange(minimum: 0, maximum: reach)
        switch kind {
        case .plain, .rich, .anonymous:
            device.axes = [.contactX: range, .contactY: range]
            if kind != .anonymous {
                device.axes[.slot] = AxisRange(minimum: 0, maximum: Int32(slotCount(kind)) - 1)
                device.axes[.trackingID] = AxisRange(minimum: 0, maximum: 65535)
            }
            if kind == .rich {
                device.axes[.contactPressure] = AxisRange(minimum: 0, maximum: 255)
                device.axes[.touchMajor] = AxisRange(minimum: 0, maximum: 255)
                device.axes[.toolType] = AxisRange(minimum: 0, maximum: 2)
            }
        case .single: device.axes = [.x: range, .y: range]
        case .accelerometer:
            let force = AxisRange(minimum: -512, maximum: 512, resolution: 256)
            device.axes = [.x: force, .y: force, .z: force]
            device.properties = [.accelerometer]
        case .keys:
            device.codes = [.key: Set(keyCodes)]
            return
        }
        device.codes = [.absolute: Set(device.axes.keys.map(\.rawValue))]
        guard kind.isPanel else { return }
        device.codes[.key] = [KeyCode.touch.rawValue]
        device.properties = [.direct]
    }
}
