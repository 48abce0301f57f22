internal import CInput
internal import Glibc

/// A process that has a device's node open.
public struct NodeHolder: Hashable, Sendable, CustomStringConvertible {
    /// Command name of the process.
    public let name: String
    /// Process id.
    public let process: Int32

    /// `name (process id)`, for messages.
    public var description: String { "\(name) (process \(process))" }

    /// Returns the other processes that have a node open. Omits processes whose /proc entries this user cannot read.
    public static func holders(of path: String) -> [NodeHolder] {
        let device = tb_device_number(path)
        guard device > 0 else { return [] }
        let own = getpid()
        return names(in: "/proc").compactMap { Int32($0) }.filter { $0 != own }.sorted().compactMap { process in
            let folder = "/proc/\(process)/fd"
            guard names(in: folder).contains(where: { tb_device_number("\(folder)/\($0)") == device }) else {
                return nil
            }
            return NodeHolder(name: firstLine(of: "/proc/\(process)/comm") ?? "?", process: process)
        }
    }

    private static func firstLine(of path: String) -> String? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            guard let line = fgets(buffer.baseAddress!, 256, file) else { return nil }
            return String(String(cString: line).prefix { $0 != "\n" })
        }
    }
}

/// Returns the names of the entries of a directory; empty if the directory cannot be read.
package func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
            tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { names.append(name) }
    }
    return names
}
