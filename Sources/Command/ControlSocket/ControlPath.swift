internal import CommandSupport
internal import FlightDumps
internal import Glibc

/// Paths of the control sockets of running services.
package enum ControlPath {
    private static let (name, suffix) = ("control", "sock")
    /// Runtime folder of the packaged service.
    private static let systemFolder = "/run/touchbridge"

    /// Returns the control-socket path of the service for a layout. Nil without a runtime folder, or if the path is too
    /// long for a socket address.
    package static func own(for layout: String) -> String? {
        RuntimeFolder.file(name, of: layout, suffix).flatMap { $0.utf8.count <= 107 ? $0 : nil }
    }

    /// Returns whether the path is the control socket of the service that runs the layout.
    package static func isSocket(_ path: String, of layout: String) -> Bool {
        path.hasSuffix("/" + RuntimeFolder.fileName(name, of: layout, suffix))
    }

    /// Returns the sockets in the runtime folders of the packaged service and of the user, sorted.
    package static var all: [String] {
        let folders = [
            EnvironmentPath.first(of: "RUNTIME_DIRECTORY"),
            EnvironmentPath.first(of: "XDG_RUNTIME_DIR").map { "\($0)/touchbridge" }, systemFolder,
        ]
        let paths = Set(folders.compactMap(\.self)).flatMap { folder in
            files(in: folder).filter { $0.hasPrefix("\(name)-") && $0.hasSuffix(".\(suffix)") }.map {
                "\(folder)/\($0)"
            }
        }
        return paths.sorted()
    }

    private static func files(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            withUnsafeBytes(of: entry.pointee.d_name) { name in
                names.append(String(decoding: name.prefix { $0 != 0 }, as: UTF8.self))
            }
        }
        return names
    }
}
