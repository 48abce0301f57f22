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
}
