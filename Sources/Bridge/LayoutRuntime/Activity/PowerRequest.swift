/// A request to turn a screen off or on.
package struct PowerRequest {
    package let number: Int32
    /// Number of handlers that accepted the request and have not failed.
    var pendingHandlers: Int

    var allFailed: Bool { pendingHandlers <= 0 }

    package init(number: Int32, pendingHandlers: Int) {
        (self.number, self.pendingHandlers) = (number, pendingHandlers)
    }
}
