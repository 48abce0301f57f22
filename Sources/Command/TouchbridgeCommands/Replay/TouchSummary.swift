internal import Platform
internal import ResponderKit
internal import TouchTrace

/// Records where each touch began, how often the touch moved and how it ended.
final class TouchSummary: ApplicationObserver {
    struct Line {
        let number: Int
        let slot: Int
        let began: Point
        let start: Int64
        var moves = 0
        var last: Point
        var end: (phase: Touch.Phase, time: Int64)?
    }

    var followsHitTests: Bool { false }
    private(set) var lines: [Line] = []
    private var indices: [Int: Int] = [:]
    // Unowned, because the application retains its observers.
    private unowned let application: Application
    /// Wall-clock time at time 0 of the recording's clock; nil if unknown.
    private let epoch: EventEpoch?

    init(of application: Application, _ epoch: EventEpoch?) { (self.application, self.epoch) = (application, epoch) }

    func dispatching(_ event: Event) {
        guard event.type == .touches else { return }
        for touch in event.allTouches ?? [] where touch.phase != .stationary { note(touch) }
    }

    private func note(_ touch: Touch) {
        let location = touch.location(in: nil)
        guard let index = indices[touch.number] else {
            indices[touch.number] = lines.count
            lines.append(
                Line(
                    number: touch.number,
                    slot: Int(touch.finger.contact),
                    began: location,
                    start: application.now,
                    last: location
                )
            )
            return
        }
        lines[index].last = location
        switch touch.phase {
        case .moved: lines[index].moves += 1
        case .ended, .cancelled:
            lines[index].end = (touch.phase, application.now)
            indices[touch.number] = nil
        case .began, .stationary: break
        }
    }

    /// Returns the summary as text: one line for each touch. Times are relative to `origin`.
    func text(since origin: Int64?) -> String {
        guard let origin, !lines.isEmpty else { return "No touch." }
        return lines.map { line in
            let end = line.end.map { "\($0.phase) at \(Self.seconds($0.time - origin))" } ?? "still down"
            let date = epoch.map { " (\($0.words(of: line.start)))" } ?? ""
            return "touch \(line.number): began at \(Self.seconds(line.start - origin))\(date) at "
                + "\(Self.text(line.began)), "
                + "\(line.moves) \(line.moves == 1 ? "move" : "moves"), \(end) at \(Self.text(line.last))"
        }.joined(separator: "\n")
    }

    /// Returns the summary as JSON: one line for each touch. Times are the same as in the trace, except `seconds`, which
    /// is relative to `origin`.
    func json(since origin: Int64?) -> [String] {
        lines.map { line in
            var json = JSONLine()
            json.begin()
            json.add("touch", Int64(line.number))
            json.add("slot", Int64(line.slot))
            json.add("began", line.start)
            json.add("seconds", Double(line.start - (origin ?? line.start)) / 1_000_000)
            json.add("date", epoch?.date(of: line.start))
            json.add("x", line.began.x)
            json.add("y", line.began.y)
            json.add("moves", Int64(line.moves))
            json.add("end", line.end.map { "\($0.phase)" })
            if let end = line.end { json.add("ended", end.time) }
            json.add("lastX", line.last.x)
            json.add("lastY", line.last.y)
            json.end()
            return String(decoding: json.bytes.dropLast(), as: UTF8.self)
        }
    }

    private static func seconds(_ time: Int64) -> String {
        let milliseconds = String(time / 1000 % 1000)
        return "\(time / 1_000_000).\(String(repeating: "0", count: 3 - milliseconds.count))\(milliseconds) s"
    }

    private static func text(_ point: Point) -> String {
        "(\((point.x * 10).rounded() / 10), \((point.y * 10).rounded() / 10))"
    }
}
