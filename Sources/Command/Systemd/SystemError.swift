internal import Glibc

/// The system refused something that nothing works without.
package struct SystemError: Error, CustomStringConvertible {
    let what: String
    package let number: Int32

    package init(what: String, number: Int32) { (self.what, self.number) = (what, number) }

    package var description: String { "cannot wait for \(what): \(Self.words(number))" }

    /// The C library's words for an error, in lower case like all of our messages.
    package static func words(_ number: Int32) -> String {
        let text = String(cString: strerror(number))
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
