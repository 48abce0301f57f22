extension DeviceDescription {
    /// Identifier that all nodes of one physical device share; nil if unknown.
    ///
    /// The identifier is the device group that libinput's udev rules assign. Without a group, the identifier is the
    /// part of `phys` before the last slash, such as `usb-0000:00:14.0-3` for `usb-0000:00:14.0-3/input0`. If `phys`
    /// has no such part, the identifier is the port (`ID_PATH`). The syspath is not used, because recordings do not
    /// contain it.
    public var physicalDevice: String? {
        udev["LIBINPUT_DEVICE_GROUP"] ?? physical.flatMap(Self.physicalDevice) ?? udev["ID_PATH"]
    }

    /// Returns the part of `phys` that the nodes of one physical device share: the text before the last slash. Returns
    /// nil if this text is empty or `phys` has no slash.
    public static func physicalDevice(ofPhysical physical: String) -> String? {
        guard let slash = physical.lastIndex(of: "/"), slash > physical.startIndex else { return nil }
        return String(physical[..<slash])
    }

    /// Whether both device nodes are of one physical device, such as the nodes of a panel and its pen (V10).
    public func isSibling(of other: DeviceDescription) -> Bool {
        physicalDevice != nil && physicalDevice == other.physicalDevice
    }
}
