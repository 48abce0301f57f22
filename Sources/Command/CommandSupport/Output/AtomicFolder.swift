internal import Glibc

/// A new folder that is created atomically, with all its files.
package struct AtomicFolder {
    /// A file in the folder; the file's name may include subfolders.
    package struct File {
        package let name: String
        package let bytes: [UInt8]
        let mode: UInt32

        package init(name: String, bytes: [UInt8], mode: UInt32 = 0o666) {
            (self.name, self.bytes, self.mode) = (name, bytes, mode)
        }
    }

    /// Path as given on the command line, without trailing slashes.
    package let path: String

    package init(_ path: String) {
        var path = Substring(path)
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.path = String(path)
    }

    /// Whether a file or folder exists at the path.
    package var isTaken: Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Writes all files to a temporary folder next to the path and then renames this folder. Deletes the temporary
    /// folder on failure.
    package func write(_ files: [File]) throws(WriteError) {
        let draft = AtomicFile.temporaryName(beside: path)
        var (names, folders): ([String], [String]) = ([], [])
        do throws(WriteError) {
            try make(draft, &folders)
            for file in files {
                for index in file.name.indices where file.name[index] == "/" {
                    try make("\(draft)/\(file.name[..<index])", &folders)
                }
                names.append("\(draft)/\(file.name)")
                let name = "\(path)/\(file.name)"
                try AtomicFile.make("\(draft)/\(file.name)", file.bytes, mode: file.mode, calledBy: name)
            }
            for folder in folders.reversed() { AtomicFile.synchronize(folder: folder) }
            // If another process has created the folder in the meantime, `rename` replaces that folder only if it is
            // empty.
            guard rename(draft, path) == 0 else { throw WriteError(name: path, number: errno, isFile: true) }
        } catch {
            for path in names + folders.reversed() { remove(path) }
            throw error
        }
        AtomicFile.synchronize(folder: AtomicFile.folder(of: path))
    }

    private func make(_ folder: String, _ folders: inout [String]) throws(WriteError) {
        if mkdir(folder, 0o777) == 0 {
            folders.append(folder)
        } else if errno != EEXIST || folders.isEmpty {
            throw WriteError(name: path, number: errno, isFile: true)
        }
    }
}
