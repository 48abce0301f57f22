import Glibc

enum Console {
    /// Prints a remark on a run to standard error.
    static func note(_ text: String) {
        let line = text + "\n"
        write(2, line, line.utf8.count)
    }
}
