internal import CommandSupport
internal import Glibc

/// The runtime folder in `/run`. Its files survive the process, but not a reboot.
package enum RuntimeFolder {
    /// Returns the path of a file for a layout; nil if no runtime folder exists.
    package static func file(_ name: String, of layout: String, _ suffix: String) -> String? {
        guard let folder = EnvironmentPath.first(of: "RUNTIME_DIRECTORY") ?? userFolder else { return nil }
        return "\(folder)/\(fileName(name, of: layout, suffix))"
    }

    /// Returns the name of a file for a layout, without the folder.
    package static func fileName(_ name: String, of layout: String, _ suffix: String) -> String {
        "\(name)-\(SHA256.hex(of: Array(absolute(layout).utf8)).prefix(16)).\(suffix)"
    }

    private static var userFolder: String? {
        guard let folder = EnvironmentPath.first(of: "XDG_RUNTIME_DIR").map({ $0 + "/touchbridge" }) else { return nil }
        mkdir(folder, 0o700)
        // Rejects a folder that other users can write to: they could place a link at the file's path.
        var status = stat()
        guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
            status.st_mode & (S_IWGRP | S_IWOTH) == 0
        else { return nil }
        return folder
    }

    private static func absolute(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }
}
