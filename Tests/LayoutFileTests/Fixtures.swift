import Foundation
import LayoutFile
import Schema

/// The folder of the layouts that are fixtures.
enum Fixtures {
    static let folder = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "fixtures/layouts")

    /// The layouts of one of its folders; those beside them that are only included lie deeper.
    static func layouts(_ name: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: name).path)) ?? []
        return names.filter { $0.hasSuffix(".yaml") }.sorted()
    }
}

/// Reads a layout that stands in a test.
func layout(_ text: String) -> (layout: Layout?, messages: [String]) {
    let (layout, reading) = LayoutLoader.load(Array(text.utf8), file: "layout.yaml")
    return (layout, reading.sorted.map(\.description))
}

/// The first lines of what is wrong with a layout, without the name of the file.
func complaints(_ text: String) -> [String] {
    layout(text).messages.map { message in
        let line = message.prefix { $0 != "\n" }
        return String(line.dropFirst("layout.yaml:".count))
    }
}
