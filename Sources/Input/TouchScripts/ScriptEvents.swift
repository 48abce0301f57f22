package import InputEvents
package import ResponderKit

/// Computes the frames that a panel sends for a script, and the expectations between the frames, in order of time.
///
/// An empty frame marks the time of a group of expectations. If no event occurs at the start or at the end of the
/// script, an empty frame also marks the start or the end.
package struct ScriptEvents {
    package enum Item {
        case frame([RawEvent])
        /// A group of expectations; the preceding frame is empty and marks their time.
        case expectations([ScriptLine])
    }

    private var plan: ScriptPlan
    private var sender: PanelSender
    private var hasBegun = false
    private var lastTime: Microseconds = 0
    /// First touch frame, pending after the empty frame at time 0; nil if no touch frame is pending.
    private var report: TouchFrame?
    /// Pending expectations; `next` has already returned the empty frame that marks their time.
    private var expectations: [ScriptLine] = []

    package init(_ script: ScriptText, on panel: ScriptPanel) throws(TouchScriptError) {
        plan = try ScriptPlan(script)
        try panel.check(script)
        sender = PanelSender(panel)
    }

    /// Current time in the script, in microseconds.
    package var time: Microseconds { plan.time }

    package mutating func next() -> Item? {
        if !expectations.isEmpty {
            defer { expectations = [] }
            return .expectations(expectations)
        }
        if let report {
            self.report = nil
            if let frame = frame(of: report) { return frame }
        }
        while let event = plan.next() {
            switch event {
            case .expectations(let lines):
                expectations = lines
                return mark(plan.time)
            case .report(let report):
                if !hasBegun, report.time > 0 {
                    self.report = report
                    return mark(0)
                }
                if let frame = frame(of: report) { return frame }
            }
        }
        guard hasBegun else { return mark(0) }
        return lastTime < plan.time ? mark(plan.time) : nil
    }

    /// Returns the events of a touch frame; nil if there are none, for example if all moves are smaller than a panel
    /// unit.
    private mutating func frame(of report: TouchFrame) -> Item? {
        let events = sender.events(of: report)
        guard !events.isEmpty else { return nil }
        (hasBegun, lastTime) = (true, report.time)
        return .frame(events)
    }

    /// Returns an empty frame at the given time: a frame with only a SYN_REPORT.
    private mutating func mark(_ time: Microseconds) -> Item {
        (hasBegun, lastTime) = (true, time)
        return .frame([RawEvent(.report, at: time)])
    }
}
