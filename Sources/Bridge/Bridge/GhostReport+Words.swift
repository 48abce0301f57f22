internal import Contacts
internal import Geometry
internal import HandlerEvents
internal import TouchTrace

extension GhostReport {
    /// Returns the ghost event for the screen whose origin is given.
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

    /// Returns the log message with the evidence. `quiet` is the time without touches after which a ghost is over, in
    /// microseconds.
    func message(of device: String, on origin: Point, quiet: Int64) -> String {
        let x = Int((location.x - origin.x).rounded())
        let y = Int((location.y - origin.y).rounded())
        if change == .over {
            return "'\(device)': ghost touches at \(x), \(y) have ended; \(touches) touches were rejected"
        }
        let seconds = Self.text(Double(time - since) / 1_000_000)
        let evidence =
            switch reason {
            case .brief: "\(touches) touches too brief for a finger in \(seconds) s"
            case .periodic: "\(touches) touches in \(seconds) s"
            case .outOfRange: "a touch far outside the panel's range"
            case .jumping: "a touch that moved faster than a finger can"
            }
        let period = period.map { ", one every \(Self.text(Double($0) / 1_000)) ms" } ?? ""
        let limit = Self.text(Double(quiet) / 1_000_000)
        let rest = "touches at this point are rejected until no touch has begun for \(limit) s"
        return "'\(device)' reports ghost touches at \(x), \(y): \(evidence)\(period); \(rest)"
    }

    /// Formats a number with at most one decimal.
    private static func text(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
