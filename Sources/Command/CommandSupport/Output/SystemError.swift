/// The system refused something that nothing works without.
package struct SystemError: Error, CustomStringConvertible {
    let what: String
    package let number: Int32

    package init(what: String, number: Int32) { (self.what, self.number) = (what, number) }

    package var description: String { "cannot wait for \(what): \(Console.words(number))" }
}
