import HandlerEvents
import PluginAPI
import PluginWorkers
import Testing

@testable import BuiltinStream

/// Tests that the queue contains at most one value for each control: a new value replaces older values, even those of
/// other touches.
struct ValueTests {
    private let binding = Binding(
        plugin: "p",
        handler: "h",
        view: "slider",
        arguments: NoArguments(),
        group: 1,
        hostEnvironment: HostEnvironment(host: "kiosk")
    )

    private func value(_ stream: Int32) -> HandlerEvent {
        var handlerEvent = HandlerEvent(.valueChanged, at: Int64(stream))
        handlerEvent.stream = stream
        return handlerEvent
    }

    @Test func `of queued values the newest is kept, also when its touch never arrived`() {
        var deliveryQueue = DeliveryQueue(capacity: 8)
        let orderingKey = OrderingKey(group: 1, stream: 2)
        deliveryQueue.finish(
            .init(orderingKey: orderingKey, handlerEvent: HandlerEvent(.touchDown, at: 0), binding: binding),
            arrived: false
        )
        for stream in 1...2 as ClosedRange<Int32> {
            let orderingKey = OrderingKey(group: 1, stream: stream)
            deliveryQueue.add(.init(orderingKey: orderingKey, handlerEvent: value(stream), binding: binding))
        }
        let next = deliveryQueue.next()
        #expect(next?.handlerEvent.time == 2)
        #expect(deliveryQueue.isEmpty == false && deliveryQueue.count == 0)
    }

    @Test func `a value waits for the one being delivered, and later events for both`() throws {
        var deliveryQueue = DeliveryQueue(capacity: 8)
        func add(_ event: EventName, _ stream: Int32) {
            var handlerEvent = value(stream)
            handlerEvent.event = event
            let orderingKey = OrderingKey(group: 1, stream: stream)
            deliveryQueue.add(.init(orderingKey: orderingKey, handlerEvent: handlerEvent, binding: binding))
        }
        add(.valueChanged, 1)
        let next = deliveryQueue.next()
        let first = try #require(next)
        add(.valueChanged, 2)
        add(.touchUpInside, 2)
        add(.touchDown, 3)
        #expect(deliveryQueue.next()?.handlerEvent.event == .touchDown)
        #expect(deliveryQueue.next() == nil)
        // The newest value follows the begin event of its touch.
        add(.touchDown, 4)
        add(.valueChanged, 4)
        #expect(deliveryQueue.next()?.handlerEvent.event == .touchUpInside)
        let last = deliveryQueue.next()
        let began = try #require(last)
        #expect(began.handlerEvent.event == .touchDown && deliveryQueue.next() == nil)
        deliveryQueue.finish(first, arrived: true)
        #expect(deliveryQueue.next() == nil)
        deliveryQueue.finish(began, arrived: true)
        #expect(deliveryQueue.next()?.handlerEvent.time == 4)
        #expect(deliveryQueue.isEmpty == false && deliveryQueue.count == 0 && deliveryQueue.coalesced == 1)
    }

    @Test func `a client that lags behind gets the newest value of each control`() {
        var outbox = Outbox(limit: 4, byteLimit: 10_000)
        for stream in 1...9 as ClosedRange<Int32> {
            let ended = StreamMessage(HandlerEvent(.touchUpInside, at: 0), for: binding)
            let hasRoom = stream > 3 || outbox.add(ended)
            let hasRoomForValue = outbox.add(StreamMessage(value(stream), for: binding))
            #expect(hasRoom && hasRoomForValue)
        }
        var texts: [String] = []
        while let message = outbox.next() { texts.append(String(decoding: message.bytes, as: UTF8.self)) }
        #expect(texts.count == 4)
        #expect(texts.filter { $0.contains("\"1.9\"") }.count == 1)
    }
}
