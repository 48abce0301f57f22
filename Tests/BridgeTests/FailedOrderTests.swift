import Synchronization
import TestTraits
import Testing

@testable import Bridge

/// Orders that failed, on their way to the input thread.
struct FailedOrderTests {
    @Test(.atLimit("failed-power-requests"), .pastLimit("failed-power-requests"))
    func `256 failed orders wait, and further ones are not heard of`() {
        let wakes = Atomic(0)
        let orders = FailedOrders { wakes.add(1, ordering: .relaxed) }
        for number: Int32 in 1...257 { orders.add(number) }
        #expect(orders.take() == Array(1...256))
        #expect(wakes.load(ordering: .relaxed) == 257)
        orders.add(258)
        #expect(orders.take() == [258])
    }
}
