internal import Glibc

/// A failed system call without which the program cannot work.
package struct SystemError: Error, CustomStringConvertible {
    let what: String
    package let number: Int32

    package init(what: String, number: Int32) { (self.what, self.number) = (what, number) }

    package var description: String { "cannot wait for \(what): \(Self.words(number))" }

    /// Returns the C library's error message with a lower-case first letter.
    package static func words(_ number: Int32) -> String {
        let text = String(cString: strerror(number))
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
