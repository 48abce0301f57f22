internal import InputEvents

/// Text in `libinput record`'s format.
extension TextBytes {
    mutating func append(record event: RawEvent) {
        append("      - [")
        append(event.time / 1_000_000, width: 3, filler: 0x20)
        append(", ")
        append(event.time % 1_000_000, width: 6, filler: 0x20)
        append(", ")
        append(Int64(event.type.rawValue), width: 3, filler: 0x20)
        append(", ")
        append(Int64(event.code), width: 3, filler: 0x20)
        append(", ")
        append(Int64(event.value), width: 7, filler: 0x20)
        append("]\n")
    }

    /// Appends the YAML text that describes a device and precedes the device's first event.
    mutating func append(record device: DeviceDescription) {
        append("  - node: /dev/input/touchbridge\n    evdev:\n      name: \(quoted(device.name))\n")
        let id = device.identity
        append("      id: [\(id.bus), \(id.vendor), \(id.product), \(id.version)]\n      codes:\n")
        // Writes the SYN codes, which a `DeviceDescription` does not contain.
        append("        0: [0, 1, 2, 3]\n")
        for (type, codes) in device.codes.sorted(by: { $0.key.rawValue < $1.key.rawValue }) where type.rawValue != 0 {
            append("        \(type.rawValue): \(list(codes))\n")
        }
        let ranges = rangesToWrite(device)
        append(ranges.isEmpty ? "      absinfo: {}\n" : "      absinfo:\n")
        for (axis, range) in ranges {
            append("        \(axis): [\(range.minimum), \(range.maximum), \(range.fuzz), \(range.flat), ")
            append("\(range.resolution)]\n")
        }
        append("      properties: \(list(Set(device.properties.map(\.rawValue))))\n")
        if let unique = device.unique { append("      uniq: \(quoted(unique))\n") }
        if let physical = device.physical { append("      phys: \(quoted(physical))\n") }
        append("    udev:\n      properties:\(device.udev.isEmpty ? " []" : "")\n")
        for (name, value) in device.udev.sorted(by: { $0.key < $1.key }) {
            append("      - \(quoted("\(name)=\(value)"))\n")
        }
        append("    quirks: []\n    events:\n")
    }

    /// Returns the ranges of all axes, because libinput replay requires them; an unknown range consists of zeros.
    private func rangesToWrite(_ device: DeviceDescription) -> [(UInt16, AxisRange)] {
        var ranges = device.axes
        for code in device.codes[.absolute] ?? [] {
            let axis = Axis(rawValue: code)
            ranges[axis] = ranges[axis] ?? AxisRange(minimum: 0, maximum: 0)
        }
        return ranges.map { ($0.key.rawValue, $0.value) }.sorted { $0.0 < $1.0 }
    }

    private func list(_ numbers: Set<UInt16>) -> String {
        "[\(numbers.sorted().map { "\($0)" }.joined(separator: ", "))]"
    }

    /// Returns a string in double quotes, with special and control characters escaped.
    func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x22, 0x5c: quoted += "\\\(scalar)"
            case 0x20..<0x7f, 0xa1..<0x2028, 0x202a...0xd7ff:
                quoted.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
            }
        }
        return quoted + "\""
    }
}
