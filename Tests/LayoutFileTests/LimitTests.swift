import Foundation
import LayoutFile
import Schema
import TestTraits
import Testing

/// Tests that the loader rejects inputs that would exhaust time, memory or the stack, and reports the reason.
struct LimitTests {
    @Test(.pastLimit("layout-bytes"))
    func `a file of 100 MiB is rejected without being read`() throws {
        let scratch = try Scratch()
        let path = try scratch.file("large.yaml", "")
        truncate(path, 100 << 20)
        let reason = "the file is larger than 8 MiB, the limit for a layout; check the path"
        #expect(messages(path) == ["\(path):1:1: error: the layout cannot be read: \(reason)"])
        let found = complaints(String(repeating: "#", count: 9 << 20))
        #expect(found == ["1:1: error: the layout is larger than 8 MiB; make the layout smaller"])
    }

    @Test
    func `an alias bomb is rejected`() {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1..<12 {
            let aliases = [String](repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(aliases)]\n"
        }
        #expect(complaints(text).map { $0.contains("more than 300000 values after resolving aliases") } == [true])
    }

    @Test
    func `an alias bomb of includes is rejected`() throws {
        let scratch = try Scratch()
        try scratch.file("0.yaml", "[{}, {}, {}, {}, {}, {}, {}, {}, {}, {}]")
        for level in 1..<10 {
            let element = "{subviews: [{include: \(level - 1).yaml}]}"
            let list = [String](repeating: element, count: 10).joined(separator: ", ")
            try scratch.file("\(level).yaml", "[\(list)]")
        }
        let path = try scratch.file("layout.yaml", "root: {subviews: [{include: 9.yaml}]}")
        let expected = "more than 300000 values after resolving includes, aliases and templates; make the layout"
        #expect(messages(path).map { $0.contains(expected) } == [true])
    }

    @Test(.pastLimit("layout-values"))
    func `a template bomb is rejected`() {
        var text = "templates:\n  t0: {view: {}}\n"
        for level in 1..<30 {
            let list = [String](repeating: "{template: t\(level - 1)}", count: 10).joined(separator: ", ")
            text += "  t\(level): {view: {subviews: [\(list)]}}\n"
        }
        let expected = "more than 300000 values after resolving includes, aliases and templates; make the layout"
        #expect(complaints(text + "root: {template: t29}\n").map { $0.contains(expected) } == [true])
    }

