internal import GestureKinds
internal import HandlerEvents
public import ResponderKit

/// Records gestures, controls, actions and misuse.
extension TraceRecorder {
    public func recognizer(_ recognizer: GestureRecognizer, offered touch: Touch, refusal: OfferRejection?) {
        var record = record(.offered, touch)
        record.subject = names.id(of: recognizer)
        record.other = names.id(of: recognizer.view)
        record.detail = TraceRecord.OfferResult(refusal).rawValue
        write(record)
    }

    public func recognizer(
        _ recognizer: GestureRecognizer,
        from old: GestureRecognizer.State,
        to new: GestureRecognizer.State,
        cause: GestureCause
    ) {
        if new == .changed, !followsMoves { return }
        var record = record(.gesture)
        record.subject = names.id(of: recognizer)
        record.device = names.id(of: recognizer.view)
        (record.former, record.detail) = (UInt8(old.rawValue), UInt8(new.rawValue))
        record.count = Int16(clamping: recognizer.touchesAtOnce)
        record.touch = recognizer.touchNumber
        record.set(cause, names)
        record.set(recognizer.measure, recognizer.numbers(in: nil))
        if new == .changed { writeOngoing(record) } else { write(record) }
    }

    public func recognizer(_ recognizer: GestureRecognizer, waitsFor others: [GestureRecognizer]) {
        for other in others {
            var record = record(.waits)
            record.subject = names.id(of: recognizer)
            record.other = names.id(of: other)
            record.touch = recognizer.touchNumber
            write(record)
        }
    }

    /// Records a step of a sequence, its completion or its failure.
    package func sequence(_ step: SequenceStep) {
        var record = record(.sequence)
        record.subject = names.id(of: step.sequence)
        record.other = step.gesture.map { names.id(of: $0) } ?? 0
        record.detail = UInt8(step.state.gestureState.rawValue)
        record.count = Int16(clamping: step.made)
        record.x = Double(step.of)
        write(record)
    }

    public func control(_ control: Control, sent event: Control.Event) {
        let isOngoing = event == .touchDragInside || event == .touchDragOutside
        if isOngoing, !followsMoves { return }
        var record = record(.control)
        record.subject = names.id(of: control)
        record.other = InternedID(truncatingIfNeeded: event.rawValue)
        record.detail = TraceRecord.ControlFlags(control).rawValue
        switch control {
        case let slider as Slider: record.x = slider.value
        case let toggle as Switch: record.x = toggle.isOn ? 1 : 0
        default: break
        }
        if isOngoing || event == .valueChanged && followsMoves {
            writeOngoing(record, part: isOngoing ? .moves : [])
        } else {
            write(record)
        }
    }

    public func action(_ action: Selector, sent sender: AnyObject?, to target: (any ActionTarget)?) {
        var record = record(.action)
        record.subject = names.id(of: action.name, .action)
        record.device = names.id(of: sender)
        record.other = names.id(of: target)
        write(record)
    }

    /// Records that a plugin has sent an action to the application.
    package func action(_ action: String, from plugin: String, to application: Responder) {
        var record = record(.action)
        record.subject = names.id(of: action, .action)
        record.device = names.id(of: plugin, .plugin)
        record.other = names.id(of: application)
        write(record)
    }

    public func misuse(_ misuse: Misuse) {
        var record = record(.misuse)
        record.detail = TraceRecord.MisuseKind(misuse).rawValue
        write(record)
    }
}

extension EventName {
    /// Recognizer state for a sequence's event.
    fileprivate var gestureState: GestureRecognizer.State {
        switch self {
        case .began: .began
        case .changed: .changed
        case .ended: .ended
        default: .failed
        }
    }
}
