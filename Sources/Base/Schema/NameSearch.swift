/// A search for the known name that takes the fewest edits to become a wrong one.
///
/// A candidate costs a comparison of lengths; only one of about the same length is read, and at most as far as it may
/// still be the best.
struct NameSearch {
    private(set) var best: String?
    /// How many candidates were read.
    private(set) var readCount = 0

    /// Scalars of the wrong name in lower case.
    private let wanted: [UInt32]
    private let byteCount: Int
    /// Edits that a better candidate may take at most.
    private var limit: Int
    /// Buffers for the candidate and three rows of the table of edits; they spare an allocation for each candidate.
    private var scalars: [UInt32] = []
    private var rows: [[Int]]

    /// More than any pair of names that are compared may take.
    private static let infinity = 1 << 20
    /// Bytes of UTF-8 that one scalar takes at most.
    private static let scalarSize = 4

    init(for name: String) {
        var scalars: [UInt32] = []
        Self.append(name, to: &scalars)
        wanted = scalars
        byteCount = name.utf8.count
        limit = max(1, min(4, scalars.count / 3 + 1))
        rows = Array(repeating: [], count: 3)
    }

    /// Takes a known name as the best one if it is nearer than all before it.
    mutating func consider(_ candidate: String) {
        guard abs(candidate.utf8.count - byteCount) <= limit * Self.scalarSize else { return }
        readCount += 1
        read(candidate)
        // A name that is more than half wrong may mean anything.
        let allowed = min(limit, max(wanted.count, scalars.count) / 2)
        guard abs(scalars.count - wanted.count) <= allowed, let edits = edits(upTo: allowed) else { return }
        best = candidate
        limit = edits - 1
    }

    /// Returns how many edits lead to a name, nil if more than the limit.
    mutating func edits(to candidate: String, upTo limit: Int) -> Int? {
        read(candidate)
        return edits(upTo: limit)
    }

    private mutating func read(_ candidate: String) {
        scalars.removeAll(keepingCapacity: true)
        Self.append(candidate, to: &scalars)
    }

    private static func append(_ name: String, to scalars: inout [UInt32]) {
        for scalar in name.unicodeScalars {
            if scalar.isASCII {
                scalars.append("A"..."Z" ~= scalar ? scalar.value | 0x20 : scalar.value)
            } else {
                scalars.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars.map(\.value))
            }
        }
    }

    /// Returns how many scalars are to be changed, left out, put in or exchanged with their neighbour; nil if more than
    /// the limit.
    private mutating func edits(upTo limit: Int) -> Int? {
        let width = scalars.count + 1
        for row in rows.indices where rows[row].count < width {
            rows[row] = Array(repeating: Self.infinity, count: width)
        }
        for column in 0..<width { rows[0][column] = column }
        for row in wanted.indices {
            // Cells further from the diagonal than the limit cannot lead to a result within it.
            let first = max(0, row + 1 - limit)
            let last = min(width - 1, row + 1 + limit)
            guard first <= last else { return nil }
            let (now, before, earlier) = ((row + 1) % 3, row % 3, (row + 2) % 3)
            var least = Self.infinity
            if first > 0 { rows[now][first - 1] = Self.infinity }
            for column in first...last {
                var steps = Self.infinity
                if column == 0 {
                    steps = row + 1
                } else {
                    let isSame = wanted[row] == scalars[column - 1]
                    let above = column <= row + limit ? rows[before][column] : Self.infinity
                    steps = min(above + 1, rows[now][column - 1] + 1, rows[before][column - 1] + (isSame ? 0 : 1))
                    if row > 0, column > 1, wanted[row] == scalars[column - 2], wanted[row - 1] == scalars[column - 1] {
                        steps = min(steps, rows[earlier][column - 2] + 1)
                    }
                }
                rows[now][column] = steps
                least = min(least, steps)
            }
            guard least <= limit else { return nil }
        }
        let result = rows[wanted.count % 3][width - 1]
        return result <= limit ? result : nil
    }
}
