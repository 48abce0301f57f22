// Only for release builds: debug code allocates memory that optimized code does not.
#if !DEBUG

import CAllocationCount
import Contacts
import Geometry
import InputEvents
import ResponderKit
import TestTraits
import Testing

/// Tests that contact frames cause no heap allocations.
@Suite(.tags(.allocation)) struct ContactAllocationTests {
    @Test(arguments: [false, true]) func `moves of ten fingers allocate nothing`(_ isAnonymous: Bool) throws {
        let axes: [Axis] = [.contactX, .contactY]
        let device = DeviceDescription.panel(isAnonymous ? axes : [.slot, .trackingID] + axes)
        var assembler = try FrameAssembler(for: device)
        var tracker = ContactTracker()
        let screen = Rect(x: 0, y: 0, width: 1000, height: 1000)
        var digitizer = Digitizer(for: device, mapping: PanelMapping(screen: screen))
        var events: ContiguousArray<RawEvent> = []
        for step in 1...100 {
            for finger in 0..<10 {
                if !isAnonymous { events += [slot(Int32(finger)), id(Int32(finger))] }
                events += [x(Int32(finger * 90 + step % 7)), y(Int32(step))]
                if isAnonymous { events.append(mark) }
            }
            events.append(RawEvent(.report, at: Int64(step)))
        }
        var count = 0
        func run() {
            var next = 0
            while next < events.count, assembler.assemble(events.span, &next) {
                tracker.take(assembler.frame)
                for index in tracker.changes.indices
                where digitizer.sample(for: tracker.changes[index], at: assembler.frame.time) != nil {
                    count += 1
                }
            }
        }
        run()
        let before = allocation_count()
        run()
        #expect(allocation_count() - before == 0)
        #expect(count >= 1990)
    }
}

#endif
