import Foundation
import Testing

/// Tests that docs/internals/architecture.md shows the modules of Package.swift, and names only existing files.
struct ArchitectureTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardizedFileURL
    private let page = root.appending(path: "docs/internals/architecture.md")

    private func graph() throws -> ModuleGraph {
        ModuleGraph(
            manifest: try String(contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
        )
    }

    @Test
    func `no module depends on a higher layer`() throws {
        let graph = try graph()
        #expect(graph.modules.count > 35)
        #expect(graph.violations.isEmpty, "\(graph.violations.joined(separator: "\n"))")
    }

    @Test
    func `a dependency on a higher layer is reported`() {
        let graph = ModuleGraph(
            manifest: """
                targets: [
                        .target(name: "A", dependencies: ["B"], path: "Sources/Base/A"),
                        .target(
                            name: "B",
                            path: "Sources/Bridge/B"
                        ),
                        .target(name: "D", path: "Sources/Attic/D"),
                    ]
                """
        )
        #expect(graph.violations == ["A (Base) depends on B (Bridge)", "D is in 'Attic', which is no layer"])
    }

    @Test
    func `each C library has one Swift module that imports it`() throws {
        #expect(try graph().sharedLibraries == [])
    }

    @Test
    func `a C library with two importers is reported`() {
        let graph = ModuleGraph(
            manifest: """
                targets: [
                        .systemLibrary(name: "CLib", path: "Sources/C/CLib"),
                        .target(name: "B", dependencies: ["CLib"], path: "Sources/Base/B"),
                        .target(name: "D", dependencies: ["B", "CLib"], path: "Sources/Base/D"),
                    ]
                """
        )
        #expect(graph.sharedLibraries == ["CLib is imported by B, D"])
    }

    @Test
    func `each layer has a page that says what it can import`() throws {
        for layer in ModuleGraph.layers {
            let text = try String(contentsOf: Self.root.appending(path: "Sources/\(layer)/README.md"), encoding: .utf8)
            #expect(text.hasPrefix("# \(layer)\n"))
            #expect(text.contains("May import"), "\(layer)")
            let start = try #require(text.firstMatch(of: /Start reading: `([^`]+)`/), "\(layer)").1
            let places = ["Sources/\(layer)/\(start)", String(start)].map { Self.root.appending(path: $0).path }
            #expect(places.contains(where: FileManager.default.fileExists), "\(layer): \(start)")
        }
    }

    @Test
    func `each layer's page names its modules`() throws {
        // The page describes the C shims in general, without their module names.
        for module in try graph().modules where module.layer != "C" {
            let page = "Sources/\(module.layer)/README.md"
            let text = try String(contentsOf: Self.root.appending(path: page), encoding: .utf8)
            #expect(text.contains("`\(module.name)`"), "add \(module.name) to \(page)")
        }
    }

    @Test
    func `the diagram shows the modules of the manifest`() throws {
        let current = try String(contentsOf: page, encoding: .utf8)
        let updated = current.replacing(/```mermaid\nflowchart TD(?s:.*?)\n```/, with: try graph().mermaid)
        guard ProcessInfo.processInfo.environment["TOUCHBRIDGE_RECORD"] == nil else {
            return try updated.write(to: page, atomically: true, encoding: .utf8)
        }
        #expect(current == updated, "run 'make record'")
    }

    @Test(arguments: ["architecture", "extending"])
    func `each file named on a page exists once`(_ name: String) throws {
        let page = Self.root.appending(path: "docs/internals/\(name).md")
        let sources = FileManager.default.enumerator(atPath: Self.root.appending(path: "Sources").path)?
            .compactMap { ($0 as? String)?.split(separator: "/").last.map(String.init) }
        let count = Dictionary(grouping: sources ?? []) { $0 }.mapValues(\.count)
        let named = try String(contentsOf: page, encoding: .utf8).matches(of: /`([\w+]+\.(?:swift|c|h))`/).map {
            String($0.1)
        }
        #expect(named.count > 20)
        for file in Set(named) where file != "Package.swift" { #expect(count[file] == 1, "\(file)") }
    }

    @Test
    func `a moved finger passes at most 25 files, in at most 7 types`() throws {
        let folder = Self.root.appending(path: "Sources")
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        let sources = try paths.filter { $0.hasSuffix(".swift") || $0.hasSuffix(".h") }.map { path in
            (path, try String(contentsOf: folder.appending(path: path), encoding: .utf8))
        }
        let path = FingerPath(page: try String(contentsOf: page, encoding: .utf8))
        #expect(path.files.contains("Panel.swift") && path.types.contains { $0.name == "RawEvent" })
        let problems = path.problems(in: Dictionary(uniqueKeysWithValues: sources))
        #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))")
    }

    @Test
    func `a path with too many or wrong files or types is reported`() {
        func page(_ files: Int, _ types: Int) -> String {
            let steps = (0..<files).map { "| \($0) | `F\($0).swift` | it |" }
            let rows = (0..<types).map { "| `T\($0)` | `F0.swift` | it |" }
            return """
                # Architecture

                ## Path of one moved finger

                | step | file | what happens |
                |---|---|---|
                \(steps.joined(separator: "\n"))

                Words.

                | type | file | what it is |
                |---|---|---|
                \(rows.joined(separator: "\n"))

                ## Threads
                """
        }
        var sources = Dictionary(uniqueKeysWithValues: (0..<30).map { ("A/F\($0).swift", "") })
        sources["A/F0.swift"] = (0..<9).map { "struct T\($0): Sendable {}" }.joined(separator: "\n")
        #expect(FingerPath(page: page(25, 7)).problems(in: sources).isEmpty)
        #expect(FingerPath(page: page(26, 7)).problems(in: sources) == ["a moved finger passes 26 files, at most 25"])
        #expect(FingerPath(page: page(25, 8)).problems(in: sources) == ["it passes in 8 types, at most 7"])
        sources["A/F7.swift"] = nil
        #expect(FingerPath(page: page(9, 1)).problems(in: sources) == ["F7.swift does not exist"])
        sources["A/F0.swift"] = "struct T10 {}"
        #expect(FingerPath(page: page(3, 1)).problems(in: sources) == ["F0.swift does not have the type T0"])
        #expect(FingerPath(page: "").problems(in: [:]).count == 2)
    }
}
