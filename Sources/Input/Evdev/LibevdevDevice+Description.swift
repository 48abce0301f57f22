internal import CInput
internal import CLibevdev
internal import InputEvents

extension LibevdevDevice {
    /// Returns the device's description, without the properties that only udev provides.
    func makeDescription() -> DeviceDescription {
        var description = DeviceDescription(name: String(cString: libevdev_get_name(pointer)))
        description.identity = .init(
            bus: UInt16(truncatingIfNeeded: libevdev_get_id_bustype(pointer)),
            vendor: UInt16(truncatingIfNeeded: libevdev_get_id_vendor(pointer)),
            product: UInt16(truncatingIfNeeded: libevdev_get_id_product(pointer)),
            version: UInt16(truncatingIfNeeded: libevdev_get_id_version(pointer))
        )
        description.physical = text(libevdev_get_phys(pointer))
        description.unique = text(libevdev_get_uniq(pointer))
        for property in 0...UInt16(INPUT_PROP_MAX) where libevdev_has_property(pointer, UInt32(property)) == 1 {
            description.properties.insert(DeviceProperty(rawValue: property))
        }
        // Skips type 0 (EV_SYN), for which libevdev returns the list of event types instead of the SYN codes.
        for type in 1...UInt16(EV_MAX) {
            let last = libevdev_event_type_get_max(UInt32(type))
            guard last >= 0 else { continue }
            let codes = Set((0...UInt16(last)).filter { has(type, $0) })
            if !codes.isEmpty { description.codes[EventType(rawValue: type)] = codes }
        }
        for code in description.codes[.absolute] ?? [] {
            guard let range = libevdev_get_abs_info(pointer, UInt32(code))?.pointee else { continue }
            description.axes[Axis(rawValue: code)] = AxisRange(
                value: range.value,
                minimum: range.minimum,
                maximum: range.maximum,
                fuzz: range.fuzz,
                flat: range.flat,
                resolution: range.resolution
            )
        }
        return description
    }

    /// Converts a C string that the device reports. Returns nil if the string is missing or empty, as on many devices.
    private func text(_ pointer: UnsafePointer<CChar>?) -> String? {
        guard let pointer, pointer.pointee != 0 else { return nil }
        return String(cString: pointer)
    }
}
