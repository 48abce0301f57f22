import HandlerEvents
import Testing
import TouchbridgePlugin

struct `Events of the Swift interface` {
    @Test func `the events equal the bridge's, in the order of the header's numbers`() {
        #expect(Event.allCases.map { "\($0)" } == EventName.allCases.map(\.rawValue))
        #expect(Event.allCases.map(\.rawValue) == Array(1...Int32(EventName.allCases.count)))
    }
}
