internal import CLibudev
internal import InputEvents

/// An owned reference to a udev device.
package struct UdevDevice: ~Copyable {
    let pointer: OpaquePointer

    init?(_ pointer: OpaquePointer?) {
        guard let pointer else { return nil }
        self.pointer = pointer
    }

    deinit { udev_device_unref(pointer) }

    package var systemPath: String? { Self.text(udev_device_get_syspath(pointer)) }
    var action: String? { Self.text(udev_device_get_action(pointer)) }
    /// Whether udev's rules have been applied. Until then, the fuzz and permissions of the node may still change (V7).
    var isInitialized: Bool { udev_device_get_is_initialized(pointer) == 1 }

    /// Returns the device node; nil if the device is not an event device.
    func makeNode() -> DeviceNode? {
        guard let name = Self.text(udev_device_get_sysname(pointer)), name.hasPrefix("event"),
            let path = Self.text(udev_device_get_devnode(pointer)), let systemPath
        else { return nil }
        // The node's parent is the input device with the driver's attributes.
        let input = udev_device_get_parent(pointer)
        let physical = input.flatMap { Self.text(udev_device_get_sysattr_value($0, "phys")) }
        return DeviceNode(
            path: path,
            systemName: name,
            systemPath: systemPath,
            name: input.flatMap { Self.text(udev_device_get_sysattr_value($0, "name")) } ?? "",
            properties: properties,
            physical: physical,
            physicalDevice: input.flatMap(Self.physicalDevice) ?? physical.flatMap(DeviceDescription.physicalDevice)
        )
    }

    /// Names of udev properties that describe an event or udev's own data instead of the device; omitted from
    /// `properties`.
    private static let eventProperties: Set = [
        "ACTION", "SEQNUM", "SYNTH_UUID", "TAGS", "CURRENT_TAGS", "USEC_INITIALIZED",
    ]

    private var properties: [String: String] {
        var properties: [String: String] = [:]
        var entry = udev_device_get_properties_list_entry(pointer)
        while let current = entry {
            if let name = Self.text(udev_list_entry_get_name(current)), !Self.eventProperties.contains(name) {
                properties[name] = Self.text(udev_list_entry_get_value(current)) ?? ""
            }
            entry = udev_list_entry_get_next(current)
        }
        return properties
    }

    /// Returns the syspath of the physical device; nil if there is none. This is the USB device, or otherwise the first
    /// ancestor outside the input, HID and misc subsystems.
    private static func physicalDevice(above input: OpaquePointer) -> String? {
        if let device = udev_device_get_parent_with_subsystem_devtype(input, "usb", "usb_device") {
            return text(udev_device_get_syspath(device))
        }
        var parent = udev_device_get_parent(input)
        while let current = parent {
            if let system = text(udev_device_get_subsystem(current)), system != "input", system != "hid",
                system != "misc"
            {
                return text(udev_device_get_syspath(current))
            }
            parent = udev_device_get_parent(current)
        }
        return nil
    }

    static func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }
}
