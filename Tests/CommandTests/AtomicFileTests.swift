import Foundation
import Glibc
import Testing

/// Tests that a command either replaces its output file completely or leaves it unchanged.
struct WholeFileTests {
    private static func fixture(_ name: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../fixtures/pictures/\(name)")
            .standardizedFileURL.path
    }

    private static let tree = ["tree", fixture("kiosk.yaml")]
    private static let replay = ["replay", fixture("kiosk.evemu"), "--layout", fixture("kiosk.yaml")]

    /// Runs a command with a file-size limit, which simulates a full disk. Returns its exit status and standard error.
    private func runOnFullDisk(_ words: [String], in scratch: Scratch) throws -> (status: Int32?, complaints: String) {
        let own = try Scratch()
        let command = try RunningCommand(words, errors: .file(own.path("errors")), in: scratch, onFullDisk: true)
        let status = command.wait()
        return (status, try String(contentsOf: own.url("errors"), encoding: .utf8))
    }

    @Test(arguments: [tree + ["--svg", "x"], replay + ["--svg", "x"], replay + ["--plot", "x"]])
    func `a picture that does not fit on the disk leaves the existing file unchanged`(_ words: [String]) throws {
        let scratch = try Scratch()
        try scratch.write("x", Data("what was there".utf8))
        let (status, complaints) = try runOnFullDisk(words, in: scratch)
        #expect(status == 1)
        #expect(complaints.contains("x: cannot be written: file too large; raise the file size limit"))
        #expect(try String(contentsOf: scratch.url("x"), encoding: .utf8) == "what was there")
        #expect(scratch.names == ["x"])
        let again = try Command.run(words, in: scratch)
        #expect(again.status == 0, "\(again.complaints)")
        #expect(try String(contentsOf: scratch.url("x"), encoding: .utf8).hasSuffix("</svg>\n"))
        #expect(scratch.names == ["x"])
    }

    @Test
    func `a picture that does not fit on the disk leaves no new file`() throws {
        let scratch = try Scratch()
        #expect(try runOnFullDisk(Self.replay + ["--svg", "x", "--plot", "y"], in: scratch).status == 1)
        #expect(scratch.names == [])
    }

    @Test
    func `a picture replaces the target of a link, with its mode`() throws {
        let scratch = try Scratch()
        try FileManager.default.createDirectory(at: scratch.url("folder"), withIntermediateDirectories: true)
        try scratch.write("folder/x", Data("what was there".utf8))
        try FileManager.default.setAttributes([.posixPermissions: 0o604], ofItemAtPath: scratch.path("folder/x"))
        for (link, target) in [("link", "chain"), ("chain", "folder/x"), ("open", "folder/new")] {
            try FileManager.default.createSymbolicLink(atPath: scratch.path(link), withDestinationPath: target)
        }
        for link in ["link", "open"] {
            let outcome = try Command.run(Self.tree + ["--svg", link], in: scratch)
            #expect(outcome.status == 0, "\(outcome.complaints)")
        }
        #expect(scratch.names == ["chain", "folder", "link", "open"])
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: scratch.path("link")) == "chain")
        for name in ["folder/x", "folder/new"] {
            #expect(try String(contentsOf: scratch.url(name), encoding: .utf8).hasSuffix("</svg>\n"), "\(name)")
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: scratch.path("folder/x"))
        #expect(attributes[.posixPermissions] as? Int == 0o604)
    }

    @Test
    func `make-test on a full disk leaves nothing and succeeds later`() throws {
        let scratch = try Scratch()
        let words = ["make-test", Self.fixture("kiosk.evemu"), "--layout", Self.fixture("kiosk.yaml"), "-o", "test/"]
        let (status, complaints) = try runOnFullDisk(words, in: scratch)
        #expect(status == 1)
        #expect(complaints.contains("test/recording.evemu: cannot be written: file too large; raise the file"))
        #expect(complaints.hasSuffix("no test was created\n"), "\(complaints)")
        #expect(scratch.names == [])
        let again = try Command.run(words, in: scratch)
        #expect(again.status == 0, "\(again.complaints)")
        #expect(scratch.names == ["test"])
        let files = try FileManager.default.contentsOfDirectory(atPath: scratch.path("test")).sorted()
        #expect(files == ["ReplayTest.swift", "check", "expected.jsonl", "kiosk.yaml", "recording.evemu"])
    }

    @Test(arguments: ["file", "empty", "link"])
    func `make-test does not replace an existing file, folder or link`(_ name: String) throws {
        let scratch = try Scratch()
        try scratch.write("file", Data("what was there".utf8))
        try FileManager.default.createDirectory(at: scratch.url("empty"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: scratch.path("link"), withDestinationPath: "nowhere")
        let words = ["make-test", Self.fixture("kiosk.evemu"), "--layout", Self.fixture("kiosk.yaml"), "-o", name]
        let outcome = try Command.run(words, in: scratch)
        #expect(outcome.status == 1)
        #expect(outcome.complaints.contains("\(name): the path already exists; specify a different folder with -o"))
        #expect(scratch.names == ["empty", "file", "link"])
    }

    @Test
    func `the folder of make-test appears complete in one rename`() throws {
        let scratch = try Scratch()
        let watch = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        try #require(watch >= 0)
        defer { close(watch) }
        try #require(inotify_add_watch(watch, scratch.folder.path, UInt32(IN_CREATE | IN_MOVED_TO)) >= 0)
        let words = ["make-test", Self.fixture("kiosk.evemu"), "--layout", Self.fixture("kiosk.yaml"), "-o", "test"]
        #expect(try RunningCommand(words, in: scratch).wait() == 0)
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(watch, &bytes, bytes.count)
        try #require(count > 0)
        var (offset, changes): (Int, [String]) = (0, [])
        while offset < count {
            let event = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self) }
            let start = offset + MemoryLayout<inotify_event>.size
            let name = String(decoding: bytes[start..<start + Int(event.len)].prefix { $0 != 0 }, as: UTF8.self)
            if !name.hasPrefix(".") { changes.append("\(name) \(event.mask & UInt32(IN_MOVED_TO) != 0)") }
            offset = start + Int(event.len)
        }
        #expect(changes == ["test true"])
    }
}
