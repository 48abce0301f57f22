/// Searches for the known name with the smallest edit distance to an unknown name.
///
/// Skips candidates of a very different length. Stops a comparison once the candidate cannot be the nearest name.
struct NameSearch {
    private(set) var best: String?
    /// Number of candidates that were not skipped.
    private(set) var readCount = 0

    /// Lower-case Unicode scalars of the unknown name.
    private let wanted: [UInt32]
    private let byteCount: Int
    /// Maximum edit distance of a better candidate; one less than the distance of `best` once it is set.
    private var limit: Int
    /// Lower-case scalars of the current candidate; the buffer is reused.
    private var scalars: [UInt32] = []
    private var rows: [[Int]]

    /// A number that is greater than any edit distance.
    private static let infinity = 1 << 20
    /// Maximum UTF-8 length of a scalar, in bytes.
    private static let scalarSize = 4

    init(for name: String) {
        var scalars: [UInt32] = []
        Self.append(name, to: &scalars)
        wanted = scalars
        byteCount = name.utf8.count
        limit = max(1, min(4, scalars.count / 3 + 1))
        rows = Array(repeating: [], count: 3)
    }

    /// Compares a candidate; sets `best` if no earlier candidate has the same or a smaller edit distance.
    mutating func consider(_ candidate: String) {
        guard abs(candidate.utf8.count - byteCount) <= limit * Self.scalarSize else { return }
        readCount += 1
        read(candidate)
        // Rejects a candidate if more than half of the characters of the longer name would have to change.
        let allowed = min(limit, max(wanted.count, scalars.count) / 2)
        guard abs(scalars.count - wanted.count) <= allowed, let edits = edits(upTo: allowed) else { return }
        best = candidate
        limit = edits - 1
    }

    /// Returns the edit distance to a name; nil if the distance is greater than `limit`.
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

    /// Returns the edit distance; nil if the distance is greater than `limit`. Swapping two adjacent characters counts
    /// as one edit.
    private mutating func edits(upTo limit: Int) -> Int? {
        let width = scalars.count + 1
        for row in rows.indices where rows[row].count < width {
            rows[row] = Array(repeating: Self.infinity, count: width)
        }
        for column in 0..<width { rows[0][column] = column }
        for row in wanted.indices {
            // Skips table cells farther from the diagonal than the limit. An edit distance within the limit does not
            // depend on them.
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
