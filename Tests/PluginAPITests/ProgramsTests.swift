import Platform
import PluginAPI
import Testing

/// The search for programs.
struct ProgramsTests {
    @Test
    func `a folder that stands twice in the search path is named once`() throws {
        var programs = Programs(path: "/usr/none:/usr/none:/usr/nothing:/usr/none")
        let error = #expect(throws: ServiceError.self) { _ = try programs.find("no-such-program", in: nil) }
        #expect(try #require(error).message.contains("was not found in /usr/none:/usr/nothing; install it"))
    }

    @Test func `a program with its arguments in one text is split by the remedy`() throws {
        var programs = Programs(path: "/usr/none")
        let error = #expect(throws: ServiceError.self) { _ = try programs.find("systemctl reboot", in: nil) }
        let remedy = "separate the program and its arguments, as in '[systemctl, reboot]'"
        #expect(try #require(error).message.hasSuffix(remedy))
    }
}
