import Geometry
import Testing

@testable import Pictures

struct LayoutPictureTests {
    private func view(_ id: String?, _ rect: Rect, _ kind: SceneView.Kind = .view, depth: Int = 1) -> SceneView {
        SceneView(id: id, className: kind.className, kind: kind, quad: Quad(rect), frame: rect, depth: depth)
    }

    private func scene(_ views: [SceneView], _ size: Size = Size(width: 1000, height: 1000)) -> Scene {
        var scene = Scene(title: "test.yaml")
        scene.screens = [Scene.Screen(name: "lobby", frame: Rect(origin: .zero, size: size))]
        scene.setViews(views)
        return scene
    }

    static let hostile = [
        "<script>alert(1)</script>", "\"'&<>]]>", "\u{0}\u{1b}[31m\u{7f}\u{85}", "\u{202e}gnirts\u{2066}",
        String(repeating: "long ", count: 2000), "مرحبا بالعالم", "表示テスト", "</title></svg>", "\u{fffe}\u{ffff}\r\n",
        "e" + String(repeating: "\u{301}", count: 5000), "",
    ]

    // The arguments are indices, because these ids would garble the test output.
    @Test(arguments: hostile.indices)
    func `a hostile id is drawn as text`(_ number: Int) throws {
        let id = Self.hostile[number]
        var view = view(id, Rect(x: 0, y: 0, width: 500, height: 500))
        (view.state, view.notes, view.gestures) = ("in hidden \(view.name)", [id, id], [id])
        let small = self.view(id, Rect(x: 800, y: 10, width: 5, height: 5))
        var scene = scene([view, small])
        scene.title = id
        scene.screens[0] = Scene.Screen(name: id, frame: scene.screens[0].frame)
        let svg = LayoutPicture(scene).svg
        let read = try #require(WellFormed(svg))
        #expect(read.elements["script"] == nil && read.elements["svg"] == 1)
        #expect(read.hasNumbersOnly)
        #expect(svg.count < 30_000)
    }

    @Test
    func `non-finite and extreme geometry is drawn with finite numbers`() throws {
        let wild = [Double.nan, .infinity, -.infinity, 1e300, -1e300, 0]
        let views = wild.flatMap { x in wild.map { view("a", Rect(x: x, y: $0, width: $0, height: x)) } }
        for size in [Size(width: 1000, height: 1000), Size(width: 1e12, height: 1e-9), .zero] {
            let svg = LayoutPicture(scene(views, size)).svg
            let read = try #require(WellFormed(svg))
            #expect(read.hasNumbersOnly)
        }
    }

    @Test
    func `ten thousand views make a picture of limited size`() throws {
        let views = (0..<10_000).map { number in
            let frame = Rect(x: Double(number % 100) * 10, y: Double(number / 100) * 10, width: 9, height: 9)
            return view("view-\(number)", frame, .button, depth: number < 1000 ? 1 : 2)
        }
        let scene = scene(views)
        #expect(scene.views.count == Scene.viewLimit && scene.leftOut == 8000)
        // Only the views at the outer level are drawn.
        #expect(scene.views.prefix(1000).allSatisfy { $0.depth == 1 })
        let svg = LayoutPicture(scene).svg
        let read = try #require(WellFormed(svg))
        #expect(svg.count < 1_000_000)
        #expect(read.text.contains("Not drawn: 8000 views at the innermost levels"))
    }

    @Test
    func `labels do not overlap, and small views have numbers`() throws {
        var views = [view("lobby", Rect(x: 0, y: 0, width: 1000, height: 1000), depth: 0)]
        for number in 0..<60 {
            let size = 6 + Double(number % 7) * 25
            let corner = Point(x: Double(number * 137 % 900), y: Double(number * 71 % 900))
            views.append(view("view \(number)", Rect(origin: corner, size: Size(width: size, height: size))))
        }
        let scene = scene(views)
        let projection = Projection(scene.frame, in: Sheet.landscape.drawing)
        var board = LabelBoard(Sheet.landscape.drawing)
        let labels = ViewLabels(scene, projection, &board, numbers: 40)
        for (index, label) in labels.labels.enumerated() {
            #expect(Sheet.landscape.drawing.contains(label.rect))
            for other in labels.labels[..<index] { #expect(!other.rect.intersects(label.rect)) }
        }
        #expect(labels.numbered.count > 5)
        let words = labels.labels.count { if case .number = $0.form { false } else { true } }
        #expect(words + labels.numbered.count + labels.nameless == 61)
    }

    @Test
    func `a label is inside its view and not behind another one`() throws {
        let back = view("back", Rect(x: 0, y: 0, width: 1000, height: 1000), depth: 0)
        let front = view("front", Rect(x: 0, y: 0, width: 1000, height: 700))
        let scene = scene([back, front])
        let projection = Projection(scene.frame, in: Sheet.landscape.drawing)
        var board = LabelBoard(Sheet.landscape.drawing)
        let labels = ViewLabels(scene, projection, &board, numbers: 10).labels
        let label = try #require(labels.first { $0.view == 0 })
        #expect(projection(Rect(x: 0, y: 700, width: 1000, height: 300)).contains(label.rect))
    }

    @Test
    func `the same layout gives the same bytes`() {
        let scene = scene(
            (0..<50).map { view("v\($0)", Rect(x: Double($0) * 7, y: 3, width: 90, height: 40), .switch) }
        )
        #expect(LayoutPicture(scene).svg == LayoutPicture(scene).svg)
    }

    @Test
    func `a rotated view is drawn rotated`() {
        let quad = Quad(topLeft: Point(x: 50, y: 0), topRight: Point(x: 100, y: 50), bottomLeft: Point(x: 0, y: 50))
        #expect(quad.contains(Point(x: 50, y: 50)) && !quad.contains(Point(x: 5, y: 5)))
        #expect(quad.box == Rect(x: 0, y: 0, width: 100, height: 100))
        #expect(Outline(quad).text == "M50 0L100 50L50 100L0 50Z")
    }
}
