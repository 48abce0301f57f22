import JSON
import TestSupport
import Testing

/// A WebSocket client of the inspector that counts the received messages and records.
final class Listener {
    let page: WebSocketPage
    private(set) var hello: JSONValue?
    private(set) var tree: JSONValue?
    private(set) var names: [Double: String] = [:]
    private(set) var missed = 0
    private(set) var resets = 0
    private(set) var explanations = 0
    /// Last message of each type without a property of its own in this class.
    private(set) var answers: [String: JSONValue] = [:]
    private(set) var isInOrder = true
    /// Whether all records of the history have arrived.
    private(set) var hasAll = false
    /// Number of records in each message.
    private(set) var sizes: [Int] = []
    private(set) var gestureEnds = 0
    private var phases: [String: Int] = [:]
    private var last = 0.0

    init(_ page: WebSocketPage) { self.page = page }

    func count(_ phase: String) -> Int { phases[phase] ?? 0 }
    var touches: Int { phases.values.reduce(0, +) }
    func node(_ id: String) -> JSONValue? { tree?["nodes"]?.list?.first { $0["id"] == .text(id) } }

    /// Sends a request and returns the next reply of a type.
    func ask(_ rig: InspectorRig, _ request: String, _ type: String) throws -> JSONValue {
        answers[type] = nil
        page.send(request)
        try listen(rig) { answers[type] != nil }
        return try #require(answers[type])
    }

    /// Runs the pipeline and reads messages until a condition is true.
    func listen(_ rig: InspectorRig, until condition: () -> Bool) throws {
        try rig.wait("the condition holds: \(phases), \(missed) missed, \(resets) resets") {
            while page.peer.hasUnreadData { if let message = try page.messageOfFrame() { hear(message) } }
            return condition()
        }
    }

    private func hear(_ message: JSONValue) {
        switch message["type"]?.text {
        case "hello": hello = message
        case "tree": tree = message
        case "explanation": explanations += 1
        case "reset": (phases, last, resets, hasAll, gestureEnds) = ([:], 0, resets + 1, false, 0)
        case "decisions":
            missed += Int(message["missed"]?.number ?? 0)
            hasAll = message["isMore"] == 0
            for name in message["names"]?.list ?? [] {
                names[name.list?[0].number ?? 0] = name.list?[2].text
            }
            sizes.append(message["rows"]?.list?.count ?? 0)
            for row in message["rows"]?.list ?? [] { hear(row, message["base"]?.number ?? 0) }
        case let type?: answers[type] = message
        default: break
        }
    }

    private func hear(_ row: JSONValue, _ base: Double) {
        let values = (row.list ?? []).map { $0.number ?? 0 }
        func word(_ list: String, _ index: Int) -> String {
            let number = index < values.count ? Int(values[index]) : 0
            return hello?[list]?.list?[number].text ?? ""
        }
        let time = base + (values.count > 1 ? values[1] : 0)
        if time < last { isInOrder = false }
        last = time
        switch word("kinds", 0) {
        case "touch": phases[word("phases", 2), default: 0] += 1
        case "gesture": if ["ended", "failed", "cancelled"].contains(word("states", 2)) { gestureEnds += 1 }
        default: break
        }
    }
}
