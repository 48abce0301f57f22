internal import Geometry
internal import HandlerEvents

/// A finger as TUIO sees it: places are parts of the screen, speeds are parts of it a second.
struct TUIOCursor: Equatable {
    /// Never used twice.
    let session: Int32
    let touch: Int32
    var x: Double
    var y: Double
    var velocityX = 0.0
    var velocityY = 0.0
    /// By how much its speed changes in a second.
    var acceleration = 0.0
    /// When it was last heard of, in microseconds.
    var time: Int64

    private var speed: Double { (velocityX * velocityX + velocityY * velocityY).squareRoot() }

    init(session: Int32, touch: Int32, x: Double, y: Double, time: Int64) {
        self.session = session
        self.touch = touch
        self.x = x
        self.y = y
        self.time = time
    }

    /// Is somewhere else now.
    mutating func move(to x: Double, _ y: Double, at time: Int64) {
        let seconds = Double(time - self.time) / 1_000_000
        guard seconds > 0 else {
            // No time has passed, so nothing can be said of speeds.
            (self.x, self.y) = (x, y)
            return
        }
        let before = speed
        velocityX = (x - self.x) / seconds
        velocityY = (y - self.y) / seconds
        acceleration = (speed - before) / seconds
        (self.x, self.y, self.time) = (x, y, time)
    }

    /// Nothing was heard of it for a while: it rests.
    mutating func rest() { (velocityX, velocityY, acceleration) = (0, 0, 0) }
}

/// The cursors that are on the screen, as touches begin, move and end.
struct TUIOCursors {
    /// In the order of their sessions.
    private(set) var alive: [TUIOCursor] = []
    /// Sessions of which the receiver has yet to hear something new.
    private(set) var changed: Set<Int32> = []
    /// Whether a cursor came or went of which the receiver has yet to hear.
    private(set) var hasNewSet = false
    private var lastSession: Int32 = 0

    /// Limit tuio-cursors (Internal bounds): TUIO cursors.
    ///
    /// No panel has more fingers, and the set of living cursors fits into one datagram.
    static let limit = 128

    /// Takes over what a touch has done; false when there are too many.
    mutating func take(_ handlerEvent: HandlerEvent, on screen: Size) -> Bool {
        let index = alive.firstIndex { $0.touch == handlerEvent.touch }
        let x = Self.part(handlerEvent.screenX, of: screen.width)
        let y = Self.part(handlerEvent.screenY, of: screen.height)
        switch (handlerEvent.event, index) {
        case (.touchesBegan, nil):
            guard alive.count < Self.limit else { return false }
            lastSession = lastSession == .max ? 1 : lastSession + 1
            alive.append(
                TUIOCursor(session: lastSession, touch: handlerEvent.touch, x: x, y: y, time: handlerEvent.time)
            )
            changed.insert(lastSession)
            hasNewSet = true
        case (.touchesBegan, let index?), (.touchesMoved, let index?):
            guard alive[index].x != x || alive[index].y != y else { break }
            alive[index].move(to: x, y, at: handlerEvent.time)
            changed.insert(alive[index].session)
        case (.touchesEnded, let index?), (.touchesCancelled, let index?):
            changed.remove(alive[index].session)
            alive.remove(at: index)
            hasNewSet = true
        default: break
        }
        return true
    }

    var hasNews: Bool { hasNewSet || !changed.isEmpty }

    /// The receiver has been told all.
    mutating func markTold() {
        changed.removeAll(keepingCapacity: true)
        hasNewSet = false
    }

    /// All fingers are gone.
    mutating func clear() {
        hasNewSet = hasNewSet || !alive.isEmpty
        alive = []
        changed = []
    }

    /// Nothing has moved for a while.
    mutating func rest() { for index in alive.indices { alive[index].rest() } }

    /// From 0 to 1, also for a finger at the very edge.
    private static func part(_ place: Double, of length: Double) -> Double {
        length > 0 ? min(1, max(0, place / length)) : 0
    }
}
