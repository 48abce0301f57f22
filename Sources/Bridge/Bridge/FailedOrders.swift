internal import Synchronization

/// The numbers of orders that plugins could not carry out, on their way to the input thread.
final class FailedOrders: Sendable {
    private let numbers = Mutex<[Int32]>([])
    private let wake: @Sendable () -> Void

    /// Limit failed-power-requests (Commands to the view tree): failed screen-power requests that wait to be reported.
    /// Past it: newer ones are not reported.
    ///
    /// A screen has one power request at a time.
    private static let limit = 256

    /// Calls `wake`, on the thread of who adds, when there is one.
    init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

    func add(_ number: Int32) {
        numbers.withLock { numbers in
            if numbers.count < Self.limit { numbers.append(number) }
        }
        wake()
    }

    /// Those that have come since the last time.
    func take() -> [Int32] {
        numbers.withLock { numbers in
            defer { numbers = [] }
            return numbers
        }
    }
}
