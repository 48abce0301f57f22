public import HandlerEvents
public import JSON
public import PluginAPI
public import TouchTrace

/// Outcomes of handler calls in the running service, from the trace in a dump or from the reports of plugins.
public struct ServiceCalls: Sendable {
    /// Identifies a call by the event that caused it, and by the call's position in the layout.
    private struct Key: Hashable {
        let time: Int64
        let plugin: String
        let handler: String
        let view: String
        /// Id of the gesture or sequence, or name of the action.
        let source: String?
        let position: Int
        /// Slot of the finger; nil for an event without a single touch.
        let slot: Int?
        let event: EventName
    }

    struct Call {
        /// Outcome in the trace of the service; nil if only the plugin's report is known.
        let outcome: TraceRecord.CallOutcome?
        let report: CallReport?
    }

    private var outcomes: [Key: [TraceRecord.CallOutcome]] = [:]
    private var reports: [Key: [CallReport]] = [:]

    public init() {}

    public init(_ entries: [CallReports.Entry]) {
        for entry in entries {
            let key = Key(
                time: entry.called,
                plugin: entry.plugin,
                handler: entry.handler,
                view: entry.view,
                source: entry.source,
                position: entry.position,
                slot: entry.slot,
                event: entry.event
            )
            reports[key, default: []].append(entry.report)
        }
    }

    /// Reads the lines of a dump's trace that describe handler calls or their results; ignores other lines.
    public init(lines: [JSONValue]) {
        for line in lines {
            let kind = line["kind"]?.text
            guard let time = line[kind == "result" ? "called" : "t"]?.number, let plugin = line["plugin"]?.text,
                let handler = line["handler"]?.text, let view = line["view"]?.text,
                let event = line["on"]?.text.flatMap({ EventName(rawValue: $0) })
            else { continue }
            let key = Key(
                time: Int64(exactly: time) ?? 0,
                plugin: plugin,
                handler: handler,
                view: view,
                source: line["source"]?.text,
                position: line["position"]?.number.flatMap { Int(exactly: $0) } ?? 0,
                slot: line["touchless"]?.boolean == true
                    ? nil : line["slot"]?.number.flatMap { Int(exactly: $0) } ?? 0,
                event: event
            )
            if kind == "handler", let outcome = line["outcome"]?.text.flatMap({ TraceRecord.CallOutcome(code: $0) }) {
                outcomes[key, default: []].append(outcome)
            } else if kind == "result", let result = line["result"]?.text.flatMap({ CallReport.Result(rawValue: $0) }) {
                let cause = line["cause"]?.text.flatMap { CallReport.Cause(rawValue: $0) }
                let number = line["number"]?.number.flatMap { Int(exactly: $0) }
                reports[key, default: []].append(CallReport(result, cause, number: number))
            }
        }
    }

    /// Removes and returns the outcome of a call; nil if the outcome is unknown.
    ///
    /// Traces contain `time`, the time of the call. Plugins' reports contain `eventTime`, the time of the event. The
    /// times differ if the touch was delivered late.
    mutating func take(_ binding: Binding, _ event: EventName, at time: Int64, eventTime: Int64, slot: Int?)
        -> Call?
    {
        guard !outcomes.isEmpty || !reports.isEmpty else { return nil }
        func key(_ time: Int64) -> Key {
            Key(
                time: time,
                plugin: binding.plugin,
                handler: binding.handler,
                view: binding.view,
                source: binding.gesture ?? binding.action,
                position: binding.position,
                slot: slot,
                event: event
            )
        }
        let (called, reported) = (key(time), key(eventTime))
        let outcome = outcomes[called]?.first
        if outcome != nil { outcomes[called]?.removeFirst() }
        // Only a call that the service made has a report.
        let wasAccepted = outcome == nil || outcome == .accepted
        let report = wasAccepted ? reports[reported]?.first : nil
        if report != nil { reports[reported]?.removeFirst() }
        return outcome == nil && report == nil ? nil : Call(outcome: outcome, report: report)
    }

    /// Removes and returns the outcome of the call in a record; nil if the outcome is unknown. Also removes the outcome
    /// of a withheld call; otherwise, the next call would receive it.
    mutating func take(_ record: TraceRecord, _ event: HandlerEvent?, _ binding: Binding) -> Call? {
        guard !binding.needsNoPlugin, let name = record.event else { return nil }
        let eventTime = event?.time ?? record.time
        return take(binding, name, at: record.time, eventTime: eventTime, slot: record.touchSlot)
    }

