/// Hash grid: stores each box in cells of about the box's size, and finds the boxes near a point.
struct Grid {
    /// Number of boxes up to which a linear search is as fast as the grid.
    static let worthwhile = 32

    /// Bit mask of the cell sizes in use: bit n means cells of 2^(n + smallest) points.
    private var levels: UInt64 = 0
    /// Index in `items` of the first entry of each bucket.
    private var starts: [Int32] = []
    /// Box numbers grouped by bucket, in ascending order within a bucket.
    private var items: [Int32] = []
    private var bucketMask = 0

    private static let smallest = -8

    var isEmpty: Bool { starts.isEmpty }

    /// Assigns the boxes to cells. Appends boxes that are too large or too distant to `everywhere`.
    mutating func build(_ boxes: [Box], _ everywhere: inout [Int32]) {
        var buckets = 64
        while buckets < boxes.count { buckets *= 2 }
        bucketMask = buckets - 1
        var entries: [(bucket: Int32, box: Int32)] = []
        entries.reserveCapacity(boxes.count * 2)
        for (number, box) in boxes.enumerated() where !box.isEverywhere {
            let before = entries.count
            if !forEachCell(of: box, { entries.append((Int32($0), Int32(number))) }) {
                entries.removeSubrange(before...)
                everywhere.append(Int32(number))
            }
        }
        everywhere.sort()
        starts = [Int32](repeating: 0, count: buckets + 1)
        for entry in entries { starts[Int(entry.bucket) + 1] += 1 }
        for bucket in 0..<buckets { starts[bucket + 1] += starts[bucket] }
        var next = starts
        items = [Int32](repeating: 0, count: entries.count)
        for entry in entries {
            items[Int(next[Int(entry.bucket)])] = entry.box
            next[Int(entry.bucket)] += 1
        }
    }

    /// Calls `body` with the bucket of each cell that the box overlaps. Returns false if the box is too large or too
    /// distant.
    private mutating func forEachCell(of box: Box, _ body: (Int) -> Void) -> Bool {
        let extent = max(box.right - box.left, box.bottom - box.top)
        guard extent.isFinite else { return false }
        let level = max(0, Int(extent.exponent) + 1 - Self.smallest)
        guard level < 64 else { return false }
        guard let left = Self.cell(box.left, level), let right = Self.cell(box.right, level),
            let top = Self.cell(box.top, level), let bottom = Self.cell(box.bottom, level)
        else { return false }
        levels |= 1 << UInt64(level)
        for x in left...right {
            for y in top...bottom { body(bucket(x, y, level)) }
        }
        return true
    }

    /// Calls `body` with the bucket of the point's cell, once per cell size in use.
    @inline(__always)
    func forEachBucket(at probe: Box.Probe, _ body: (ArraySlice<Int32>) -> Void) {
        var rest = levels
        while rest != 0 {
            let level = rest.trailingZeroBitCount
            rest &= rest - 1
            guard let x = Self.cell(Double(probe.point.x), level), let y = Self.cell(Double(probe.point.y), level)
            else { continue }
            let bucket = bucket(x, y, level)
            body(items[Int(starts[bucket])..<Int(starts[bucket + 1])])
        }
    }

    /// Returns the number of the cell at a coordinate; nil if the coordinate is too large.
    private static func cell(_ coordinate: Double, _ level: Int) -> Int? {
        let number = (coordinate * scales[level]).rounded(.down)
        return abs(number) < 1e15 ? Int(number) : nil
    }

    /// Reciprocal of the cell size, by level.
    private static let scales: [Double] = (0..<64).map { level in
        var scale = 1.0
        for _ in 0..<abs(level + smallest) { scale *= level + smallest > 0 ? 0.5 : 2 }
        return scale
    }

    private func bucket(_ x: Int, _ y: Int, _ level: Int) -> Int {
        var hash = UInt64(bitPattern: Int64(x)) &* 0x9E37_79B9_7F4A_7C15
        hash = (hash ^ (hash >> 29)) &+ UInt64(bitPattern: Int64(y)) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ (hash >> 32)) &+ UInt64(level) &* 0x94D0_49BB_1331_11EB
        return Int(truncatingIfNeeded: (hash ^ (hash >> 31)) & UInt64(bucketMask))
    }
}
