internal import CommandSupport
internal import DeviceNodes
internal import Evdev
internal import Glibc
internal import InputEvents

/// Finds devices by device node or name.
struct DeviceSearch {
    /// Connected devices, sorted by device node.
    let nodes: [DeviceNode]

    /// Enumerates the connected devices.
    init() throws(EvdevError) {
        let monitor = try DeviceMonitor()
        var nodes: [DeviceNode] = []
        while let change = monitor.next() {
            switch change {
            case .added(let node): nodes.append(node)
            // The device was removed during the enumeration.
            case .removed(let node): nodes.removeAll { $0.systemPath == node.systemPath }
            }
        }
        self.nodes = nodes.sorted { ($0.path.utf8.count, $0.path) < ($1.path.utf8.count, $1.path) }
    }

    /// Opens the devices named on the command line. `noun` names the type of device in error messages.
    func readers(for arguments: Arguments, _ noun: String = "device") throws -> [DeviceReader] {
        var readers: [DeviceReader] = []
        var paths: Set<String> = []
        for word in arguments.positional {
            let reader = try reader(for: word, noun)
            guard paths.insert(reader.path).inserted else {
                let problem = "'\(word)' is the same device as an earlier argument"
                throw arguments.wrong("\(problem); specify each device only once")
            }
            readers.append(reader)
        }
        return readers
    }

    private func reader(for word: String, _ noun: String) throws -> DeviceReader {
        if word.hasPrefix("/") {
            // Opens the path directly if udev does not list it. In a container, for instance, udev may have no
            // information about the node. In addition, udev lists only one path of each node.
            let path = Self.resolved(word)
            if let node = nodes.first(where: { $0.path == path }) { return try DeviceReader(node) }
            return try DeviceReader(path: path)
        }
        let found = nodes.filter { fnmatch(word, $0.name, 0) == 0 }
        guard let node = found.first, found.count == 1 else { throw SearchError(noun: noun, word: word, found: found) }
        return try DeviceReader(node)
    }

    /// Resolves a symbolic link, such as a link in `/dev/input/by-path`.
    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }
}

private struct SearchError: Error, CustomStringConvertible {
    let noun: String
    let word: String
    /// Devices that match the search word.
    let found: [DeviceNode]

    var description: String {
        guard !found.isEmpty else {
            return "no \(noun) has the name '\(word)'; list all devices with 'touchbridge devices --all'"
        }
        let list = found.map { node in
            let port = [node.properties["ID_PATH"], node.physical].compactMap { $0 }.first { !$0.isEmpty }
            return "\(node.path) at \(port ?? "an unknown path")"
        }
        return "'\(word)' matches several devices; use one of these nodes: \(list.joined(separator: ", "))"
    }
}
