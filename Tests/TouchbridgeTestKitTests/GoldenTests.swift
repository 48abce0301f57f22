import Foundation
import ResponderKit
import TestTraits
import Testing

@testable import TouchbridgeTestKit

@Suite(.tags(.determinism)) struct GoldenTests {
    private let scratch: Scratch
    private let path: String
    private let golden: GoldenFile

    init() throws {
        scratch = try Scratch()
        path = scratch.path + "/deep/er/golden.txt"
        golden = GoldenFile(TextFile(path, relativeTo: ""))
    }

    @Test func `a missing golden file is written and fails the test`() throws {
        let error = #expect(throws: TestKitError.self) { try golden.compare(["a", "b"], isRecording: false) }
        #expect(error?.message == "the golden file was missing and has been created")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "a\nb\n")
        try golden.compare(["a", "b"], isRecording: false)
    }

    @Test func `recording replaces the golden file and passes`() throws {
        try golden.compare(["a"], isRecording: true)
        try golden.compare(["b"], isRecording: true)
        try golden.compare(["b"], isRecording: false)
    }

    @Test func `a difference is shown with surrounding lines`() throws {
        let lines = (1...30).map { "line \($0)" }
        try golden.compare(lines, isRecording: true)
        var other = lines
        other[9] = "another"
        other.remove(at: 11)
        let error = #expect(throws: TestKitError.self) { try golden.compare(other, isRecording: false) }
        #expect(
            error?.description == """
                \(path): the file differs from the actual result; correct the code, or run with TOUCHBRIDGE_RECORD=1 to accept the new result
                    from line 7, - expected, + actual:
                      line 7
                      line 8
                      line 9
                    - line 10
                    + another
                      line 11
                    - line 12
                      line 13
                      line 14
                      line 15
                """
        )
    }

    @Test func `a long difference is truncated`() throws {
        let text = LineDifference.text(expected: (1...9000).map { "\($0)" }, actual: (1...9000).map { "x\($0)" })
        #expect(text?.split(separator: "\n").count == 26)
        #expect(text?.hasSuffix("…") == true)
    }

    @Test func `texts of different length differ`() {
        #expect(LineDifference.text(expected: ["a"], actual: ["a", "b"])?.contains("+ b") == true)
        #expect(LineDifference.text(expected: ["a", "b"], actual: ["a"])?.contains("- b") == true)
        #expect(LineDifference.text(expected: [], actual: []) == nil)
    }

    @Test func `a folder in place of the golden file is reported with the reason`() throws {
        let file = GoldenFile(TextFile(scratch.path, relativeTo: ""))
        let error = #expect(throws: TestKitError.self) { try file.compare(["a"], isRecording: false) }
        #expect(error?.location == scratch.path)
        #expect(error?.message.contains("directory") == true)
    }

    @Test func `the trace of a tap is unchanged`() throws {
        let stage = TestStage(width: 400, height: 300)
        let button = Button(frame: Rect(x: 50, y: 50, width: 100, height: 100))
        button.identifier = "bell"
        stage.window.addSubview(button)
        try expectTrace(of: TouchScript("tap 1 60,60"), on: stage, matches: "goldens/tap.jsonl")
    }
}

/// A temporary directory, removed when the object is deallocated.
final class Scratch {
    let path = NSTemporaryDirectory() + "test-kit-" + UUID().uuidString

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }
}
