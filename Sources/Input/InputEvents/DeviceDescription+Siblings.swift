extension DeviceDescription {
    /// Identifies the physical device that the node belongs to; nil when it is unknown.
    ///
    /// This is the group that libinput's udev rules assign, or else the driver's name for the device without the node's
    /// number (`usb-0000:00:14.0-3/input0`), or else the port. All three are part of a recording, unlike a syspath.
    public var physicalDevice: String? {
        udev["LIBINPUT_DEVICE_GROUP"] ?? physical.flatMap(Self.physicalDevice) ?? udev["ID_PATH"]
    }

    /// The part of `phys` that the nodes of one physical device share: everything before the last slash.
    public static func physicalDevice(ofPhysical physical: String) -> String? {
        guard let slash = physical.lastIndex(of: "/"), slash > physical.startIndex else { return nil }
        return String(physical[..<slash])
    }

    /// Whether both nodes belong to one physical device, as those of a panel and its pen do (V10).
    public func isSibling(of other: DeviceDescription) -> Bool {
        physicalDevice != nil && physicalDevice == other.physicalDevice
    }
}
