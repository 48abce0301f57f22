package import HandlerEvents

/// Receives notices from an ``ActivityMonitor``, which tracks idle and dark screens. The monitor sends notices about
/// touches before the frame's touches are dispatched, and all other notices when a timer fires.
package protocol ActivityDelegate: AnyObject {
    /// Called when a screen becomes idle (`idle`), is used again (`active`), becomes dark (`dark`) or is woken
    /// (`wake`).
    func screen(_ index: Int, did event: EventName, at time: Int64)
    /// Calls the handlers that turn a screen off (`dark`) or on (`wake`), and returns their request.
    func requestPower(_ event: EventName, of screen: Int, at time: Int64) -> PowerRequest
}
