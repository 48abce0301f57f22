internal import InputHub
internal import ResponderKit

extension TraceRecord {
    /// Sets the cause of a recognizer's state change, with its object or numbers.
    mutating func set(_ cause: GestureCause, _ names: InternTable) {
        switch cause {
        case .gesture: self.cause = .gesture
        case .subclass: self.cause = .subclass
        case .movedTooFar(let distance, let limit): (self.cause, x, y) = (.movedTooFar, distance, limit)
        case .tookTooLong(let limit): (self.cause, y) = (.tookTooLong, limit)
        case .nextTapMissing: self.cause = .nextTapMissing
        case .liftedEarly: self.cause = .liftedEarly
        case .tooManyTouches(let limit): (self.cause, y) = (.tooManyTouches, Double(limit))
        case .tooFewTouches(let needed): (self.cause, y) = (.tooFewTouches, Double(needed))
        case .wrongDirection: self.cause = .wrongDirection
        case .notFromEdge: self.cause = .notFromEdge
        case .touchesCancelled: self.cause = .touchesCancelled
        case .prevented(let other): (self.cause, self.other) = (.prevented, names.id(of: other))
        case .requiredFailureRecognized(let other):
            (self.cause, self.other) = (.requiredFailureRecognized, names.id(of: other))
        case .circularRequirement: self.cause = .circularRequirement
        case .vetoedByView(let view): (self.cause, self.other) = (.vetoedByView, names.id(of: view))
        case .vetoedByDelegate: self.cause = .vetoedByDelegate
        case .disabled: self.cause = .disabled
        case .removed: self.cause = .removed
        case .interrupted: self.cause = .interrupted
        case .abandoned: self.cause = .abandoned
        case .reset: self.cause = .reset
        }
    }
}

extension TraceRecord.ControlFlags {
    init(_ control: Control) {
        self = []
        if control.isTracking { insert(.isTracking) }
        if control.isTouchInside { insert(.isInside) }
        if control.isHighlighted { insert(.isHighlighted) }
        if !control.isEnabled { insert(.isDisabled) }
        if control.isSelected { insert(.isSelected) }
        if control is Slider || control is Switch { insert(.hasValue) }
    }
}

extension Responder.Method {
    var code: UInt8 { UInt8(truncatingIfNeeded: Self.allCases.firstIndex(of: self) ?? 0) }
}

extension GestureRecognizer {
    /// `number` of the first tracked touch; 0 if there is none.
    var touchNumber: Int32 { Int32(truncatingIfNeeded: firstTouch?.number ?? 0) }
}
