internal import Geometry
public import JSON
internal import Platform
internal import PluginAPI

extension HitReport {
    /// Text for users, with one line per visited view, indented by depth.
    public var text: String {
        var lines = visits.map { visit in
            let name = String(repeating: "  ", count: visit.depth) + visit.view
            switch visit.verdict {
            case .refused(let reason): return "- \(name): not hit, because \(reason)"
            case .entered: return "- \(name): contains the point, at \(Self.text(visit.point))"
            case .hit: return "* \(name): hit, at \(Self.text(visit.point))"
            }
        }
        if chain.isEmpty { lines.append("no window accepts a touch at \(Self.text(point))") }
        if !gestures.isEmpty { lines.append("gestures: \(gestures.joined(separator: ", "))") }
        if !chain.isEmpty { lines.append("responders: \(chain.joined(separator: " → "))") }
        if let deadZone {
            lines.append("no touch begins here: the point is in a dead zone of the screen '\(deadZone)'")
        }
        return lines.map { TerminalText.line($0) }.joined(separator: "\n")
    }

    private static func text(_ point: Point) -> String {
        "(\(JSONValue.number(point.x)), \(JSONValue.number(point.y)))"
    }

    /// JSON output for programs.
    public var json: JSONValue {
        let visited = visits.map { visit in
            var members: [JSONValue.Member] = [
                .init("view", .text(visit.view)), .init("depth", .number(Double(visit.depth))),
                .init("x", .number(visit.point.x)), .init("y", .number(visit.point.y)),
            ]
            switch visit.verdict {
            case .refused(let reason):
                members += [.init("verdict", "refused"), .init("reason", .text(reason))]
            case .entered: members.append(.init("verdict", "entered"))
            case .hit: members.append(.init("verdict", "hit"))
            }
            return JSONValue.object(members)
        }
        return [
            "x": .number(point.x), "y": .number(point.y), "visited": .list(visited),
            "view": chain.first.map { .text($0) } ?? .null, "gestures": .list(gestures.map { .text($0) }),
            "chain": .list(chain.map { .text($0) }), "deadZone": deadZone.map { .text($0) } ?? .null,
        ]
    }
}
