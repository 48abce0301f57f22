package import HandlerEvents

/// Acts on what an ``ActivityMonitor`` notices: never while samples are accepted, always before the touches of the same
/// frame are dispatched.
package protocol ActivityDelegate: AnyObject {
    /// A screen fell idle (`idle`), is in use again (`active`), counts as dark (`dark`) or is woken (`wake`).
    func screen(_ index: Int, did event: EventName, at time: Int64)
    /// Has the handlers of a screen make it dark (`dark`) or light it (`wake`).
    func requestPower(_ event: EventName, of screen: Int, at time: Int64) -> PowerRequest
    /// A screen was touched; called at most every ten seconds.
    func screensWereTouched()
}
