internal import InputEvents

/// Parser of a device's description from the lines `N:`, `I:`, `P:`, `B:` and `A:`, in any order.
struct EvemuDescription {
    private(set) var device = DeviceDescription(name: "")
    /// Metadata of a recording that Touchbridge wrote; nil if the file contains none.
    private(set) var origin: RecordingOrigin?
    private(set) var isEmpty = true
    private var hasName = false
    /// Index of the first bit in the next `B:` row of each event type; each row has 64 bits.
    private var nextBit: [UInt16: Int] = [:]
    private var nextProperty = 0
    private var firstLines: [Axis: Int] = [:]

    /// An error in a line; the caller adds the line number and the fix.
    struct Fault: Error {
        var message: String
        var isImpossible = false
    }

    /// Parses a line of the description; returns false if no description line begins with this letter.
    mutating func parse(_ letter: UInt8, _ line: UnsafeBufferPointer<UInt8>) throws(Fault) -> Bool {
        var cursor = ByteCursor(line, from: 2)
        switch letter {
        case UInt8(ascii: "N"): try parseName(line)
        case UInt8(ascii: "I"): try parseIdentity(&cursor)
        case UInt8(ascii: "P"): try parseProperties(&cursor)
        case UInt8(ascii: "B"): try parseBits(&cursor)
        case UInt8(ascii: "A"): try parseAxis(&cursor)
        // The state of LEDs and switches is not used.
        case UInt8(ascii: "L"), UInt8(ascii: "S"): break
        default: return false
        }
        isEmpty = false
        return true
    }

    /// Parses a comment. Comments of ``EvemuWriter`` contain data that evemu's format cannot represent; other comments
    /// are ignored.
    mutating func parse(comment line: UnsafeBufferPointer<UInt8>) {
        guard let (key, value) = EvemuComment.read(line) else { return }
        switch key {
        case .physical: device.physical = DescriptionRules.recorded(physical: value)
        case .unique: device.unique = value
        case .made: origin = RecordingOrigin(made: value, time: origin?.time ?? 0)
        case .time: origin = RecordingOrigin(made: origin?.made ?? "", time: Int64(value) ?? 0)
        case .udev:
            guard let sign = value.firstIndex(of: "="), sign > value.startIndex else { return }
            let name = String(value[..<sign])
            guard device.udev.count < EvemuComment.propertyLimit || device.udev[name] != nil else { return }
            device.udev[name] = String(value[value.index(after: sign)...])
        }
    }

    private mutating func parseName(_ line: UnsafeBufferPointer<UInt8>) throws(Fault) {
        guard !hasName else { throw Fault(message: "second 'N:' line; a file describes only one device") }
        hasName = true
        let start = line.count > 2 && line[2] == 0x20 ? 3 : 2
        device.name = String(decoding: line[start...], as: UTF8.self)
    }

    private mutating func parseIdentity(_ cursor: inout ByteCursor) throws(Fault) {
        guard let bus = cursor.hexadecimal(), let vendor = cursor.hexadecimal(), let product = cursor.hexadecimal(),
            let version = cursor.hexadecimal(), cursor.isAtEnd()
        else { throw Fault(message: "'I:' is not followed by bus, vendor, product and version in hexadecimal") }
        device.identity = .init(bus: bus, vendor: vendor, product: product, version: version)
    }

    private mutating func parseProperties(_ cursor: inout ByteCursor) throws(Fault) {
        for bit in try row(&cursor, "P:") {
            let property = nextProperty + bit
            guard property <= DescriptionRules.highestProperty else {
                throw Fault(message: "input property \(property) does not exist", isImpossible: true)
            }
            device.properties.insert(DeviceProperty(rawValue: UInt16(property)))
        }
        nextProperty = min(nextProperty + 64, 1 << 16)
    }

    private mutating func parseBits(_ cursor: inout ByteCursor) throws(Fault) {
        guard let number = cursor.hexadecimal() else { throw Fault(message: "'B:' is not followed by an event type") }
        guard number <= DescriptionRules.highestType else {
            throw Fault(message: "event type 0x\(DescriptionRules.hex(number)) does not exist", isImpossible: true)
        }
        let type = EventType(rawValue: number)
        let first = nextBit[number, default: 0]
        nextBit[number] = min(first + 64, 1 << 16)
        for bit in try row(&cursor, "B:") {
            let code = first + bit
            let highest =
                type == .synchronization ? DescriptionRules.highestType : DescriptionRules.highestCode(of: type)
            guard code <= highest else {
                let names = "event type 0x\(DescriptionRules.hex(number)) has no code 0x\(String(code, radix: 16))"
                throw Fault(message: names, isImpossible: true)
            }
            if type != .synchronization {
                device.codes[type, default: []].insert(UInt16(code))
            } else if code != 0 {
                // The row of type 0 (EV_SYN) lists the event types.
                device.codes[EventType(rawValue: UInt16(code)), default: []].formUnion([])
            }
        }
    }

    /// Parses a row of eight bytes; returns the indices of its set bits.
    private func row(_ cursor: inout ByteCursor, _ name: String) throws(Fault) -> [Int] {
        var bits: [Int] = []
        for byte in 0..<8 {
            guard let value = cursor.hexadecimal(), value <= 0xff else {
                throw Fault(message: "'\(name)' is not followed by eight bytes in hexadecimal")
            }
            for bit in 0..<8 where value >> UInt16(bit) & 1 == 1 { bits.append(byte * 8 + bit) }
        }
        guard cursor.isAtEnd() else { throw Fault(message: "'\(name)' is followed by more than eight bytes") }
        return bits
    }

    private mutating func parseAxis(_ cursor: inout ByteCursor) throws(Fault) {
        guard let code = cursor.hexadecimal(), let minimum = cursor.decimal(), let maximum = cursor.decimal(),
            let fuzz = cursor.decimal(), let flat = cursor.decimal()
        else { throw Fault(message: "'A:' is not followed by an axis, minimum, maximum, fuzz and flat") }
        guard code <= DescriptionRules.highestAxis else {
            throw Fault(message: "axis 0x\(DescriptionRules.hex(code)) does not exist", isImpossible: true)
        }
        var range = AxisRange(minimum: minimum, maximum: maximum, fuzz: fuzz, flat: flat)
        // Files of old evemu versions contain no resolution.
        if !cursor.isAtEnd() {
            guard let resolution = cursor.decimal(), cursor.isAtEnd() else {
                throw Fault(message: "the axis's resolution is not a 32-bit decimal number")
            }
            range.resolution = resolution
        }
        device.axes[Axis(rawValue: code)] = range
    }
}
