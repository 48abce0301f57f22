internal import HandlerEvents
internal import JSON
internal import PluginAPI
internal import Schema

/// A control of the layout that is an entity in Home Assistant.
struct HomeAssistantControl {
    /// Kind of the control, which determines the entity.
    enum Kind: Equatable {
        /// A control without a value; its events are events in Home Assistant.
        case button
        case toggle
        case slider(minimum: Double, maximum: Double)
    }

    /// The id of the control.
    let view: String
    /// The id of the entity in MQTT topics.
    let objectID: String
    let name: String
    /// The bound events, in the order of the layout.
    var events: [EventName]
    /// Kind of the control; nil if the view tree has not described the control.
    var kind: Kind?
    /// The current state; nil for a button.
    var state: String?
    /// State that was last published on the current MQTT connection.
    var publishedState: String?
    /// Earliest monotonic time of the next state message, in microseconds.
    var nextState: Int64 = 0

    /// Sequence number of the last description request that was sent before the control's latest event.
    private var eventOrder = 0

    init(view: String, objectID: String, name: String, events: [EventName]) {
        (self.view, self.objectID, self.name, self.events) = (view, objectID, name, events)
    }

    /// Reads the reply to the request with the sequence number `order`. If an event has set the state since the
    /// request, retains that state, because the reply may be older.
    mutating func read(_ description: JSONValue, order: Int) {
        let former = (kind: kind, state: state)
        read(description)
        if eventOrder >= order, former.kind == kind { state = former.state }
    }

    private mutating func read(_ description: JSONValue) {
        if let isOn = description["isOn"]?.boolean {
            (kind, state) = (.toggle, Self.text(isOn: isOn))
        } else if let value = description["value"]?.number, let range = description["range"]?.list, range.count == 2,
            let minimum = range[0].number, let maximum = range[1].number, minimum < maximum
        {
            kind = .slider(minimum: minimum, maximum: maximum)
            state = text(value)
        } else {
            (kind, state) = (.button, nil)
        }
    }

    /// Sets the state to the value of an event; returns false if the control has no state.
    mutating func take(_ value: Double, order: Int) -> Bool {
        eventOrder = order
        switch kind {
        case .toggle: state = Self.text(isOn: value != 0)
        case .slider: state = text(value)
        case .button, nil: return false
        }
        return true
    }

    /// Returns the value that a command contains; nil if the command is invalid.
    func value(of payload: [UInt8]) -> Double? {
        guard payload.count <= 32, let text = String(validating: payload, as: UTF8.self) else { return nil }
        return JSONValue.text(text).actionValue
    }

    private static func text(isOn: Bool) -> String { isOn ? "ON" : "OFF" }

    /// Returns the value of a slider, rounded to the step.
    private func text(_ value: Double) -> String {
        let scaled = (value / step).rounded()
        guard max(scaled.magnitude, value.magnitude) < 1e15 else { return "\(value)" }
        let digits = decimals
        guard digits > 0 else { return String(Int64(scaled * step)) }
        let text = String(Int64(scaled).magnitude)
        let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
        return (scaled < 0 ? "-" : "") + padded.dropLast(digits) + "." + padded.suffix(digits)
    }

    /// Largest power of ten that is at most a hundredth of a slider's range, and at least 0.001.
    var step: Double { [1e6, 1e5, 1e4, 1000, 100, 10, 1, 0.1, 0.01].first { $0 <= span / 100 } ?? 0.001 }

    private var decimals: Int { step >= 1 ? 0 : step >= 0.1 ? 1 : step >= 0.01 ? 2 : 3 }

    private var span: Double {
        if case .slider(let minimum, let maximum)? = kind { maximum - minimum } else { 0 }
    }
}
