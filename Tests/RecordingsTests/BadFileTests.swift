import Foundation
import InputEvents
import Recordings
import TestTraits
import Testing

@Suite struct BadFileTests {
    private func error(_ path: String) throws -> String {
        try #require(throws: RecordingError.self) { try RecordingReader(path: path) }.description
    }

    @Test func `a missing file, a folder and a device are reported with a remedy`() throws {
        let scratch = try Scratch()
        let missing = try scratch.file("missing")
        #expect(try error(missing) == "\(missing): no such file or directory; check the name")
        #expect(try error(scratch.path) == "\(scratch.path): the path is a directory; specify a file in it")
        let device = "/dev/null: the path is not a regular file; save the recording to a file first"
        #expect(try error("/dev/null") == device)
        #expect(try error("") == ": the path is empty or contains a NUL byte; specify a file")
    }

    @Test func `a file without read permission is reported with a remedy`() throws {
        let scratch = try Scratch()
        let path = try scratch.file("r", "N: x\n")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
        // Root can read every file, so opening succeeds if the tests run as root.
        if getuid() == 0 {
            #expect(try RecordingReader(path: path).devices[0].name == "x")
        } else {
            #expect(
                try error(path).hasSuffix("permission denied; run as a user with access to the file, such as root")
            )
        }
    }

    @Test(arguments: [
        ("", "the file is empty"), ("\n\n# only words\n", "the file contains only comments"),
        ("hello\n", "the file is not a recording"), ("\u{1f}\u{0}\u{0}", "the file is binary"),
        ("{\"devices\": []}", "a list 'actions' is missing"),
        (
            "N: x\n" + String(repeating: "y", count: 1 << 20),
            "the line is longer than 256 KiB, too long for a recording"
        ),
        (
            "version: 3\ndevices:\n- evdev: {name: a}\n",
            "format version 3 is not supported; the supported versions are 1 and 2"
        ),
        ("version: 1\nndevices: 0\n", "the file has no 'devices' list"),
        ("version: 1\ndevices:\n", "the file lists no device"),
        ("version: 1\ndevices: []\n", "the devices must not be on the same line as 'devices:'"),
    ])
    func `a file that is no recording is rejected with the reason`(text: String, words: String) throws {
        let error = try #require(try read(text).error)
        #expect(error.message == words)
        #expect(!error.remedy.isEmpty)
        #expect(error.line != nil)
    }

    @Test(.atLimit("recording-line-bytes"), .pastLimit("recording-line-bytes"))
    func `a line can have 256 KiB including its end`() throws {
        func comment(_ count: Int) -> String { "#" + String(repeating: "x", count: count - 2) + "\nN: x\n" }
        #expect(try read(comment(256 << 10)).error == nil)
        let message = "the line is longer than 256 KiB, too long for a recording"
        #expect(try read(comment(256 << 10 + 1)).error?.message == message)
    }

    @Test(
        .atLimit("recording-devices", "record-description-bytes"),
        .pastLimit("recording-devices", "record-description-bytes")
    ) func `a recording can have 64 devices and a description of 4 MiB`() throws {
        let (head, rest) = try #require(LibinputRecordReadingTests.two.split(devices: "devices:\n"))
        let device = try #require(rest.split(devices: "  - node: /dev/input/event4"))
        func devices(_ count: Int) -> String {
            head.replacing("ndevices: 2", with: "ndevices: \(count)") + String(repeating: device.0, count: count)
        }
        #expect(try read(devices(64)).error == nil)
        #expect(try read(devices(65)).error?.message == "the file has more than 64 devices")
        let own = try #require(device.0.split(devices: "    events:")).0
        func described(_ count: Int) -> String {
            let room = count - own.utf8.count
            let line = "#" + String(repeating: "x", count: 1022) + "\n"
            let last = "#" + String(repeating: "x", count: room % 1024 + 1022) + "\n"
            let more = String(repeating: line, count: room / 1024 - 1) + last
            return LibinputRecordReadingTests.two.replacing("    hid: [12, 23]\n", with: more + "    hid: [12, 23]\n")
        }
        #expect(try read(described(4 << 20)).error == nil)
        #expect(try read(described(4 << 20 + 1)).error?.message == "the device description is larger than 4 MiB")
    }

    @Test(.atLimit("event-seconds"), .pastLimit("event-seconds"))
    func `timestamps go up to 1000000000000 s`() throws {
        let frame = "E: 1000000000000.999999 0003 0001 1\nE: 1000000000000.999999 0000 0000 0\n"
        let evemu = "N: x\nB: 03 02 00 00 00 00 00 00 00\nA: 01 0 9 0 0 0\n" + frame
        let whole = try read(evemu)
        #expect(whole.error == nil && whole.events.count == 2)
        #expect(whole.events.allSatisfy { $0.event.time == 1_000_000_000_000_999_999 })
        let late = try read(evemu.replacing("0000.", with: "0001.")).error
        #expect(late?.message == "the time is later than 1000000000000 seconds")
        // libinput record files have two parsers; the faster one requires exactly libinput's formatting. Tests both
        // parsers.
        for second in ["[  4,", "[4,  "] {
            let record = LibinputRecordReadingTests.two.replacing("[  4,", with: second)
            #expect(try read(record.replacing(second, with: "[1000000000000,")).error == nil)
            let late = try read(record.replacing(second, with: "[1000000000001,")).error
            #expect(late?.message == "'seconds' of an event must be from 0 to 1000000000000, not '1000000000001'")
        }
    }

    @Test(.atLimit("recording-warnings"), .pastLimit("recording-warnings"))
    func `100 warnings are reported, and then that there are more`() throws {
        func warnings(_ count: Int) throws -> [String] {
            let events = (0..<count).map { "E: \($0).000000 0003 \(String(0x100 + $0, radix: 16).leftPadded) 1\n" }
            let end = "E: 200.000000 0000 0000 0\n"
            return try read("N: x\nB: 03 01 00 00 00 00 00 00 00\n" + events.joined() + end).warnings
        }
        let first = try warnings(100)
        #expect(first.count == 100 && !first.contains { $0.contains("there are more") })
        for count in [101, 150] {
            let more = try warnings(count)
            #expect(more.count == 101 && more.dropLast() == first[...])
            #expect(more.last?.hasSuffix("warnings after the first 100 are omitted") == true)
        }
    }

    @Test func `a report lists warnings by line, then the error`() throws {
        let scratch = try Scratch()
        let path = try scratch.file("r", "N: x\nB: 03 01 00 00 00 00 00 00 00\nE: 1.000000 0003 0001 1\nbad\n")
        let reader = try RecordingReader(path: path)
        let error = try #require(throws: RecordingError.self) { while try reader.next() != nil {} }
        #expect(
            report(warnings: reader.warnings, error: error) == """
                \(path):3: warning: the device does not announce type 0x03, code 0x01 of this event; \
                in evemu files, type and code are hexadecimal
                \(path):4: the line is not in evemu's format; correct the line or remove it

                """
        )
        #expect(try reader.next() == nil)
    }
}

extension String {
    /// Returns the text before and after `mark`, or nil if the string lacks it. A line feed at the end of `mark` also
    /// remains in the first text.
    fileprivate func split(devices mark: String) -> (String, String)? {
        range(of: mark).map {
            (String(self[..<(mark.hasSuffix("\n") ? $0.upperBound : $0.lowerBound)]), String(self[$0.upperBound...]))
        }
    }

    fileprivate var leftPadded: String { String(repeating: "0", count: 4 - count) + self }
}
