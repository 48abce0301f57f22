internal import Geometry
internal import HandlerEvents
internal import JSON
internal import Platform
internal import Schema
internal import YAML

extension LayoutCheck {
    /// Warns of probable unit errors: frames with fractions instead of points, and slider values from 0 to 1 used as
    /// percentages.
    func checkUnits(of view: ViewLayout) {
        checkFractions(of: view)
        guard view.class == .slider, (view.range ?? 0...1) == 0...1 else { return }
        for binding in view.on where binding.events.contains(where: { $0.family == .control }) {
            for call in binding.calls { if let node = call.arguments { checkPercent(node) } }
        }
    }

    /// Warns if all numbers of the frame are between 0 and 1, and not all are integers. Such numbers are probably
    /// intended as fractions of the superview.
    private func checkFractions(of view: ViewLayout) {
        guard case .rect(let x, let y, let width, let height) = view.frame else { return }
        let lengths = [x, y, width, height]
        guard lengths.allSatisfy({ $0.fraction == 0 && (0...1).contains($0.points) }),
            width.points > 0, height.points > 0, lengths.contains(where: { $0.points.rounded() != $0.points })
        else { return }
        func parts() -> String {
            lengths.map { $0.points == 0 ? "0" : "\"\(JSONValue.number($0.points * 100))%\"" }.joined(separator: ", ")
        }
        let size = Size(width: width.points, height: height.points)
        func remedy() -> String { "for percentages of the superview write 'frame: [\(parts())]'" }
        reading.warning("the size of \(view.title) is \(size.words) points; \(remedy())", .wrongValue, at: view.mark)
    }

    /// Warns of `{{value}}%` for a slider with the range 0 to 1, whose result is only 0 % to 1 %.
    private func checkPercent(_ node: Node) {
        switch node.content {
        case .sequence(let nodes): for node in nodes { checkPercent(node) }
        case .mapping(let pairs): for pair in pairs { checkPercent(pair.value) }
        case .scalar(let scalar):
            guard scalar.text.utf8.contains(UInt8(ascii: "%")), let open = scalar.text.utf8Range(of: "{{value"),
                let close = scalar.text[open.upperBound...].utf8Range(of: "}}"),
                scalar.text[close.upperBound...].utf8.first == UInt8(ascii: "%")
            else { return }
            let message = "'{{value}}%' is only between 0% and 1%, because the slider's range is 0 to 1"
            reading.warning("\(message); add 'range: [0, 100]' to the slider", .wrongValue, at: node.mark)
        }
    }
}
