import Geometry
import LayoutFile
import Schema
import TestTraits
import Testing
import YAML

/// Tests repeated views, and the scope of the names in `${…}`.
struct RepetitionTests {
    private func ids(_ text: String) throws -> [String?] {
        let (layout, messages) = layout(text)
        #expect(messages == [])
        return try #require(layout?.root).subviews.map { $0.id?.value }
    }

    @Test
    func `a view is repeated for each item of a list or range`() throws {
        #expect(try ids("root: {subviews: [{repeat: 2..4, id: \"k${item}\"}, {id: z}]}") == ["k2", "k3", "k4", "z"])
        #expect(try ids("root: {subviews: [{repeat: -1..0, id: \"k${item}\"}]}") == ["k-1", "k0"])
        #expect(try ids("root: {subviews: [{repeat: [a, \"1..2\"], id: \"${item}\"}]}") == ["a", "1..2"])
        #expect(try ids("root: {subviews: [{repeat: {key: [{n: a}, {n: b}]}, id: \"${key.n}\"}]}") == ["a", "b"])
        #expect(try ids("root: {subviews: [{repeat: []}]}") == [])
    }

    @Test
    func `an item keeps its type`() throws {
        let (layout, messages) = layout(
            """
            root:
              subviews:
                - repeat: [{alpha: 0.5, frame: [1, 2, 3, 4]}, {alpha: 1, frame: [5, 6, 7, 8]}]
                  alpha: "${item.alpha}"
                  frame: "${item.frame}"
            """
        )
        #expect(messages == [])
        #expect(layout?.root?.subviews.map(\.alpha) == [0.5, 1])
        let size = Size(width: 100, height: 100)
        #expect(layout?.root?.subviews.map { $0.frame?.resolved(in: size).minX } == [1, 5])
    }

    @Test
    func `an inner item hides an outer item of the same name`() throws {
        let text = """
            root:
              subviews:
                - repeat: 1..2
                  id: "o${item}"
                  subviews: [{repeat: 8..9, id: "i${item}"}]
                - repeat: {row: 1..2}
                  subviews: [{repeat: 1..2, id: "${row}-${item}"}]
            """
        let (layout, messages) = layout(text)
        let views = try #require(layout?.root?.subviews)
        #expect(views.flatMap(\.subviews).map { $0.id?.value } == ["i8", "i9", "i8", "i9", "1-1", "1-2", "2-1", "2-2"])
        #expect(messages.count == 2)
    }

    @Test
    func `names are replaced once, where they were written`() throws {
        let text = """
            templates:
              box: {parameters: {content: , word: }, view: {id: "${word}", subviews: "${content}"}}
            root:
              subviews:
                - repeat: ["${a}", b]
                  template: box
                  with: {word: "${item}$${x}", content: [{repeat: {n: 1..1}, id: "${item} ${n} $${n}"}]}
                - {template: box, with: {word: "${w}", content: [{id: "${content}"}]}}
            """
        let (layout, messages) = layout(text)
        #expect(messages == [])
        let views = try #require(layout?.root?.subviews)
        #expect(views.map { $0.id?.value } == ["${a}${x}", "b${x}", "${w}"])
        #expect(views.flatMap(\.subviews).map { $0.id?.value } == ["${a} 1 ${n}", "b 1 ${n}", "${content}"])
    }

    @Test
    func `an item can be an argument of a handler or a parameter of a template`() throws {
        let text = """
            plugins: {out: {type: log}}
            templates: {key: {parameters: {label: }, view: {on: {touchesBegan: {out.write: ["${label}", "{{x}}"]}}}}}
            root: {subviews: [{repeat: [1, ok], template: key, with: {label: "${item}"}}]}
            """
        let (layout, messages) = layout(text)
        #expect(messages == [])
        let arguments = layout?.root?.subviews.map { $0.on[0].calls[0].arguments?.sequence?[0].scalar?.text }
        #expect(arguments == ["1", "ok"])
    }

    @Test(.atLimit("repeated-views"), .pastLimit("repeated-views"))
    func `a view is repeated at most 10000 times`() {
        func repeated(_ count: Int) -> String { "root: {subviews: [{repeat: 1..\(count)}]}" }
        #expect(complaints(repeated(10_000)) == [])
        let message = "1:28: error: 'repeat' has 10001 items, but at most 10000 are possible; write fewer items"
        #expect(complaints(repeated(10_001)) == [message])
        let list = [String](repeating: "a", count: 10_001).joined(separator: ", ")
        #expect(complaints("root: {subviews: [{repeat: [\(list)]}]}").map { $0.contains("10001 items") } == [true])
    }

    @Test(.pastLimit("layout-values"))
    func `repeated views in repeated views are limited`() {
        var view = "{repeat: 1..10000}"
        for _ in 0..<8 { view = "{repeat: 1..10000, subviews: [\(view)]}" }
        let expected = "more than 300000 values after resolving includes, aliases and templates; make the layout"
        #expect(complaints("root: {subviews: [\(view)]}").map { $0.contains(expected) } == [true])
    }
}
