/// Finds nodes on cycles of a wait-for graph. Excludes nodes that wait, directly or indirectly, for a node outside the
/// graph.
struct WaitCycles {
    private var circular: [Bool]

    func contains(_ number: Int) -> Bool { circular[number] }

    /// Analyzes a graph. `waits[n]` lists the nodes for which node `n` waits; nil represents a node outside the graph.
    init(_ waits: [[Int?]]) {
        circular = Array(repeating: false, count: waits.count)
        let isStuck = Self.stuck(waits)
        var walk = Walk(count: waits.count)
        for start in waits.indices where isStuck[start] {
            walk.from(start, waits) { group in
                // A single node forms a cycle only if it waits for itself.
                let isCircle = group.count > 1 || group.allSatisfy { waits[$0].contains($0) }
                if isCircle { for number in group { circular[number] = true } }
            }
        }
    }

    /// Returns, for each node, whether it waits only for nodes inside the graph, including indirect waits.
    private static func stuck(_ waits: [[Int?]]) -> [Bool] {
        var result = Array(repeating: true, count: waits.count)
        var waiters = Array(repeating: [Int](), count: waits.count)
        var free: [Int] = []
        for (number, others) in waits.enumerated() {
            for case let other? in others { waiters[other].append(number) }
            if others.contains(nil) { free.append(number) }
        }
        for number in free { result[number] = false }
        while let number = free.popLast() {
            for waiter in waiters[number] where result[waiter] {
                result[waiter] = false
                free.append(waiter)
            }
        }
        return result
    }

    /// Tarjan's algorithm for strongly connected components, without recursion.
    private struct Walk {
        private var numbers: [Int]
        private var lowest: [Int]
        private var isOnPath: [Bool]
        private var path: [Int] = []
        private var count = 0

        init(count: Int) {
            numbers = Array(repeating: -1, count: count)
            lowest = numbers
            isOnPath = Array(repeating: false, count: count)
        }

        mutating func from(_ start: Int, _ waits: [[Int?]], _ found: (ArraySlice<Int>) -> Void) {
            guard numbers[start] < 0 else { return }
            var open = [(node: start, next: 0)]
            enter(start)
            while let (node, next) = open.last {
                if next < waits[node].count {
                    open[open.count - 1].next += 1
                    guard let other = waits[node][next] else { continue }
                    if numbers[other] < 0 {
                        enter(other)
                        open.append((other, 0))
                    } else if isOnPath[other] {
                        lowest[node] = min(lowest[node], numbers[other])
                    }
                    continue
                }
                open.removeLast()
                if let parent = open.last { lowest[parent.node] = min(lowest[parent.node], lowest[node]) }
                if lowest[node] == numbers[node], let first = path.lastIndex(of: node) {
                    for member in path[first...] { isOnPath[member] = false }
                    found(path[first...])
                    path.removeSubrange(first...)
                }
            }
        }

        private mutating func enter(_ node: Int) {
            (numbers[node], lowest[node]) = (count, count)
            count += 1
            path.append(node)
            isOnPath[node] = true
        }
    }
}
