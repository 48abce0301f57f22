internal import Schema
internal import YAML

/// What is left of the limits while a layout is put together; what goes beyond is told of once.
final class Budget {
    let limits: LayoutLimits
    private let reading: Reading
    private var values = 0
    private var textBytes = 0
    private(set) var isExhausted = false

    init(_ limits: LayoutLimits, _ reading: Reading) {
        self.limits = limits
        self.reading = reading
    }

    /// Whether one more value may be made, so deep within others.
    func takes(_ node: Node, depth: Int) -> Bool {
        values += 1
        return allows(node, depth: depth)
    }

    /// The same of a value that has been counted.
    func allows(_ node: Node, depth: Int) -> Bool {
        if values > limits.values {
            exhaust("more than \(limits.values) values, with includes, aliases and templates resolved", node)
        } else if depth > limits.depth {
            exhaust("more than \(limits.depth) lists and mappings within each other", node)
        }
        return !isExhausted
    }

    /// Whether a text of such a length may be made.
    func takes(text bytes: Int, _ node: Node) -> Bool {
        textBytes += bytes
        if textBytes > limits.textBytes {
            exhaust("templates make more than \(limits.textBytes >> 20) MiB of texts", node)
        }
        return !isExhausted
    }

    private func exhaust(_ message: String, _ node: Node) {
        if !isExhausted { reading.error("\(message); make the layout smaller", at: node) }
        isExhausted = true
    }
}
