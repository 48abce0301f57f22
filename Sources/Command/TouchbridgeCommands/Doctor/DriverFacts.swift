internal import CommandSupport

/// Reads the name and the quirks of a device's kernel driver from sysfs.
enum DriverFacts {
    /// Returns a finding that names the driver of a device node such as `/dev/input/event3`; nil if no driver is bound,
    /// for example because the device is virtual.
    static func driver(of node: String) -> DoctorFinding? {
        let name = node.split(separator: "/").last.map(String.init) ?? ""
        return driver(parent: "/sys/class/input/\(name)/device/device")
    }

    /// Returns a finding that names the driver of a device and its hid-multitouch quirks; nil if no driver is bound.
    /// `parent` is the sysfs directory of the parent device, to which the driver is bound.
    static func driver(parent: String) -> DoctorFinding? {
        guard let driver = FileBytes.absolutePath(of: "\(parent)/driver")?.split(separator: "/").last else {
            return nil
        }
        guard let digits = FileBytes.read("\(parent)/quirks", atMost: 4096)?.prefix(while: { $0 != 0x0a }),
            let quirks = UInt32(String(decoding: digits, as: UTF8.self))
        else { return DoctorFinding(.driver, .ok, "\(driver)") }
        let names = (0..<32).filter { quirks & 1 << $0 != 0 }.map { quirkNames[$0] ?? "bit \($0)" }
        let list = names.isEmpty ? "no quirks" : "quirks: \(names.joined(separator: ", "))"
        return DoctorFinding(.driver, .ok, "\(driver), \(list)")
    }

    /// Names of the quirks of hid-multitouch in Linux 6.12 (`MT_QUIRK_…`), by bit.
    private static let quirkNames: [Int: String] = [
        0: "not seen means up", 1: "slot is contact id", 2: "cypress", 3: "slot is contact number", 4: "always valid",
        5: "valid is in range", 6: "valid is confidence", 7: "confidence", 8: "slot is contact id minus one",
        9: "no area", 10: "ignore duplicates", 11: "hovering", 12: "contact count accurate", 13: "force get feature",
        14: "fix constant contact id", 15: "touch size scaling", 16: "sticky fingers", 17: "asus custom up",
        18: "win8 touchpad buttons", 19: "separate application report", 20: "force multi-input", 21: "disable wake-up",
        22: "orientation inverted", 24: "yogabook 9i",
    ]
}
