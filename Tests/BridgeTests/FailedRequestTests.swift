import LayoutRuntime
import Synchronization
import TestTraits
import Testing

/// Tests the delivery of failed power requests to the input thread.
struct FailedRequestTests {
    @Test(.atLimit("failed-power-requests"), .pastLimit("failed-power-requests"))
    func `256 failed requests are queued, and further ones are not reported`() {
        let wakes = Atomic(0)
        let commands = TreeCommands(clock: { 0 }, wake: { wakes.add(1, ordering: .relaxed) })
        for number: Int32 in 1...257 { commands.requestFailed(number) }
        #expect(commands.takeFailedRequests() == Array(1...256))
        #expect(wakes.load(ordering: .relaxed) == 257)
        commands.requestFailed(258)
        #expect(commands.takeFailedRequests() == [258])
    }
}
