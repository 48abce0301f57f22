internal import Evdev
internal import Glibc
internal import InputEvents

/// Finds devices by their node or their name.
struct DeviceSearch {
    private let nodes: [DeviceNode]

    /// Looks at what there is now.
    init() throws(EvdevError) {
        let monitor = try DeviceMonitor()
        var nodes: [DeviceNode] = []
        while case .added(let node)? = monitor.next() { nodes.append(node) }
        self.nodes = nodes
    }

    /// A reader for each device that was asked for.
    func readers(for words: [String]) throws -> [DeviceReader] {
        var readers: [DeviceReader] = []
        for word in words {
            if word.hasPrefix("/") {
                if let node = nodes.first(where: { $0.path == word }) {
                    readers.append(try DeviceReader(node))
                } else {
                    // udev need not know every node, for instance in a container.
                    readers.append(try DeviceReader(path: word))
                }
            } else {
                let found = nodes.filter { fnmatch(word, $0.name, 0) == 0 }
                guard let node = found.first else { throw SearchError(word: word, found: []) }
                guard found.count == 1 else { throw SearchError(word: word, found: found) }
                readers.append(try DeviceReader(node))
            }
        }
        return readers
    }
}

private struct SearchError: Error, CustomStringConvertible {
    let word: String
    let found: [DeviceNode]

    var description: String {
        guard !found.isEmpty else {
            return "no device is called '\(word)'; 'touchbridge devices --all' lists what there is"
        }
        let list = found.map { "\($0.path) at \($0.properties["ID_PATH"] ?? $0.physical ?? "an unknown place")" }
        return "'\(word)' is the name of several devices; say which: \(list.joined(separator: ", "))"
    }
}
