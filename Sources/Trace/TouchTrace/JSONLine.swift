package import JSON

/// Writes one JSON object on one line, as bytes. Members are in the order of addition.
package struct JSONLine {
    private var json = JSONBytes()
    private var isEmpty = true

    package init() {}

    package var bytes: [UInt8] { json.bytes }

    package mutating func begin() {
        json.append(raw: "{")
        isEmpty = true
    }

    package mutating func end() { json.append(raw: "}\n") }

    package mutating func clear() { json.clear() }

    package mutating func add(_ name: StaticString, _ number: Int64) {
        key(name)
        json.append(number)
    }

    /// Adds a number with the fewest digits that parse to the same value. Whole numbers below 1e15 have no decimal
    /// point.
    package mutating func add(_ name: StaticString, _ number: Double) {
        key(name)
        json.append(number)
    }

    package mutating func add(_ name: StaticString, _ text: String?) {
        key(name)
        if let text { json.append(text) } else { json.append(raw: "null") }
    }

    package mutating func add(_ name: StaticString, _ texts: [String]) {
        key(name)
        list(texts) { $0.append($1) }
    }

    package mutating func add(_ name: StaticString, _ numbers: [Int]) {
        key(name)
        list(numbers) { $0.append(Int64($1)) }
    }

    package mutating func add(_ name: StaticString, value: JSONValue) {
        key(name)
        json.append(value)
    }

    package mutating func add(_ name: StaticString, json: [UInt8]) {
        key(name)
        self.json.append(raw: json)
    }

    private mutating func list<Element>(_ elements: [Element], _ write: (inout JSONBytes, Element) -> Void) {
        json.append(raw: "[")
        for (index, element) in elements.enumerated() {
            if index > 0 { json.append(raw: ",") }
            write(&json, element)
        }
        json.append(raw: "]")
    }

    private mutating func key(_ name: StaticString) {
        if !isEmpty { json.append(raw: ",") }
        isEmpty = false
        json.append(raw: "\"")
        json.append(raw: name)
        json.append(raw: "\":")
    }
}
