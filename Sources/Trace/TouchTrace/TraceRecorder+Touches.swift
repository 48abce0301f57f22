public import ResponderKit

/// Records hit-testing, touches, presses and calls of responder methods.
extension TraceRecorder {
    public func hitTest(_ view: View, at point: Point, event: Event?) {
        // A hit test without an event belongs to no touch; a plugin may have requested it.
        isHitTestOfTouch = event != nil
        guard followsHitTests, isHitTestOfTouch else { return }
        var record = record(.visit)
        record.subject = names.id(of: view)
        record.other = names.id(of: view.superview)
        (record.x, record.y) = (point.x, point.y)
        writeVisit(record)
    }

    public func hitTest(_ view: View, refused point: Point, reason: HitTestRejection) {
        guard followsHitTests, isHitTestOfTouch else { return }
        var record = TraceRecord(reason, by: view, at: point, application.now)
        record.subject = names.id(of: view)
        record.other = names.id(of: view.superview)
        writeVisit(record)
    }

    public func touch(_ touch: Touch, hit view: View?) {
        var record = record(.hit, touch)
        record.subject = names.id(of: view)
        write(record)
    }

    public func touch(_ touch: Touch, keptFrom view: View, reason: TouchRejection) {
        var record = record(.undelivered, touch)
        record.subject = names.id(of: view)
        record.detail = TraceRecord.NonDelivery(reason).rawValue
        write(record)
    }

    public func dispatching(_ event: Event) {
        switch event.type {
        case .touches:
            if !event.isOnlyMoves {
                writeTouches(of: event)
            } else if followsMoves {
                // With sinks (closures that receive each record), records moves immediately. The calls of sinks take so
                // long that a delay would save little time.
                if sinks.isEmpty { deferredMoves = .passUnretained(event) } else { writeTouches(of: event) }
            }
        case .presses where detail.contains(.presses): writePresses(of: event)
        case .presses, .motion, .remoteControl: break
        }
    }

    private func writePresses(of event: Event) {
        let presses = ((event as? PressesEvent)?.allPresses ?? []).filter { $0.phase != .stationary }
        // Sets are unordered; sorting makes traces deterministic.
        for press in presses.sorted(by: { ($0.button.device, $0.button.code) < ($1.button.device, $1.button.code) }) {
            var record = record(.press)
            record.device = press.button.device
            record.subject = names.id(of: press.responder)
            (record.detail, record.former) = (UInt8(press.phase.rawValue), UInt8(press.type.rawValue))
            record.x = Double(press.button.code)
            write(record, part: .presses)
        }
    }

    public func dispatched(_ event: Event) { settle() }

    func writeTouches(of event: Event) {
        let members = event.members
        for index in members.indices {
            // The list retains the touches during the loop; an additional retain would be redundant.
            Unmanaged.passUnretained(members[index])._withUnsafeGuaranteedRef { touch in
                if touch.phase != .stationary {
                    let isMove = touch.phase == .moved
                    put(self.touch(touch, at: event.time), isOngoing: isMove, part: isMove ? .moves : [])
                }
            }
        }
    }

    @inline(__always)
    private func touch(_ touch: Touch, at time: Int64) -> TraceRecord {
        var record = record(.touch, touch, at: time)
        record.detail = UInt8(truncatingIfNeeded: touch.phase.rawValue)
        record.subject = names.id(of: touch.view)
        record.count = Int16(clamping: touch.tapCount)
        (record.x, record.y) = (touch.force, touch.majorRadius)
        return record
    }

    public func responder(_ responder: Responder, called method: Responder.Method, touches: TouchSet, event: Event) {
        let isOngoing = method == .touchesMoved || method == .pressesChanged
        if isOngoing, !followsMoves { return }
        var record = record(.call, touches.first)
        record.subject = names.id(of: responder)
        record.detail = method.code
        record.count = Int16(clamping: touches.count)
        record.former = UInt8(truncatingIfNeeded: event.subtype.rawValue)
        if isOngoing {
            if deferredMoves != nil, deferredCall == nil { deferredCall = record } else { writeOngoing(record) }
            guard detail.contains(.presses) else { return }
        } else {
            write(record)
        }
        for (index, touch) in touches.enumerated().dropFirst() {
            (record.touch, record.x) = (Int32(truncatingIfNeeded: touch.number), Double(index))
            if isOngoing { writeOngoing(record, part: [.moves, .presses]) } else { write(record) }
        }
    }
}
