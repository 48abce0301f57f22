internal import HandlerEvents
internal import PluginAPI

/// Checks handler calls. A stream is the sequence of calls for one touch, press, gesture or control. A stream must not
/// begin or end twice. A handler that is bound to all end events of a stream must receive one of these end events. The
/// times of calls must not decrease.
///
/// Withheld touches are delivered later with their original times. The times of touches and of their control events may
/// therefore decrease from one touch to another, but not within a touch.
struct StreamOracle {
    private struct Stream: Hashable {
        let group: Int32
        let stream: Int32
        let family: EventName.Family
        let plugin: Int
    }

    private struct OpenStream {
        /// Whether the handler is bound to all events that can end the stream.
        let bindsAllEnds: Bool
        var latest: Int64
    }

    private var open: [Stream: OpenStream] = [:]
    private var ended: Set<Stream> = []
    private var latest: Int64 = .min
    /// Whether every handler for touches is bound to all touch events.
    let isStrict: Bool
    /// Hash of all calls, including their times and locations.
    private(set) var digest: UInt64 = 0xcbf2_9ce4_8422_2325
    private(set) var count = 0

    init(isStrict: Bool) { self.isStrict = isStrict }

    /// Checks a call; returns a failure if the call violates an invariant, otherwise nil.
    mutating func take(_ handlerEvent: HandlerEvent, for binding: Binding, of plugin: Int) -> Failure? {
        count += 1
        note(handlerEvent, binding)
        let family = handlerEvent.event.family
        if family != .touches, family != .control || handlerEvent.stream == 0 {
            guard handlerEvent.time >= latest else { return late(handlerEvent, binding, latest) }
            latest = handlerEvent.time
        }
        switch family {
        case .motion: break
        case .touches, .presses, .gesture, .control:
            // Delayed calls (`after:`) and control events that code sends have stream number 0: they are not part of a
            // stream.
            if handlerEvent.stream == 0 { return nil }
        case .remoteControl, .action, .screen, .device, .ghost, .panel, .timer: return nil
        }
        let stream = Stream(group: binding.group, stream: handlerEvent.stream, family: family, plugin: plugin)
        if let last = open[stream]?.latest, handlerEvent.time < last { return late(handlerEvent, binding, last) }
        open[stream]?.latest = handlerEvent.time
        return take(handlerEvent, stream, binding)
    }

    private func late(_ handlerEvent: HandlerEvent, _ binding: Binding, _ last: Int64) -> Failure {
        let event = "\(handlerEvent.event) with time \(handlerEvent.time)"
        let name = "\(binding.plugin).\(binding.handler)"
        return Failure(.time, "\(name) receives \(event) after an event with time \(last)")
    }

    private mutating func take(_ handlerEvent: HandlerEvent, _ stream: Stream, _ binding: Binding) -> Failure? {
        let event = handlerEvent.event
        func failure(_ problem: String) -> Failure {
            Failure(.handler, "\(binding.plugin).\(binding.handler) of '\(binding.view)' receives \(event): \(problem)")
        }
        switch event.flow {
        case .begins:
            if binding.width == 1, open[stream] != nil { return failure("stream \(stream.stream) has not ended") }
            if stream.family == .touches, ended.contains(stream) {
                return failure("touch \(stream.stream) has already ended")
            }
            open[stream] = OpenStream(bindsAllEnds: binding.ends == .all, latest: handlerEvent.time)
        case .continues, .value:
            if stream.family == .touches, binding.width == 1, ended.contains(stream) {
                return failure("touch \(stream.stream) has already ended")
            }
        case .ends:
            guard open.removeValue(forKey: stream) != nil else {
                let isSecond = stream.family == .touches && binding.width == 1 && ended.contains(stream)
                return isSecond ? failure("touch \(stream.stream) has already ended") : nil
            }
            if stream.family == .touches { ended.insert(stream) }
        case .single: break
        }
        return nil
    }

    private mutating func note(_ handlerEvent: HandlerEvent, _ binding: Binding) {
        mix(UInt64(truncatingIfNeeded: handlerEvent.time))
        mix(UInt64(handlerEvent.event.flow == .ends ? 1 : 0) | UInt64(UInt32(bitPattern: handlerEvent.stream)) << 8)
        mix(handlerEvent.screenX.bitPattern)
        mix(handlerEvent.screenY.bitPattern)
        mix(UInt64(UInt32(bitPattern: binding.group)))
    }

    private mutating func mix(_ word: UInt64) { digest = (digest ^ word) &* 0x100_0000_01b3 }

    /// Returns a failure if a stream is still open after all fingers are up and the settling time has elapsed;
    /// otherwise nil.
    mutating func checkSettled() -> Failure? {
        defer {
            open.removeAll(keepingCapacity: true)
            ended.removeAll(keepingCapacity: true)
        }
        guard isStrict else { return nil }
        let left = open.filter(\.value.bindsAllEnds).keys.map { "\($0.stream) of group \($0.group)" }.sorted()
        return left.first.map { Failure(.handler, "a handler never receives the end event of stream \($0)") }
    }
}
