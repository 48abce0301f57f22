internal import Geometry

/// Finds legible positions for the labels of views in a picture. A view without such a position has a number instead; a
/// list in the picture maps the numbers to names.
struct ViewLabels {
    /// A label with its position and its content (`form`).
    struct Label {
        let view: Int
        let rect: Rect
        let form: Form
        /// Start of the line that connects the view with its label; nil if the label is inside the view.
        var anchor: Point?
    }

    enum Form {
        case withGestures, full, name
        case number(Int)
    }

    private(set) var labels: [Label] = []
    /// Indices of the numbered views, in the order of their numbers.
    private(set) var numbered: [Int] = []
    /// Number of views with neither a label nor a number.
    private(set) var nameless = 0

    private let scene: Scene
    private let quads: [Quad]
    private let boxes: [Rect]

    /// Maximum number of labels and numbers; views with ids take precedence, then larger views.
    static let limit = 300

    init(_ scene: Scene, _ projection: Projection, _ board: inout LabelBoard, numbers: Int, isBackdrop: Bool = false) {
        self.scene = scene
        quads = scene.views.map { projection($0.quad) }
        boxes = quads.map(\.box)
        let candidates = scene.views.indices.filter { scene.views[$0].kind != .mainWindow && !fillsOther($0) }
        let wanted = candidates.sorted { rank($0) > rank($1) }.prefix(Self.limit)
        nameless = candidates.count - wanted.count
        // Start with small views, which have the fewest possible positions.
        for index in wanted.sorted(by: { (area($0), $0) < (area($1), $1) }) {
            let rich = isBackdrop || scene.views[index].gestures.isEmpty ? nil : label(index, .withGestures, board)
            let full = isBackdrop ? nil : rich ?? label(index, .full, board)
            if let label = full ?? label(index, .name, board) {
                board.take(label.rect)
                labels.append(label)
            } else {
                numbered.append(index)
            }
        }
        if isBackdrop { numbered = [] } else { number(numbers, &board) }
    }

    /// Whether a plain view without an id exactly covers its superview; such a view has a tooltip but no label.
    private func fillsOther(_ index: Int) -> Bool {
        guard index > 0, !scene.views[index].hasID, scene.views[index].kind == .view else { return false }
        return scene.views[index - 1].depth < scene.views[index].depth && quads[index - 1] == quads[index]
    }

    private func area(_ index: Int) -> Double { boxes[index].width * boxes[index].height }

    private func rank(_ index: Int) -> Double { (scene.views[index].hasID ? 1e15 : 0) + min(area(index), 1e14) }

    // MARK: Labels within views

    private func size(_ index: Int, _ form: Form) -> Size {
        let view = scene.views[index]
        switch form {
        case .withGestures, .full:
            let wide = max(Words.width(Self.heading(view), 16), Words.width(Self.line(view), 12))
            guard case .withGestures = form else { return Size(width: wide + 8, height: 38) }
            return Size(width: max(wide, Words.width(Self.gestures(view), 12)) + 8, height: 54)
        case .name: return Size(width: Words.width(Self.heading(view), 13) + 6, height: 18)
        case .number(let number): return Size(width: number > 99 ? 30 : 24, height: 18)
        }
    }

    static func heading(_ view: SceneView) -> String { Words.fitting(view.name, in: 340, 16) }

    static func line(_ view: SceneView) -> String {
        view.details + (view.state.map { " · \($0)" } ?? "")
    }

    static func gestures(_ view: SceneView) -> String {
        let names = view.gestures.map { Words.isolated(Words.fitting($0, in: 120, 12)) }
        return Words.fitting("gestures: " + names.joined(separator: ", "), in: 400, 12)
    }

    private func label(_ index: Int, _ form: Form, _ board: LabelBoard) -> Label? {
        let size = size(index, form)
        guard let box = boxes[index].intersection(board.area), box.width >= size.width + 6,
            box.height >= size.height + 4
        else { return nil }
        let rects = Self.candidates(size, in: box, isLeaf: isLeaf(index)).filter {
            quads[index].contains($0) && board.isFree($0)
        }
        // Prefers positions that no view in front covers; otherwise the label would seem to name the covering view.
        let free = rects.first { rect in !boxes[(index + 1)...].contains { $0.intersects(rect) } } ?? rects.first
        return free.map { Label(view: index, rect: $0, form: form) }
    }

    /// Returns whether the view has neither subviews nor control parts.
    private func isLeaf(_ index: Int) -> Bool {
        if !scene.views[index].parts.isEmpty { return false }
        return index + 1 == scene.views.count || scene.views[index + 1].depth <= scene.views[index].depth
    }

    /// Returns possible positions, best first. The centre is the first position for a leaf view, and the last position
    /// for other views.
    private static func candidates(_ size: Size, in box: Rect, isLeaf: Bool) -> [Rect] {
        let lefts = [box.minX + 6, box.midX - size.width / 2, box.maxX - size.width - 6]
            .filter { $0 >= box.minX }
        let steps = stride(from: box.minY + 4, through: box.maxY - size.height - 2, by: max(8, box.height / 24))
        var corners = steps.flatMap { top in lefts.map { Point(x: $0, y: top) } }
        let middle = Point(x: box.midX - size.width / 2, y: box.midY - size.height / 2)
        if isLeaf { corners.insert(middle, at: 0) } else { corners.append(middle) }
        return corners.map { Rect(origin: $0, size: size) }
    }

    // MARK: Numbers

    /// Returns the cost of a label: a fixed amount for each view that intersects the label's rectangle without
    /// containing it.
    private func covering(_ rect: Rect) -> Double {
        boxes.reduce(0) { $0 + ($1.intersects(rect) && !$1.contains(rect) ? 25 : 0) }
    }

    private mutating func number(_ limit: Int, _ board: inout LabelBoard) {
        // Number the views in reading order.
        let ordered = numbered.sorted { first, second in
            let (a, b) = (boxes[first], boxes[second])
            return (Int(a.midY / 24), a.midX, first) < (Int(b.midY / 24), b.midX, second)
        }
        nameless += max(0, ordered.count - limit)
        numbered = []
        for index in ordered.prefix(limit) {
            let form = Form.number(numbered.count + 1)
            let size = size(index, form)
            let middle = Point(x: boxes[index].midX, y: boxes[index].midY)
            let own = Rect(x: middle.x - size.width / 2, y: middle.y - size.height / 2, width: size.width, height: 18)
            if boxes[index].contains(own), board.isFree(own) {
                labels.append(Label(view: index, rect: own, form: form))
                board.take(own)
            } else if let anchor = boxes[index].intersection(board.area).map({ Point(x: $0.midX, y: $0.midY) }),
                let rect = board.position(size, around: anchor, gap: 10, reach: 240, cost: { covering($0) })
            {
                labels.append(Label(view: index, rect: rect, form: form, anchor: anchor))
                board.take(rect)
            }
            // The list also contains views outside the visible area.
            numbered.append(index)
        }
    }
}
