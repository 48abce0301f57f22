internal import Contacts
internal import Geometry
internal import HandlerEvents
internal import TouchTrace

extension GhostReport {
    /// Returns the `ghost` event, which reports touches without a finger. Locations are relative to `origin`, the
    /// origin of the panel's screen.
    func handlerEvent(of device: Int32, on origin: Point) -> HandlerEvent {
        var handlerEvent = HandlerEvent(.ghost, at: time)
        handlerEvent.device = device
        handlerEvent.touchCount = touches
        handlerEvent.code = reason.name.number
        (handlerEvent.x, handlerEvent.y) = (location.x - origin.x, location.y - origin.y)
        (handlerEvent.screenX, handlerEvent.screenY) = (handlerEvent.x, handlerEvent.y)
        handlerEvent.value = Double(period ?? 0) / 1_000
        return handlerEvent
    }

    /// Returns the log message with the location and the cause of the ghost touches. Touches there are rejected until
    /// no touch has begun there for `quiet` microseconds.
    func message(of device: String, on origin: Point, quiet: Int64) -> String {
        let x = Int((location.x - origin.x).rounded())
        let y = Int((location.y - origin.y).rounded())
        if change == .over {
            return "'\(device)': ghost touches at \(x), \(y) have ended; \(touches) touches were rejected"
        }
        let seconds = Self.text(Double(time - since) / 1_000_000)
        let interval = period.map { ", one every \(Self.text(Double($0) / 1_000)) ms," } ?? ""
        let evidence =
            switch reason {
            case .brief: "\(touches) touches in \(seconds) s\(interval) were too brief for a finger"
            case .periodic: "\(touches) touches in \(seconds) s\(interval) were too regular for a finger"
            case .outOfRange: "a touch began far outside the panel's range"
            case .jumping: "a touch moved faster than a finger can"
            }
        let limit = Self.text(Double(quiet) / 1_000_000)
        let rest = "touches at this point are rejected until no touch has begun for \(limit) s"
        return "'\(device)' reports ghost touches at \(x), \(y): \(evidence); \(rest)"
    }

    /// Formats a number with at most one decimal.
    private static func text(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
