internal import Glibc

struct TextFile {
    let path: String

    /// Resolves a relative path against the directory of a source file, not against the working directory.
    init(_ path: String, relativeTo sourceFile: StaticString) {
        let source = "\(sourceFile)"
        let folder = source.lastIndex(of: "/").map { source[...$0] } ?? ""
        self.path = path.hasPrefix("/") ? path : folder + path
    }

    /// Returns the file content; nil if the file does not exist.
    func read() throws(TestKitError) -> String? {
        guard let file = fopen(path, "re") else {
            if errno == ENOENT { return nil }
            throw failure("the file cannot be read", errno)
        }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
        if ferror(file) != 0 { throw failure("the file cannot be read", errno) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw TestKitError(path, "the file is not UTF-8 text", remedy: "specify a text file")
        }
        return text
    }

    /// Replaces the file content. Creates missing directories.
    func write(_ text: String) throws(TestKitError) {
        makeFolders()
        // Atomic: an interrupted run leaves either the old file or the new file, never a partial file.
        let draft = path + ".new"
        guard let file = fopen(draft, "we") else { throw failure("the file cannot be written", errno) }
        let bytes = Array(text.utf8)
        let written = fwrite(bytes, 1, bytes.count, file)
        let closed = fclose(file)
        guard written == bytes.count, closed == 0, rename(draft, path) == 0 else {
            let error = errno
            unlink(draft)
            throw failure("the file cannot be written", error)
        }
    }

    private func makeFolders() {
        for index in path.indices.dropFirst() where path[index] == "/" { mkdir(String(path[..<index]), 0o777) }
    }

    private func failure(_ what: String, _ errno: Int32) -> TestKitError {
        let reason = strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
        return TestKitError(path, "\(what): \(reason)", remedy: "specify a file that can be read and written")
    }
}

/// Whether the environment requests new golden files.
func isRecordingAsked() -> Bool { getenv("TOUCHBRIDGE_RECORD").map { String(cString: $0) == "1" } ?? false }
