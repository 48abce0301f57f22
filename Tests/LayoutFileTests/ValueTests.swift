import Foundation
import Geometry
import HandlerEvents
import LayoutFile
import Schema
import Testing
import YAML

/// Tests the values that the loader reads from layouts.
struct ValueTests {
    private let parent = Size(width: 200, height: 100)

    private func view(_ keys: String) throws -> ViewLayout {
        let (layout, messages) = layout("root: {\(keys)}\n")
        #expect(messages == [])
        return try #require(layout?.root)
    }

    @Test(arguments: [
        ("frame: [1, 2, 3, 4]", Rect(x: 1, y: 2, width: 3, height: 4)),
        ("frame: [\"50%\", \"100% - 20\", \"25%+10\", 20 + 10%]", Rect(x: 100, y: 80, width: 60, height: 30)),
        ("frame: [-5, \" 10 - 5 - 50% \", 1, 1]", Rect(x: -5, y: -45, width: 1, height: 1)),
        ("edges: {left: 10, right: 20}", Rect(x: 10, y: 0, width: 170, height: 100)),
        ("edges: {right: 20, bottom: \"10%\", width: 50, height: 30}", Rect(x: 130, y: 60, width: 50, height: 30)),
        ("edges: {top: 10}", Rect(x: 0, y: 10, width: 200, height: 90)),
    ])
    func `lengths are resolved against the superview`(_ keys: String, _ frame: Rect) throws {
        #expect(try view(keys).frame?.resolved(in: parent) == frame)
    }

    @Test(arguments: ["", "50 50", "50%%", "%", "+", "1e5", "5px", "50% * 2", "--5", "0x10", "5-"])
    func `an invalid length is rejected`(_ text: String) {
        #expect(layout("root: {frame: [0, 0, 10, \"\(text)\"]}\n").messages.count == 1)
    }

    @Test
    func `a transform scales, then rotates, then translates`() throws {
        let steps = try #require(try view("transform: {translation: [10, 0], rotation: 90, scale: [2, 1]}").transform)
        let point = Point(x: 1, y: 0).applying(steps)
        #expect((point.x - 10).magnitude < 1e-12)
        #expect((point.y - 2).magnitude < 1e-12)
        let six = try view("transform: [1, 2, 3, 4, 5, 6]").transform
        #expect(six == AffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6))
    }

    @Test
    func `handlers are bound in their order, in every notation`() throws {
        let (layout, messages) = layout(
            """
            plugins: {a: {type: log}, b: {type: log}}
            root:
              class: Button
              actions: {copy: []}
              on:
                touches: {a.write: 1, pass: true}
                presses: {do: [a.write, {b.write: [x]}], pass: true}
                touchDown: [a.write, {b.write: 2, a.other: 3}]
                touchUpInside: [copy, a.write]
            """
        )
        #expect(messages == [])
        let on = try #require(layout?.root?.on)
        #expect(on.map { $0.events.count } == [4, 4, 1, 1])
        #expect(on.map(\.pass) == [true, true, false, false])
        #expect(
            on.map { $0.calls.map { "\($0.plugin).\($0.handler)" } } == [
                ["a.write"], ["a.write", "b.write"], ["a.write", "b.write", "a.other"], ["a.write"],
            ]
        )
        #expect(on[3].action?.value == "copy")
        #expect(on[1].calls[0].arguments == nil)
        #expect(on[1].calls[1].arguments?.sequence?.count == 1)
    }

    @Test
    func `recognized is an alias of a gesture's end`() throws {
        let (layout, _) = layout(
            "plugins: {a: {type: log}}\nroot: {gestures: [{type: tap, on: {recognized: a.write}}]}\n"
        )
        #expect(layout?.root?.gestures[0].on[0].events == [.ended])
    }

    @Test
    func `template parameters keep their types, and keys beside them take precedence`() throws {
        let path = Fixtures.folder.appending(path: "valid/templates.yaml").path
        let layout = try #require(LayoutLoader.load(path: path).layout)
        let keys = try #require(layout.root?.subviews)
        #expect(keys.map { $0.id?.value } == ["key 1", "key 2", "key ok", "key clear", "last", nil])
        #expect(keys[2].isSelected == true)
        #expect(keys[2].frame?.resolved(in: parent) == Rect(x: 0, y: 80, width: 160, height: 160))
        #expect(keys[2].subviews.map { $0.id?.value } == ["ok light"])
        #expect(keys[1].on.map(\.events) == [[.touchDown]])
        #expect(keys[0].on[0].calls[0].arguments?.scalar?.text == "key 1 of ${size}")
        #expect(keys[5].subviews.count == 1)
        #expect(layout.screens.map { $0.name?.value } == ["keypad"])
        #expect(layout.screens[0].size == Size(width: 400, height: 400))
        #expect(layout.plugins.map(\.name) == ["out"])
    }

    @Test
    func `an error in an included file is reported with that file's name and line`() {
        let path = Fixtures.folder.appending(path: "invalid/include-with-mistake.yaml").path
        let files = LayoutLoader.load(path: path).reading.sorted.map(\.problem.file)
        #expect(files.map { $0.split(separator: "/").last } == ["include-with-mistake.yaml", "mistake.yaml"])
    }

    @Test
    func `valid parts are read despite errors`() throws {
        let (layout, messages) = layout("root: {alpha: 2, subviews: [{id: a}, 7, {id: b}]}\n")
        #expect(messages.count == 2)
        #expect(layout?.root?.subviews.map { $0.id?.value } == ["a", "b"])
    }
}
