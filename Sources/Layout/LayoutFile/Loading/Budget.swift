internal import Schema
internal import YAML

/// What is left of the limits while a layout is put together; what goes beyond is told of once.
final class Budget {
    let limits: LayoutLimits
    private let reading: Reading
    private var values = 0
    /// Of the texts that are there once includes and aliases are resolved.
    private var readBytes = 0
    /// Of the texts that templates were made of, and that they made.
    private var madeBytes = 0
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

    /// Whether one more value with its texts may be read: an alias or an include can repeat a long one very often.
    func takes(reading node: Node, depth: Int) -> Bool {
        readBytes += node.textBytes
        if readBytes > limits.textBytes {
            exhaust("more than \(limits.textBytes >> 20) MiB of texts, with includes and aliases resolved", node)
        }
        return takes(node, depth: depth)
    }

    /// Whether a text may be made, of another one of such a length.
    func takes(text bytes: Int, of source: Int, _ node: Node) -> Bool {
        madeBytes += max(bytes, source)
        if madeBytes > limits.textBytes {
            exhaust("templates make more than \(limits.textBytes >> 20) MiB of texts", node)
        }
        return !isExhausted
    }

    private func exhaust(_ message: String, _ node: Node) {
        if !isExhausted { reading.error("\(message); make the layout smaller", at: node) }
        isExhausted = true
    }
}

extension Node {
    /// Of its own text and those of its keys.
    fileprivate var textBytes: Int {
        switch content {
        case .scalar(let scalar): scalar.text.utf8.count
        case .sequence: 0
        case .mapping(let pairs): pairs.reduce(0) { $0 + ($1.key.scalar?.text.utf8.count ?? 0) }
        }
    }
}
