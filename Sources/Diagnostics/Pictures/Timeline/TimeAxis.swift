/// Converts times to pixels. Long idle periods are omitted from the axis, so that the remaining periods stay legible.
struct TimeAxis {
    struct Piece {
        let start: Int64
        var end: Int64
        var left = 0.0
        var right = 0.0
    }

    private(set) var pieces: [Piece] = []
    private let left: Double
    private let right: Double

    /// Width of a cut in the axis, in pixels.
    static let cut = 34.0
    private static let pieceLimit = 16

    /// Creates an axis for the given busy periods; without busy periods, the axis is one second long.
    init(_ spans: [ClosedRange<Int64>], left: Double, right: Double) {
        (self.left, self.right) = (left, right)
        for span in spans.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = pieces.last, span.lowerBound <= last.end {
                pieces[pieces.count - 1].end = max(last.end, span.upperBound)
            } else {
                pieces.append(Piece(start: span.lowerBound, end: span.upperBound))
            }
        }
        if pieces.isEmpty { pieces = [Piece(start: 0, end: 1_000_000)] }
        joinNeighbours()
        layOut()
    }

    /// Joins adjacent pieces if there are too many pieces, or if the gap is short. A gap is short if it is shorter than
    /// 0.4 s or than an eighth of the busy time.
    private mutating func joinNeighbours() {
        let busy = pieces.reduce(0) { $0 + $1.end - $1.start }
        let least = max(400_000, busy / 8)
        while pieces.count > 1 {
            let gaps = pieces.indices.dropFirst().map { (gap: pieces[$0].start - pieces[$0 - 1].end, index: $0) }
            guard let (gap, index) = gaps.min(by: { ($0.gap, $0.index) < ($1.gap, $1.index) }) else { return }
            guard gap < least || pieces.count > Self.pieceLimit else { return }
            pieces[index - 1].end = pieces[index].end
            pieces.remove(at: index)
        }
    }

    private mutating func layOut() {
        let busy = Double(pieces.reduce(0) { $0 + max($1.end - $1.start, 1000) })
        let scale = (right - left - Self.cut * Double(pieces.count - 1)) / busy
        var x = left
        for index in pieces.indices {
            pieces[index].left = x
            x += Double(max(pieces[index].end - pieces[index].start, 1000)) * scale
            pieces[index].right = x
            x += Self.cut
        }
    }

    func callAsFunction(_ time: Int64) -> Double {
        for (index, piece) in pieces.enumerated() where time <= piece.end || index == pieces.count - 1 {
            if time < piece.start { return piece.left - (index > 0 ? Self.cut / 2 : 0) }
            let whole = Double(max(piece.end - piece.start, 1000))
            return min(piece.left + Double(time - piece.start) / whole * (piece.right - piece.left), piece.right)
        }
        return left
    }

    /// Number of microseconds per pixel.
    var resolution: Double {
        guard let piece = pieces.first, piece.right > piece.left else { return 1000 }
        return Double(max(piece.end - piece.start, 1000)) / (piece.right - piece.left)
    }
}
