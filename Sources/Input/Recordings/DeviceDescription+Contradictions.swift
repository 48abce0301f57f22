internal import InputEvents

extension DeviceDescription {
    /// Contradictions in the device description, as warning messages. Later stages decide whether to use the device.
    var contradictions: [String] {
        var found: [String] = []
        for (axis, range) in axes.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let name = "axis 0x\(DescriptionRules.hex(axis.rawValue)) of '\(self.name)'"
            if range.minimum > range.maximum {
                found.append("\(name) has a minimum of \(range.minimum) above its maximum of \(range.maximum)")
            }
            if range.resolution < 0 { found.append("\(name) has a negative resolution") }
            if !has(axis) { found.append("\(name) has a range but is not announced") }
        }
        return found
    }
}
