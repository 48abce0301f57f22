import Glibc

enum Console {
    /// What is to be known of a run and is no figure.
    static func note(_ text: String) {
        let line = text + "\n"
        write(2, line, line.utf8.count)
    }
}
