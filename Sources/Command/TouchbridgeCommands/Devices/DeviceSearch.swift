internal import CommandSupport
internal import DeviceNodes
internal import Evdev
internal import Glibc
internal import InputEvents

/// Finds devices by their node or their name.
struct DeviceSearch {
    /// The devices that are there, the lowest node first.
    let nodes: [DeviceNode]

    /// Looks at what there is now.
    init() throws(EvdevError) {
        let monitor = try DeviceMonitor()
        var nodes: [DeviceNode] = []
        while let change = monitor.next() {
            switch change {
            case .added(let node): nodes.append(node)
            // It went while we were looking.
            case .removed(let node): nodes.removeAll { $0.systemPath == node.systemPath }
            }
        }
        self.nodes = nodes.sorted { ($0.path.utf8.count, $0.path) < ($1.path.utf8.count, $1.path) }
    }

    /// A reader for each device that was asked for.
    func readers(for arguments: Arguments) throws -> [DeviceReader] {
        var readers: [DeviceReader] = []
        var paths: Set<String> = []
        for word in arguments.positional {
            let reader = try reader(for: word)
            guard paths.insert(reader.path).inserted else {
                throw arguments.wrong("'\(word)' is a device that was named before; name each once")
            }
            readers.append(reader)
        }
        return readers
    }

    private func reader(for word: String) throws -> DeviceReader {
        if word.hasPrefix("/") {
            // udev need not know every node, for instance in a container, and knows each under one name only.
            let path = Self.resolved(word)
            if let node = nodes.first(where: { $0.path == path }) { return try DeviceReader(node) }
            return try DeviceReader(path: path)
        }
        let found = nodes.filter { fnmatch(word, $0.name, 0) == 0 }
        guard let node = found.first, found.count == 1 else { throw SearchError(word: word, found: found) }
        return try DeviceReader(node)
    }

    /// The node behind a link such as those in /dev/input/by-path.
    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }
}

private struct SearchError: Error, CustomStringConvertible {
    let word: String
    /// What the word fits.
    let found: [DeviceNode]

    var description: String {
        guard !found.isEmpty else {
            return "no device is called '\(word)'; 'touchbridge devices --all' lists what there is"
        }
        let list = found.map { node in
            let place = [node.properties["ID_PATH"], node.physical].compactMap { $0 }.first { !$0.isEmpty }
            return "\(node.path) at \(place ?? "an unknown place")"
        }
        return "'\(word)' is the name of several devices; say which: \(list.joined(separator: ", "))"
    }
}