    /// Result of a call, as the plugin reported it.
    public struct Result: Sendable {
        /// `delivered`, `failed` or `dropped`. If the plugin reported nothing, the outcome in the trace of the service.
        public let code: String
        /// Phrase with the reason; nil if the call was delivered.
        public let reason: String?
    }

    /// Removes and returns the result of the call in a record of a replay; nil if the result is unknown, or if the
    /// replay withheld the call.
    public mutating func takeResult(of record: TraceRecord, _ event: HandlerEvent?, _ names: InternTable) -> Result? {
        guard let binding = names[record.subject]?.binding, let call = take(record, event, binding), !record.isWithheld
        else { return nil }
        if let report = call.report { return Result(code: report.result.rawValue, reason: report.reason) }
        return call.outcome.map { Result(code: "\($0)", reason: nil) }
    }

    /// Removes and returns the result of a call for an event; nil if the plugin has reported no result.
    public mutating func takeResult(of binding: Binding, _ event: HandlerEvent) -> Result? {
        let call = take(binding, event.event, at: event.time, eventTime: event.time, slot: event.touchSlot)
        guard let report = call?.report else { return nil }
        return Result(code: report.result.rawValue, reason: report.reason)
    }
}

extension TraceRecord.CallOutcome {
    /// Creates the outcome from its word in a trace; nil for other words.
    fileprivate init?(code: String) {
        let all: [TraceRecord.CallOutcome] = [.accepted, .dropped, .skipped, .limited, .delayed]
        guard let outcome = all.first(where: { "\($0)" == code }) else { return nil }
        self = outcome
    }
}

/// Counts of the calls of one handler, by the outcome of the calls in the service.
struct ServiceResults {
    /// Number of calls whose outcome is known.
    private(set) var calls = 0
    private(set) var counts: [Result: Int] = [:]
    /// Latest report of a failure; nil if there is none.
    private(set) var failure: CallReport?

    /// Latest report of a call that the plugin had accepted and then dropped; nil if there is none.
    private(set) var drop: CallReport?

    /// The raw values are stable codes.
    enum Result: String, CaseIterable {
        case accepted, delivered, failed, dropped, limited, skipped, delayed
    }

    mutating func add(_ call: ServiceCalls.Call) {
        calls += 1
        let result: Result
        switch call.report?.result {
        case .delivered: result = .delivered
        case .failed: result = .failed
        case .dropped: result = .dropped
        case nil: result = call.outcome.flatMap { Result(rawValue: "\($0)") } ?? .accepted
        }
        if result == .failed { failure = call.report }
        if result == .dropped { drop = call.report }
        counts[result, default: 0] += 1
    }

    mutating func add(_ other: ServiceResults) {
        calls += other.calls
        counts.merge(other.counts, uniquingKeysWith: +)
        failure = other.failure ?? failure
        if other.counts[.dropped] ?? 0 > 0 { drop = other.drop }
    }

    /// The most severe result, in the order from `failed` to `delivered`; nil if no result is known.
    var worst: Result? {
        [.failed, .dropped, .limited, .skipped, .delayed, .accepted, .delivered].first { counts[$0] ?? 0 > 0 }
    }
}

extension CallReport {
    /// Clause with the reason why a call failed or was dropped; nil if the call was delivered.
    var reason: String? {
        let value = number.map { " \($0)" } ?? ""
        return switch cause {
        case .exitStatus: "exit status\(value)"
        case .signal: "terminated by signal\(value)"
        case .timeLimit: "the program exceeded its time limit"
        case .notStarted: "the program could not be started"
        case .httpStatus: "the server answered with HTTP status\(value)"
        case .unreachable: "the server did not answer"
        case .untrusted: "the server's certificate was rejected"
        case .badAddress: "the URL of the request was invalid"
        case .tooLarge: "the body of the request was too large"
        case .invalidMessage: "the message was invalid or too large"
        case .noClient: "no page or program was connected"
        case .unknownHandler: "the program does not offer the handler"
        case .deviceLost: "the virtual device could not be written"
        case .tooManyFingers: "too many fingers were down"
        case nil:
            switch result {
            case .delivered: nil
            case .failed: "the log of the service contains the reason"
            case .dropped: "the plugin stopped, or an earlier call for the touch was not delivered"
            }
        }
    }

    /// Phrase with the reason, to follow "failed"; empty if the call was delivered.
    var words: String { reason.map { (cause == nil ? "; " : ": ") + $0 } ?? "" }
}
