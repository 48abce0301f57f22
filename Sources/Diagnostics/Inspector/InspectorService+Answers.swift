internal import Explain
internal import LayoutRuntime
internal import PluginAPI
internal import Snapshots
internal import TouchTrace

/// Replies to the requests of the inspector's web pages.
extension InspectorService {
    /// Period before a touch's start that its explanation covers, in microseconds.
    private static let before: Int64 = 10_000_000
    /// Period after a touch's start that its explanation covers, in microseconds.
    private static let after: Int64 = 60_000_000

    /// Answers at most one request of each web page. Does nothing until the trace records and the facts about the
    /// layout are up to date.
    func answerQuestions() {
        guard hasCaughtUp, let names = mailbox.names, clients.values.contains(where: \.hasQuestion) else { return }
        guard let facts else {
            if !areFactsComing {
                areFactsComing = true
                mailbox.ask { $0.facts = true }
            }
            return
        }
        for client in clients.values {
            guard client.hasRoomForReply, let question = client.takeQuestion() else { continue }
            client.replies.append(answer(question, names, facts))
        }
    }

    private func answer(_ question: PageQuestion, _ names: InternTable, _ facts: LayoutFacts) -> [UInt8] {
        switch question {
        case .explain(let touch): return Message.explanation(of: touch, explain(touch, names, facts))
        case .view(let id, let time):
            let report = ViewReport(of: id, names, facts)
            let calls = report.map { self.calls(of: $0, until: time, names) } ?? []
            return Message.view(id, report, calls, facts)
        case .script(let times, let expects):
            var script = TraceScript(names, facts, expects: expects)
            for index in history.start..<history.end where times.contains(history[index].time) {
                let record = history[index]
                script.take(record, record.kind == .handler ? deliveredEvents[record.eventNumber] : nil)
            }
            return Message.script(script, expects: expects)
        }
    }

    /// Explains a touch from the records around its start; returns nil if no records of the touch remain.
    private func explain(_ touch: Int32, _ names: InternTable, _ facts: LayoutFacts) -> TouchExplanation? {
        let indices = history.start..<history.end
        guard let first = indices.first(where: { history[$0].touch == touch }) else { return nil }
        let (since, until) = (history[first].time - Self.before, history[first].time + Self.after)
        var explainer = Explainer(names, facts, only: Int(touch))
        explainer.service = ServiceCalls(mailbox.callReports)
        (explainer.epoch, explainer.isLive) = (epoch(), isLive)
        if !isLive { explainer.begin(at: history[history.start].time) }
        for index in indices {
            let record = history[index]
            if record.time < since { continue }
            if record.time > until { break }
            explainer.take(record, record.kind == .handler ? deliveredEvents[record.eventNumber] : nil)
        }
        return explainer.explanation.touch(Int(touch))
    }

    /// Returns the latest handler calls of a view up to the given time, newest first.
    private func calls(of report: ViewReport, until time: Int64, _ names: InternTable) -> [ViewReport.Call] {
        var calls: [ViewReport.Call] = []
        var service = ServiceCalls(mailbox.callReports)
        for index in (history.start..<history.end).reversed() where calls.count < ViewReport.callLimit {
            let record = history[index]
            guard record.kind == .handler, record.time <= time, let binding = names[record.subject]?.binding,
                report.contains(binding)
            else { continue }
            let event = deliveredEvents[record.eventNumber]
            let result = event.flatMap { service.takeResult(of: binding, $0) }
            guard !record.isWithheld else {
                calls.append(ViewReport.Call(record: record, binding: binding, argument: nil, result: nil))
                continue
            }
            let argument = event.map { binding.arguments.expanded($0, binding) }
            calls.append(ViewReport.Call(record: record, binding: binding, argument: argument, result: result))
        }
        return calls
    }
}
