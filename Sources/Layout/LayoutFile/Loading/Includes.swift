internal import Schema
internal import YAML

/// Replaces `include: FILE` with the contents of the file.
struct Includes {
    let texts: SourceTexts
    let reading: Reading
    let budget: Budget
    /// Stack of the files that are being included; the outermost file is first.
    private var open: [SourceTexts.Text]

    init(_ texts: SourceTexts, _ reading: Reading, _ budget: Budget, in text: SourceTexts.Text) {
        (self.texts, self.reading, self.budget) = (texts, reading, budget)
        open = [text]
    }

    /// Returns the node with all includes resolved.
    func resolved(_ node: Node, depth: Int = 0) -> Node {
        guard budget.takes(reading: node, depth: depth) else { return Node(.scalar(Scalar("")), mark: node.mark) }
        var node = node
        switch node.content {
        case .scalar: break
        case .sequence(let nodes):
            node.content = .sequence(nodes.flatMap { elements($0, depth: depth + 1) })
        case .mapping(let pairs):
            let own = pairs.filter { !$0.isInclude }.map {
                Node.Pair(key: $0.key, value: resolved($0.value, depth: depth + 1))
            }
            node.content = .mapping(own)
            guard let include = pairs.first(where: \.isInclude) else { return node }
            guard let whole = file(include, depth: depth) else { return node }
            guard whole.mapping != nil else {
                reading.error(
                    "the included file must contain a mapping, not \(whole.kind)",
                    .wrongValue,
                    at: include.value
                )
                return node
            }
            return whole.overridden(by: node)
        }
        return node
    }

    /// Returns the resolved element of a list. If the element includes a file with a list, returns all elements of that
    /// list.
    private func elements(_ node: Node, depth: Int) -> [Node] {
        guard let pairs = node.mapping, pairs.count == 1, pairs[0].isInclude else {
            return [resolved(node, depth: depth)]
        }
        guard let whole = file(pairs[0], depth: depth) else { return [] }
        return whole.sequence ?? [whole]
    }

    /// Returns the contents of the included file with the file's own includes resolved; nil after an error, which is
    /// reported.
    private func file(_ include: Node.Pair, depth: Int) -> Node? {
        guard let name = include.value.scalar, !name.isNull, !name.text.isEmpty else {
            let message = "'include' must be the path of a file, not \(include.value.kind)"
            reading.error(message, .wrongValue, at: include.value)
            return nil
        }
        guard open.count <= budget.limits.includeDepth else {
            let message = "more than \(budget.limits.includeDepth) nested includes"
            reading.error("\(message); include fewer files in each other", .limitExceeded, at: include.value)
            return nil
        }
        let path = Self.path(name.text, from: open[open.count - 1].name)
        do throws(RegularFile.Failure) {
            guard let text = try texts.text(of: path, isIncluded: true) else { return nil }
            if let first = open.firstIndex(where: { $0.identity != nil && $0.identity == text.identity }) {
                let circle = (open[first...].map(\.name) + [text.name]).joined(separator: " → ")
                reading.error(
                    "circular include: \(circle); remove one of these includes",
                    .circularReference,
                    at: include.value
                )
                return nil
            }
            guard let root = text.root else {
                if text.isEmpty {
                    let message = "the file \(include.value.kind) is empty; add keys to it or remove this include"
                    reading.error(message, .missingKey, at: include.value)
                }
                return nil
            }
            guard root.scalar == nil, text.showsLines || !root.hasOddKeys else {
                // The message does not quote the contents of the file, which may be confidential.
                let message = "\(include.value.kind) does not look like a layout file; specify a layout file"
                reading.error(message, .unreadableFile, at: include.value)
                return nil
            }
            var inner = self
            inner.open.append(text)
            return inner.resolved(root, depth: depth)
        } catch {
            reading.error("\(include.value.kind) cannot be read: \(error.reason)", .unreadableFile, at: include.value)
            return nil
        }
    }

    /// Returns the path of an included file. A relative path is resolved against the directory of the including file.
    private static func path(_ name: String, from file: String) -> String {
        guard !name.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return name }
        return file[...slash] + name
    }
}

extension Node.Pair {
    fileprivate var isInclude: Bool { key.scalar?.text == "include" }
}

extension Node {
    /// Whether the mapping has keys that are impossible in layouts. Such a file, for example a password file, was
    /// probably included by mistake: YAML parses a line with a colon at its end as a key.
    fileprivate var hasOddKeys: Bool {
        mapping?.contains { $0.key.scalar.map { $0.text.contains(":") } ?? true } ?? false
    }

    /// Returns this mapping with the entries of `other` added; entries of `other` replace entries with equal keys. The
    /// result has the source position of `other`.
    func overridden(by other: Node) -> Node {
        var pairs = mapping ?? []
        var indices: [String: Int] = [:]
        for (index, pair) in pairs.enumerated() {
            if let name = pair.key.scalar?.text, indices[name] == nil { indices[name] = index }
        }
        for pair in other.mapping ?? [] {
            if let name = pair.key.scalar?.text, let index = indices[name] {
                pairs[index] = pair
            } else {
                pairs.append(pair)
            }
        }
        return Node(.mapping(pairs), mark: other.mark)
    }
}
