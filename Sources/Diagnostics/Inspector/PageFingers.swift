internal import Geometry
internal import JSON
internal import Platform
internal import ResponderKit
internal import Web

/// Validates finger changes that web pages send, and assigns a number to each finger. Used only on the server's thread.
struct PageFingers {
    /// Fingers that are down, indexed by their assigned numbers; nil if a number is free.
    private var fingers: [Finger?] = Array(repeating: nil, count: Self.limit)

    private struct Finger {
        let page: WebSocket
        /// Number that the web page assigned to the finger; unique only among the fingers of this page.
        let number: Int32
        var location: Point
    }

    /// Limit page-fingers (limits.md, Web pages and clients): maximum number of fingers that are down on all web pages
    /// of `touchbridge play` together. If exceeded: further fingers are ignored.
    static let limit = 10
    /// Maximum magnitude of a finger's coordinate.
    static let farthest = 1e6

    /// Parses a finger change from a page's message. Throws if the message is invalid; returns nil if the finger is
    /// ignored.
    mutating func change(_ message: JSONValue, of page: WebSocket, at time: Int64) throws(Invalid) -> PageTouch? {
        guard let number = message["finger"]?.number.flatMap({ Int32(exactly: $0) }),
            let change = message["phase"]?.text.flatMap(TouchSample.Change.init(phase:)),
            let x = message["x"]?.number, let y = message["y"]?.number,
            x.magnitude <= Self.farthest, y.magnitude <= Self.farthest
        else { throw Invalid() }
        let location = Point(x: x, y: y)
        let known = fingers.firstIndex { $0?.page === page && $0?.number == number }
        if change == .began {
            guard known == nil, let free = fingers.firstIndex(where: { $0 == nil }) else { return nil }
            fingers[free] = Finger(page: page, number: number, location: location)
            return PageTouch(time: time, finger: Int32(free), change: change, location: location)
        }
        guard let known else { return nil }
        if change == .moved { fingers[known]?.location = location } else { fingers[known] = nil }
        return PageTouch(time: time, finger: Int32(known), change: change, location: location)
    }

    /// Releases the number of a finger whose touch was not accepted.
    mutating func remove(_ finger: Int32) { fingers[Int(finger)] = nil }

    /// Releases the fingers of a closed page, and returns the changes that cancel their touches.
    mutating func cancelAll(of page: WebSocket, at time: Int64) -> [PageTouch] {
        fingers.indices.compactMap { index in
            guard let finger = fingers[index], finger.page === page else { return nil }
            fingers[index] = nil
            return PageTouch(time: time, finger: Int32(index), change: .cancelled, location: finger.location)
        }
    }

    struct Invalid: Error {}
}

extension TouchSample.Change {
    fileprivate init?(phase: String) {
        switch phase {
        case "began": self = .began
        case "moved": self = .moved
        case "ended": self = .ended
        case "cancelled": self = .cancelled
        default: return nil
        }
    }
}

/// Queue of finger changes that wait for the pipeline.
struct WaitingTouches {
    private(set) var touches: [PageTouch] = []

    /// Limit page-touches (limits.md, Web pages and clients): maximum number of queued finger changes from the web
    /// pages of `touchbridge play`. If exceeded: new fingers are ignored.
    static let limit = 256

    /// Adds a change; returns false if the queue is full and the change is the touch-down of a new finger.
    ///
    /// If the latest queued change of a finger is a move, the next move replaces it. A full queue therefore grows by at
    /// most a move and a lift for each finger that is down.
    mutating func add(_ touch: PageTouch) -> Bool {
        if touch.change == .moved, let last = touches.lastIndex(where: { $0.finger == touch.finger }),
            touches[last].change == .moved
        {
            // Appends the new move at the end, because the times in the queue must not decrease.
            touches.remove(at: last)
        } else if touch.change == .began, touches.count >= Self.limit {
            return false
        }
        touches.append(touch)
        return true
    }

    mutating func takeAll() -> [PageTouch] {
        defer { touches = [] }
        return touches
    }
}
