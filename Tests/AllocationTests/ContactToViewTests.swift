// These tests run in release builds only, because unoptimized code allocates more.
#if !DEBUG

import CAllocationCount
internal import FlightLog
import InputEvents
internal import InputHub
import ResponderKit
import TestSupport
import TestTraits
import Testing

/// Tests that moving fingers cause no allocation between the device's events and the view.
@Suite(.tags(.allocation)) struct ContactToViewTests {
    @Test(arguments: [1, 5, 10])
    func `moving fingers allocate nothing from event to view`(_ fingers: Int32) throws {
        let application = Application()
        let hub = InputHub(application)
        // The log's ring fills up during the run.
        hub.log = EventLog(capacity: 4096)
        let window = Window(frame: Rect(x: 0, y: 0, width: 1000, height: 1000), application: application)
        let view = CountingView(frame: window.frame)
        view.isMultipleTouchEnabled = true
        window.addSubview(view)
        window.makeKeyAndVisible()
        let number = try hub.addPanel(Streams.panel(), settings: PanelSettings(screen: window.frame))
        for finger in 0..<fingers { hub.take(Streams.down(finger, finger, 10 * finger, 10, at: 1).span, of: number) }
        var time: Int64 = 1000
        var frame: ContiguousArray<RawEvent> = []
        func run(_ frames: Int) {
            for step in 0..<frames {
                frame.removeAll(keepingCapacity: true)
                time += 1000
                for finger in 0..<fingers {
                    frame.append(RawEvent(.slot, finger, at: time))
                    frame.append(RawEvent(.contactX, Int32(step % 900), at: time))
                    frame.append(RawEvent(.contactY, Int32(step % 700), at: time))
                }
                frame.append(RawEvent(.report, at: time))
                hub.take(frame.span, of: number)
            }
        }
        run(1000)
        let before = allocation_count()
        run(1000)
        #expect(allocation_count() - before == 0)
        #expect(view.moves > 1000)
    }
}

private final class CountingView: View {
    var moves = 0
    override func touchesBegan(_ touches: TouchSet, with event: Event?) {}
    override func touchesMoved(_ touches: TouchSet, with event: Event?) { moves += touches.count }
    override func touchesEnded(_ touches: TouchSet, with event: Event?) {}
}

#endif
