import Foundation
import LayoutFile
import Schema
import Testing
import TouchbridgeTestKit

/// Checks the layouts in `fixtures/layouts`. A file next to each invalid layout contains the complete expected
/// messages, with their codes in brackets.
struct FixtureTests {
    @Test(arguments: Fixtures.layouts("invalid"))
    func `an invalid layout is reported with the complete message and its code`(_ name: String) throws {
        let path = Fixtures.folder.appending(path: "invalid").path
        let reading = check(path: "\(path)/\(name)").reading
        #expect(!reading.diagnostics.isEmpty)
        let text = reading.sorted.map { diagnostic in
            let lines = diagnostic.description.split(separator: "\n", maxSplits: 1)
            return (["\(lines[0]) [\(diagnostic.code.rawValue)]"] + lines.dropFirst()).joined(separator: "\n")
        }.joined(separator: "\n")
        let lines = text.replacing("\(path)/", with: "").split(separator: "\n", omittingEmptySubsequences: false)
        try expectLines(lines.map(String.init), matches: "\(path)/\(name.dropLast(5)).expected")
    }

    @Test
    func `there are at least 80 invalid layouts`() {
        #expect(Fixtures.layouts("invalid").count >= 80)
    }

    @Test(arguments: Fixtures.layouts("valid"))
    func `a valid layout causes no message`(_ name: String) throws {
        let path = Fixtures.folder.appending(path: "valid/\(name)").path
        let (plan, reading) = check(path: path)
        #expect(reading.sorted.map(\.description) == [])
        #expect(plan != nil)
    }
}
