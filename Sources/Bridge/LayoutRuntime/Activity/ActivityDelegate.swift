package import HandlerEvents

/// Receives notices from an ``ActivityMonitor``, which tracks idle and dark screens. Notices caused by a touch are sent
/// before the touches of the input frame are dispatched. All other notices are sent when a timer fires.
package protocol ActivityDelegate: AnyObject {
    /// Called when a screen becomes idle (`idle`), is used again (`active`), becomes dark (`dark`) or is woken
    /// (`wake`).
    func screen(_ index: Int, did event: EventName, at time: Int64)
    /// Calls the handlers that turn a screen off (`dark`) or on (`wake`), and returns the request that these handlers
    /// received.
    func requestPower(_ event: EventName, of screen: Int, at time: Int64) -> PowerRequest
}
