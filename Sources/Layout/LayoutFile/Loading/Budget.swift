internal import Schema
internal import YAML

/// Counts values and text while a layout is loaded, and reports the first limit that the layout exceeds.
final class Budget {
    let limits: LayoutLimits
    private let reading: Reading
    private var values = 0
    /// Number of bytes of text with includes and aliases resolved.
    private var readBytes = 0
    /// Number of bytes of template text. For each string, counts the text before or after expansion, whichever is
    /// longer.
    private var madeBytes = 0
    private(set) var isExhausted = false
    /// Indices of the keys of each large mapping, by the location of the mapping. Cached, because each repetition of a
    /// repeated view reads the mapping again.
    private var keyIndices: [Mark: [String: Int]] = [:]
    /// Minimum number of keys of a large mapping.
    private static let largeMapping = 32

    init(_ limits: LayoutLimits, _ reading: Reading) {
        self.limits = limits
        self.reading = reading
    }

    /// Counts a value. Returns whether the limits on the number of values and on depth allow the value.
    func takes(_ node: Node, depth: Int) -> Bool {
        values += 1
        return allows(node, depth: depth)
    }

    /// Returns whether the limits allow a value that was already counted.
    func allows(_ node: Node, depth: Int) -> Bool {
        if values > limits.values {
            exhaust("more than \(limits.values) values after resolving includes, aliases and templates", node)
        } else if depth > limits.depth {
            exhaust("more than \(limits.depth) nested lists and mappings", remedy: "use fewer levels", node)
        }
        return !isExhausted
    }

    /// Counts a value and its text, which aliases and includes may repeat many times. Returns whether the limits allow
    /// both.
    func takes(reading node: Node, depth: Int) -> Bool {
        readBytes += node.textBytes
        if readBytes > limits.textBytes {
            exhaust("more than \(limits.textBytes >> 20) MiB of text after resolving includes and aliases", node)
        }
        return takes(node, depth: depth)
    }

    /// Counts a string that was created by expanding a template string. Returns whether the limit allows the string.
    func takes(text bytes: Int, of source: Int, _ node: Node) -> Bool {
        madeBytes += max(bytes, source)
        if madeBytes > limits.textBytes {
            exhaust("more than \(limits.textBytes >> 20) MiB of text after expanding templates", node)
        }
        return !isExhausted
    }

    /// Returns the value of a key of a mapping; nil if the node is not a mapping with this key.
    func member(_ key: String, of node: Node) -> Node? {
        guard let pairs = node.mapping, pairs.count >= Self.largeMapping else { return node[key] }
        if keyIndices[node.mark] == nil {
            let indices = pairs.enumerated().compactMap { index, pair in pair.key.scalar.map { ($0.text, index) } }
            keyIndices[node.mark] = Dictionary(indices) { first, _ in first }
        }
        guard let index = keyIndices[node.mark]?[key] else { return nil }
        return pairs[index].value
    }

    private func exhaust(_ message: String, remedy: String = "make the layout smaller", _ node: Node) {
        if !isExhausted { reading.error("\(message); \(remedy)", .limitExceeded, at: node) }
        isExhausted = true
    }
}

extension Node {
    /// Number of bytes of a scalar's text or of a mapping's keys; the values of a mapping are counted separately.
    fileprivate var textBytes: Int {
        switch content {
        case .scalar(let scalar): scalar.text.utf8.count
        case .sequence: 0
        case .mapping(let pairs): pairs.reduce(0) { $0 + ($1.key.scalar?.text.utf8.count ?? 0) }
        }
    }
}