    @Test(.pastLimit("layout-text-bytes"))
    func `texts that double with each template are rejected`() {
        let long = String(repeating: "x", count: 1000)
        var text = "templates:\n  t0: {parameters: {a: }, view: {id: \"${a}\"}}\n"
        for level in 1..<30 {
            text += "  t\(level): {parameters: {a: }, view: {template: t\(level - 1), with: {a: \"${a}${a}\"}}}\n"
        }
        let expected = "more than 8 MiB of text after expanding templates; make the layout smaller"
        #expect(
            complaints(text + "root: {template: t29, with: {a: \(long)}}\n").map { $0.contains(expected) } == [true]
        )
    }

    @Test(.pastLimit("layout-depth"))
    func `nesting is limited`() {
        let expected = "more than 100 nested lists and mappings; use fewer levels"
        let open = String(repeating: "{root: ", count: 100_000)
        #expect(complaints(open).map { $0.contains(expected) } == [true])
        let templates = (1..<200).map { "  t\($0): {view: {subviews: [{template: t\($0 - 1)}]}}\n" }.joined()
        let text = "templates:\n  t0: {view: {}}\n\(templates)root: {template: t199}\n"
        #expect(complaints(text).map { $0.contains(expected) } == [true])
    }

    @Test(.pastLimit("layout-files", "include-depth"))
    func `nested includes are limited`() throws {
        let scratch = try Scratch()
        for number in 0..<40 { try scratch.file("\(number).yaml", "include: \(number + 1).yaml\n") }
        #expect(messages("\(scratch.folder.path)/0.yaml").map { $0.contains("more than 16 nested includes") } == [true])
        let names = (0..<200).map { "{include: leaf\($0).yaml}" }.joined(separator: ", ")
        for number in 0..<200 { try scratch.file("leaf\(number).yaml", "{frame: [\(number), 0, 1, 1]}\n") }
        let path = try scratch.file("many.yaml", "root: {subviews: [\(names)]}\n")
        #expect(messages(path).filter { $0.contains("a layout can have at most 100 files") }.count == 101)
    }

    @Test(.pastLimit("reported-errors"))
    func `at most 200 errors are reported`() {
        let text = "root:\n  subviews:\n" + (0..<30_000).map { "    - {fraem\($0): 1}\n" }.joined()
        let reading = LayoutLoader.load(Array(text.utf8), file: "layout.yaml").reading
        #expect(reading.diagnostics.count == 200)
        #expect(reading.omitted == 29_800)
        let twice = String(repeating: "a: 1\n", count: 50_000)
        #expect(LayoutLoader.load(Array(twice.utf8), file: "layout.yaml").reading.diagnostics.count <= 200)
    }

    @Test
    func `messages contain no control characters and are limited in length`() {
        let escape = "root: {class: \"\\e[31mred\\e[0m\\n\(String(repeating: "x", count: 100_000))\"}\n"
        let message = layout(escape).messages.joined()
        #expect(!message.contains("\u{1b}"))
        #expect(message.count < 600)
    }

    @Test
    func `pipes, devices and folders are rejected as layouts`() throws {
        let scratch = try Scratch()
        let pipe = scratch.folder.appending(path: "pipe.yaml").path
        mkfifo(pipe, 0o600)
        let reason = "the path is not a regular file; specify a layout file"
        #expect(messages(pipe) == ["\(pipe):1:1: error: the layout cannot be read: \(reason)"])
        #expect(messages("/dev/zero").map { $0.contains("the path is not a regular file") } == [true])
        #expect(messages("/").map { $0.contains("the path is a directory; specify a file") } == [true])
        #expect(messages("").count == 1)
        #expect(messages("a\0b").count == 1)
    }

    @Test(.atLimit("layout-bytes", "layout-values", "layout-depth", "layout-text-bytes"))
    func `a layout at each limit is read, and one above is rejected`() throws {
        /// Returns the smallest limit that accepts a text; tries 200 values from `first` on, and returns nil if all are
        /// too small.
        func least(_ text: String, _ limit: WritableKeyPath<LayoutLimits, Int>, from first: Int = 0) -> Int? {
            (first..<first + 200).first { number in
                var limits = LayoutLimits()
                limits[keyPath: limit] = number
                return LayoutLoader.load(Array(text.utf8), file: "layout.yaml", limits: limits).reading.diagnostics
                    .isEmpty
            }
        }
        let plain = "root: {subviews: [{}, {}]}\n"
        #expect(least(plain, \.bytes) == plain.utf8.count)
        let values = try #require(least(plain, \.values))
        #expect(least("root: {subviews: [{}, {}, {}]}\n", \.values) == values + 1)
        let depth = try #require(least(plain, \.depth))
        #expect(least("root: {subviews: [{}, {subviews: []}]}\n", \.depth) == depth + 1)
        let template = "templates: {t: {parameters: {a: }, view: {id: \"x${a}\"}}}\nroot: {template: t, with: {a: b}}\n"
        let bytes = try #require(least(template, \.textBytes))
        #expect(least(template.replacing("a: b", with: "a: bc"), \.textBytes) == bytes + 1)
    }

    @Test(.atLimit("layout-files", "include-depth"))
    func `the maximum number of files is read, and one more is rejected`() throws {
        let scratch = try Scratch()
        try scratch.file("2.yaml", "{frame: [0, 0, 1, 1]}\n")
        try scratch.file("1.yaml", "subviews: [{include: 2.yaml}]\n")
        let path = try scratch.file("0.yaml", "root: {include: 1.yaml}\n")
        for limit in [\LayoutLimits.files, \.includeDepth] {
            let most = limit == \.files ? 3 : 2
            let isRead = [most, most - 1].map { number in
                var limits = LayoutLimits()
                limits[keyPath: limit] = number
                return LayoutLoader.load(path: path, limits: limits).reading.diagnostics.isEmpty
            }
            #expect(isRead == [true, false])
        }
    }

    @Test(.atLimit("layout-value-bytes"), .pastLimit("layout-value-bytes"))
    func `a value of a layout can have 1 MiB`() {
        func layout(_ count: Int) -> String { "root: { id: \(String(repeating: "x", count: count)) }" }
        #expect(complaints(layout(1 << 20)) == [])
        let found = complaints(layout((1 << 20) / 10 * 11))
        #expect(found.map { $0.contains("this value is larger than 1 MiB; split it or remove it") } == [true])
    }

    @Test(.atLimit("screens"), .pastLimit("screens"))
    func `a layout can have 64 screens`() {
        func screens(_ count: Int) -> String {
            "screens: [" + (0..<count).map { "{name: s\($0), size: [10, 10], root: {}}" }.joined(separator: ", ")
                + "]\n"
        }
        #expect(complaints(screens(64)) == [])
        let message = "'screens' must be a list of at most 64 values, not a list with 65 values"
        #expect(complaints(screens(65)) == ["1:10: error: \(message)"])
    }

    private func messages(_ path: String) -> [String] {
        LayoutLoader.load(path: path).reading.sorted.map(\.description)
    }
}

/// A temporary folder, removed when the object is deallocated.
final class Scratch {
    let folder = FileManager.default.temporaryDirectory.appending(path: "touchbridge-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: folder) }

    @discardableResult
    func file(_ name: String, _ text: String) throws -> String {
        let url = folder.appending(path: name)
        try Data(text.utf8).write(to: url)
        return url.path
    }
}
