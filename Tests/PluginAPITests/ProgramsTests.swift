import Foundation
import Platform
import PluginAPI
import Schema
import Testing
import YAML

/// Tests the search for programs, and the messages about missing programs.
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

    private func warnings(_ program: String) -> [String] {
        let reading = Reading()
        Programs.check(program, at: Mark(line: 1, column: 1), reading)
        return reading.diagnostics.map(\.problem.message)
    }

    @Test func `a program that the sandbox of the service hides or stops causes a warning`() throws {
        let path = "/tmp/touchbridge-program-\(getpid())"
        try Data("#!/bin/sh\n".utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(chmod(path, 0o755) == 0)
        #expect(warnings(path).first?.hasPrefix("in the service, '\(path)' is not found, because") == true)
        #expect(warnings("/bin/sh").isEmpty)
        let su = warnings("su")
        #expect(su.count == 1 && su[0].hasPrefix("in the service, 'su' does not work"), "\(su)")
    }
}
