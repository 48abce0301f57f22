/// One line of JSON, written into bytes: names and numbers, in the order in which they are added.
package struct JSONLine {
    package private(set) var bytes: [UInt8] = []
    private var isEmpty = true

    package init() {}

    /// Begins a line.
    package mutating func begin() {
        bytes.append(UInt8(ascii: "{"))
        isEmpty = true
    }

    /// Ends the line.
    package mutating func end() { bytes += [UInt8(ascii: "}"), UInt8(ascii: "\n")] }

    package mutating func clear() { bytes.removeAll(keepingCapacity: true) }

    package mutating func add(_ name: StaticString, _ number: Int64) {
        key(name)
        bytes.append(contentsOf: String(number).utf8)
    }

    /// A number with as few digits as tell it from every other one, whole ones without a point.
    package mutating func add(_ name: StaticString, _ number: Double) {
        key(name)
        if number.rounded() == number, number.magnitude < 1e15 {
            bytes.append(contentsOf: String(Int64(number)).utf8)
        } else {
            bytes.append(contentsOf: (number.isFinite ? "\(number)" : "null").utf8)
        }
    }

    package mutating func add(_ name: StaticString, _ text: String?) {
        key(name)
        if let text { quote(text) } else { bytes.append(contentsOf: "null".utf8) }
    }

    package mutating func add(_ name: StaticString, _ texts: [String]) {
        key(name)
        list(texts) { $0.quote($1) }
    }

    package mutating func add(_ name: StaticString, _ numbers: [Int]) {
        key(name)
        list(numbers) { $0.bytes.append(contentsOf: String($1).utf8) }
    }

    private mutating func list<Element>(_ elements: [Element], _ write: (inout JSONLine, Element) -> Void) {
        bytes.append(UInt8(ascii: "["))
        for (place, element) in elements.enumerated() {
            if place > 0 { bytes.append(UInt8(ascii: ",")) }
            write(&self, element)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func key(_ name: StaticString) {
        if !isEmpty { bytes.append(UInt8(ascii: ",")) }
        isEmpty = false
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: "\":".utf8)
    }

    private mutating func quote(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x0a: bytes.append(contentsOf: "\\n".utf8)
            case 0..<0x20, 0x7f:
                let digits = Array("0123456789abcdef".utf8)
                bytes.append(contentsOf: "\\u00".utf8)
                bytes += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
