import Foundation
import Glibc
import Testing

/// Tests that a picture atomically replaces an existing file; if that is impossible, it overwrites the file.
struct PicturePlaceTests {
    private static let isRoot = geteuid() == 0
    private static let tree = [
        "tree",
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../fixtures/pictures/kiosk.yaml")
            .standardizedFileURL.path,
    ]
    private static let canMount: Bool = {
        guard let probe = try? RunningCommand(["-m", "mount", "--bind", "/", "/"], of: "/usr/bin/unshare") else {
            return false
        }
        return probe.wait() == 0
    }()

    /// Runs a shell script. `"$@"` in the script is a command that draws a tree.
    private func run(_ script: String, in scratch: Scratch) throws -> (status: Int32?, complaints: String) {
        let own = try Scratch()
        let words = ["-c", script, "sh", Command.binary.path] + Self.tree
        let command = try RunningCommand(words, of: "/bin/sh", errors: .file(own.path("errors")), in: scratch)
        let status = command.wait()
        return (status, try String(contentsOf: own.url("errors"), encoding: .utf8))
    }

    private func isPicture(_ name: String, in scratch: Scratch) throws -> Bool {
        let text = try String(contentsOf: scratch.url(name), encoding: .utf8)
        return text.hasPrefix("<svg") && text.hasSuffix("</svg>\n")
    }

    private func node(_ name: String, in scratch: Scratch) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: scratch.path(name))[.systemFileNumber] as? Int
    }

    @Test
    func `a circular link is rejected and unchanged`() throws {
        let scratch = try Scratch()
        for (link, target) in [("one", "two"), ("two", "one")] {
            try FileManager.default.createSymbolicLink(atPath: scratch.path(link), withDestinationPath: target)
        }
        let outcome = try Command.run(Self.tree + ["--svg", "one"], in: scratch)
        #expect(outcome.status == 1)
        #expect(outcome.complaints.contains("one: the picture cannot be written: too many levels of symbolic links"))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: scratch.path("one")) == "two")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: scratch.path("two")) == "one")
    }

    @Test(arguments: ["--svg /dev/stdout", "--svg /dev/fd/3 3>&1 >/dev/null"])
    func `a picture is written to a pipe behind a link in /dev`(_ option: String) throws {
        let scratch = try Scratch()
        let (status, complaints) = try run("\"$@\" \(option) | cat >out", in: scratch)
        #expect(status == 0 && complaints == "", "\(complaints)")
        #expect(try isPicture("out", in: scratch))
        #expect(scratch.names == ["out"])
    }

    @Test
    func `a picture is written to a file that was unlinked`() throws {
        let scratch = try Scratch()
        let script = "exec 3<>x 4<x && rm x && \"$@\" --svg /dev/fd/3 && cat <&4 >out"
        let (status, complaints) = try run(script, in: scratch)
        #expect(status == 0 && complaints == "", "\(complaints)")
        #expect(try isPicture("out", in: scratch))
        #expect(scratch.names == ["out"])
    }

    @Test(.enabled(if: isRoot))
    func `a replaced file retains its owner, group and mode`() throws {
        let scratch = try Scratch()
        try scratch.write("x", Data("what was there".utf8))
        try #require(chown(scratch.path("x"), 4321, 8765) == 0 && chmod(scratch.path("x"), 0o2640) == 0)
        let before = try node("x", in: scratch)
        let outcome = try Command.run(Self.tree + ["--svg", "x"], in: scratch)
        #expect(outcome.status == 0, "\(outcome.complaints)")
        #expect(try isPicture("x", in: scratch))
        let attributes = try FileManager.default.attributesOfItem(atPath: scratch.path("x"))
        #expect(attributes[.systemFileNumber] as? Int != before)
        #expect(attributes[.ownerAccountID] as? Int == 4321)
        #expect(attributes[.groupOwnerAccountID] as? Int == 8765)
        #expect(attributes[.posixPermissions] as? Int == 0o2640)
    }

    @Test
    func `a file in a read-only folder is written in place`() throws {
        let scratch = try Scratch()
        try scratch.write("x", Data(repeating: 0x2e, count: 1 << 20))
        let before = try node("x", in: scratch)
        // Without this capability, root is subject to file permissions.
        let user = Self.isRoot ? "setpriv --bounding-set=-dac_override" : ""
        let script = "chmod 555 . && \(user) \"$@\" --svg x; status=$?; chmod 755 .; exit $status"
        let (status, complaints) = try run(script, in: scratch)
        #expect(status == 0 && complaints == "", "\(complaints)")
        #expect(try isPicture("x", in: scratch))
        #expect(try node("x", in: scratch) == before)
        #expect(scratch.names == ["x"])
    }

    @Test(.enabled(if: isRoot && canMount))
    func `a file that is a mount point is written in place`() throws {
        let scratch = try Scratch()
        try scratch.write("below", Data("what was there".utf8))
        try scratch.write("x", Data(repeating: 0x2e, count: 1 << 20))
        let before = try node("x", in: scratch)
        let script = "exec unshare -m sh -c 'mount --bind x below && exec \"$@\" --svg below' sh \"$@\""
        let (status, complaints) = try run(script, in: scratch)
        #expect(status == 0 && complaints == "", "\(complaints)")
        #expect(try isPicture("x", in: scratch))
        #expect(try node("x", in: scratch) == before)
        #expect(try String(contentsOf: scratch.url("below"), encoding: .utf8) == "what was there")
        #expect(scratch.names == ["below", "x"])
    }
}
