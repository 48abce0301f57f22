internal import Platform
internal import PluginAPI

/// Waiting commands of one plugin, and its time budget for slow commands. The clients of a `stream` plugin share the
/// queue and the budget:
///
/// - Queue: a client may use half of the capacity that the other clients leave free, but at least `reservedLimit`
///   commands.
/// - Time: a client may use half of the budget that the other clients leave unused. An idle client therefore has
///   priority over a client that has used its half.
struct PluginCommands {
    /// Command queues by client; the key nil is the plugin itself.
    private var queues: [Int?: ArraySlice<TreeCommands.Entry>] = [:]
    /// Number of waiting commands.
    private(set) var count = 0
    /// Remaining input-thread time for slow commands, in microseconds; nil before the first slow command.
    private var budget: RateLimiter?
    /// Remaining time budgets of clients with recent slow commands.
    private var shares: [Int: RateLimiter] = [:]
    /// Budget for the plugin's actions; nil before the first action.
    private var actions: RateLimiter?
    /// Number of refused commands of the plugin.
    var refusedCount = 0

    /// Limit waiting-commands (limits.md, Commands to the view tree): maximum number of waiting commands of one plugin.
    /// If exceeded: further commands are refused with a reason that contains `too many commands wait for execution`.
    static let waitingLimit = 256
    /// Limit reserved-commands (limits.md, Commands to the view tree): maximum number of waiting commands that each
    /// client of a `stream` may have even if too many commands of the plugin wait. If exceeded: further commands of the
    /// client are refused while too many commands of the plugin wait.
    static let reservedLimit = 4
    /// Limit slow-commands (limits.md, Commands to the view tree): maximum number of microseconds per second that the
    /// input thread spends on one plugin's slow commands (50 µs or more), with bursts of up to 2000 µs. If exceeded:
    /// the plugin's next command waits.
    ///
    /// With this limit, slow commands delay fewer than one touch in a hundred. This figure includes delays by CPU
    /// caches that are cold after a command.
    private static let slowTimePerSecond = 150
    private static let slowTimeBurst = 2000

    /// Charges one action to the action budget at the time `now`; returns false if the budget is used up.
    mutating func takeAction(at now: Int64) -> Bool {
        var limiter = actions ?? RateLimiter(perSecond: TreeCommand.actionsPerSecond, now: now)
        defer { actions = limiter }
        return limiter.take(at: now)
    }

    func hasRoom(for client: Int?) -> Bool {
        guard client != nil else { return count < Self.waitingLimit }
        let own = queues[client]?.count ?? 0
        return own < Self.reservedLimit || count + own < Self.waitingLimit
    }

    /// Adds a command; returns true if no other command of its client waits.
    mutating func append(_ entry: TreeCommands.Entry) -> Bool {
        count += 1
        queues[entry.client, default: []].append(entry)
        return queues[entry.client]?.count == 1
    }

    /// Returns the sequence number and the client of the oldest command within the budget at the time `now`. Ignores
    /// the budget if `now` is nil.
    func oldest(at now: Int64?) -> (number: Int, client: Int?)? {
        if let now, budget?.hasOne(at: now) == false { return nil }
        var oldest: (number: Int, client: Int?)?
        for (client, queue) in queues where now.map({ isWithinShare(client, at: $0) }) ?? true {
            if let number = queue.first?.number, number < oldest?.number ?? .max { oldest = (number, client) }
        }
        return oldest
    }

    private func isWithinShare(_ client: Int?, at now: Int64) -> Bool {
        guard let budget, let client, let share = shares[client] else { return true }
        return share.hasUsedLess(than: budget, at: now)
    }

    /// Removes and returns a client's oldest command; nil if the client's queue is empty.
    mutating func removeFirst(of client: Int?) -> TreeCommands.Entry? {
        guard var queue = queues.removeValue(forKey: client), let entry = queue.popFirst() else { return nil }
        count -= 1
        // A slice retains removed elements until it is copied.
        if queue.startIndex >= 64 { queue = ArraySlice(Array(queue)) }
        if !queue.isEmpty { queues[client] = queue }
        return entry
    }

    /// Reinserts a command at the front of its client's queue.
    mutating func putBack(_ entry: TreeCommands.Entry) {
        count += 1
        queues[entry.client] = [entry] + (queues[entry.client] ?? [])
    }

    /// Charges a slow command's duration to the budget. Returns the time until the budget allows another command. All
    /// times are in microseconds.
    mutating func spend(_ duration: Int64, of client: Int?, at now: Int64) -> Int64 {
        let full = RateLimiter(perSecond: Self.slowTimePerSecond, burst: Self.slowTimeBurst, now: now)
        var budget = budget ?? full
        budget.spend(Double(duration), at: now)
        self.budget = budget
        if let client {
            shares = shares.filter { !$0.value.isFull(at: now) }
            shares[client, default: full].spend(Double(duration), at: now)
        }
        return max(0, budget.readyTime - now)
    }

    /// Time at which the budget allows the next waiting command; nil if no command waits.
    var readyTime: Int64? {
        queues.keys.map { client in
            guard let budget else { return .min }
            let share = client.flatMap { shares[$0] }
            return max(budget.readyTime, share?.timeOfTakingLess(than: budget) ?? .min)
        }.min()
    }

    /// All waiting commands, oldest first.
    var all: [TreeCommands.Entry] { queues.values.joined().sorted { $0.number < $1.number } }
}
