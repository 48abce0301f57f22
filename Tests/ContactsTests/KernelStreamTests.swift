import Contacts
import InputEvents
import TestTraits
import Testing

/// Tests special sequences in the kernel's event stream: SYN_DROPPED, split frames and invalid slots.
@Suite struct KernelStreamTests {
    @Test(.rule("K1")) func `a contact that ended during a gap is cancelled`() throws {
        let panel = try Panel.slots()
        panel.frame(id(1), x(10), y(20))
        panel.frame(gap, id(-1))
        #expect(panel.drain() == ["0 down 10,20", "0 cancelled 10,20"])
        #expect(panel.assembler.metrics.resyncs == 1)
    }

    @Test(.rule("K1")) func `a contact replaced during a gap is cancelled and the new one begins`() throws {
        let panel = try Panel.slots()
        panel.frame(id(1), x(10), y(20))
        panel.frame(gap, id(2), x(30))
        #expect(panel.drain() == ["0 down 10,20", "0 cancelled 10,20", "0 down 30,20"])
    }

    @Test(.rule("K1")) func `a contact that is still down after a gap continues`() throws {
        let panel = try Panel.slots()
        panel.frame(id(1), x(10), y(20))
        panel.frame(gap, x(30))
        panel.frame(id(-1))
        #expect(panel.drain() == ["0 down 10,20", "0 moved 30,20", "0 up 30,20"])
    }

    @Test(.rule("K1a")) func `a contact that began and ended before the gap is not reported`() throws {
        let panel = try Panel.slots()
        panel.frame(id(1), x(10), y(20))
        panel.frame(id(-1), id(2), x(90), gap, id(-1), x(10))
        #expect(panel.drain() == ["0 down 10,20", "0 cancelled 10,20"])
        #expect(panel.tracker.presentCount == 0)
    }

    @Test(.rule("K2")) func `values of an empty slot begin no contact`() throws {
        let panel = try Panel.slots()
        panel.frame(gap, id(-1))
        panel.frame(gap, slot(3), x(10), y(20), id(-1))
        #expect(panel.drain().isEmpty)
    }

    @Test(.rule("K3")) func `a contact replaced without an end is cancelled and the new one begins`() throws {
        let panel = try Panel.slots()
        panel.frame(id(1), x(10), y(20))
        panel.frame(id(2), x(11))
        #expect(panel.drain() == ["0 down 10,20", "0 cancelled 10,20", "0 down 11,20"])
        #expect(panel.tracker.presentCount == 1)
    }

    @Test(.rule("K3")) func `a lift and a new contact in one frame are an up and a down`() throws {
        let panel = try Panel.slots()
        panel.frame(id(1), x(10), y(20))
        panel.frame(id(-1), id(2), x(11))
        #expect(panel.drain() == ["0 down 10,20", "0 up 10,20", "0 down 11,20"])
    }

    @Test(.rule("K4")) func `a new contact without coordinates has the slot's last location`() throws {
        let panel = try Panel.slots()
        panel.frame(id(1), x(10), y(20))
        panel.frame(id(-1))
        panel.frame(id(2), y(30))
        panel.frame(id(-1))
        #expect(panel.drain() == ["0 down 10,20", "0 up 10,20", "0 down 10,30", "0 up 10,30"])
    }

    @Test(.rule("K4")) func `locations found at open apply to the first contact`() throws {
        let panel = try Panel.slots()
        panel.frame(gap, slot(0), id(-1), x(70), y(80))
        panel.frame(id(1))
        #expect(panel.drain() == ["0 down 70,80"])
    }

    @Test(.rule("K4a")) func `a contact with only a tracking id begins`() throws {
        let panel = try Panel.slots()
        panel.frame(id(1))
        panel.frame(id(-1))
        panel.frame(id(2))
        #expect(panel.drain() == ["0 down 0,0", "0 up 0,0", "0 down 0,0"])
    }

    @Test(.rule("K5")) func `the slot that is current at open applies until another one is selected`() throws {
        var device = DeviceDescription.panel([.slot, .trackingID, .contactX, .contactY])
        device.axes[.slot]?.value = 4
        let panel = try Panel(device)
        panel.frame(id(1), x(10))
        #expect(panel.drain() == ["4 down 10,0"])
    }

    @Test(.rule("K6")) func `a finger that is down at the opening is ignored until it lifts`() throws {
        let panel = try Panel.slots()
        panel.frame(gap, slot(0), id(7), x(10), y(20))
        #expect(panel.tracker.presentCount == 1)
        panel.frame(x(30))
        panel.frame(slot(1), id(8))
        panel.frame(slot(0), id(-1))
        panel.frame(id(9))
        #expect(panel.drain() == ["1 down 0,0", "0 down 30,20"])
    }

    @Test(.rule("K7")) func `a frame split by the kernel is one frame`() throws {
        let panel = try Panel.slots()
        panel.frame(id(1), x(10), RawEvent(.report, 1, at: 0), y(20))
        #expect(panel.drain() == ["0 down 10,20"])
        let anonymous = try Panel.anonymous()
        anonymous.frame(x(10), RawEvent(.report, 1, at: 0), y(20), mark)
        #expect(anonymous.drain() == ["0 down 10,20"])
    }

    @Test(.rule("K7")) func `pieces without a final SYN_REPORT are a frame when a later event arrives`() throws {
        let panel = try Panel.slots()
        panel.frame(id(1), x(10), y(20))
        panel.send(
            RawEvent(.contactX, 30, at: 5000),
            piece(at: 5000),
            RawEvent(.contactY, 40, at: 5000),
            piece(at: 5000)
        )
        #expect(panel.drain() == ["0 down 10,20"])
        #expect(panel.assembler.pendingTime == 7000)
        panel.send(RawEvent(.trackingID, -1, at: 9000), RawEvent(.report, at: 9000))
        #expect(panel.drain() == ["0 moved 30,40", "0 up 30,40"])
        #expect(panel.assembler.pendingTime == nil)
        #expect(panel.assembler.frame.time == 9000)
    }

    @Test(.rule("K7")) func `pieces up to 2 ms after the first one belong to its frame`() throws {
        let panel = try Panel.slots()
        panel.frame(id(1), x(10), y(20))
        panel.send(RawEvent(.contactX, 30, at: 5000), piece(at: 5010), RawEvent(.contactY, 40, at: 5040))
        panel.send(piece(at: 5050), RawEvent(.pressure, 1, at: 7010))
        #expect(panel.drain() == ["0 down 10,20"])
        #expect(panel.assembler.pendingTime == 7010)
        panel.send(RawEvent(.trackingID, -1, at: 7011), RawEvent(.report, at: 7011))
        #expect(panel.drain() == ["0 moved 30,40", "0 up 30,40"])
    }

    @Test(.rule("K7")) func `a SYN_REPORT completes pieces at other times`() throws {
        let panel = try Panel.slots()
        panel.frame(id(1), x(10), y(20))
        panel.send(RawEvent(.contactX, 30, at: 5000), piece(at: 5000), RawEvent(.contactY, 40, at: 5040))
        panel.send(RawEvent(.report, at: 5080))
        #expect(panel.drain() == ["0 down 10,20", "0 moved 30,40"])
        #expect(panel.assembler.frame.time == 5080)
        let anonymous = try Panel.anonymous()
        anonymous.send(RawEvent(.contactX, 11, at: 5000), piece(at: 5000), RawEvent(.contactY, 21, at: 5040))
        anonymous.send(RawEvent(.contactReport, at: 5040), RawEvent(.report, at: 5080))
        #expect(anonymous.drain() == ["0 down 11,21"])
    }

    @Test(.rule("K7", "V1")) func `pieces of a contact list are a frame when a later event arrives`() throws {
        let panel = try Panel.anonymous()
        panel.frame(x(10), y(20), mark)
        panel.send(RawEvent(.contactX, 11, at: 5000), piece(at: 5000), RawEvent(.contactY, 21, at: 5000), mark)
        panel.send(piece(at: 5000))
        #expect(panel.drain() == ["0 down 10,20"])
        panel.send(RawEvent(.contactReport, at: 9000), RawEvent(.report, at: 9000))
        #expect(panel.drain() == ["0 moved 11,21", "0 up 11,21"])
    }

    @Test(.rule("K7")) func `pieces without later events are a frame when the clock advances`() throws {
        let panel = try Panel.slots()
        panel.completePending()
        panel.frame(id(1), x(10), y(20))
        panel.completePending()
        panel.send(RawEvent(.contactX, 30, at: 5000), piece(at: 5000))
        panel.completePending()
        #expect(panel.assembler.frame.time == 7000)
        panel.completePending()
        #expect(panel.drain() == ["0 down 10,20", "0 moved 30,20"])
    }

    @Test(.rule("K7", "K1")) func `pieces before a SYN_DROPPED at the same time belong to the repair`() throws {
        let panel = try Panel.slots()
        panel.frame(id(1), x(10), y(20))
        panel.send(RawEvent(.contactX, 30, at: 5000), piece(at: 5000), RawEvent(.dropped, at: 5000))
        #expect(panel.assembler.pendingTime == nil)
        panel.send(RawEvent(.trackingID, -1, at: 9000), RawEvent(.report, at: 9000))
        #expect(panel.drain() == ["0 down 10,20", "0 cancelled 10,20"])
    }

    @Test(.rule("K8")) func `a tap within one read is down and up`() throws {
        let panel = try Panel.slots()
        panel.send(id(1), x(10), RawEvent(.report, at: 0), id(-1), RawEvent(.report, at: 0))
        #expect(panel.drain() == ["0 down 10,0", "0 up 10,0"])
    }

    @Test(.rule("K8")) func `a tap within one frame is down and up`() throws {
        let panel = try Panel.slots()
        panel.frame(id(1), x(10), id(-1), id(2), x(20), id(-1))
        #expect(panel.drain() == ["0 down 10,0", "0 up 10,0", "0 down 20,0", "0 up 20,0"])
        let single = try Panel(.panel([.x, .y], keys: [.touch]))
        single.frame(axis(.x, 5), key(.touch, 1), key(.touch, 0))
        #expect(single.drain() == ["0 down 5,0", "0 up 5,0"])
    }

    @Test(.rule("K8", "K4")) func `a contact that moves and lifts in one frame ends at its previous location`() throws {
        let panel = try Panel.slots()
        panel.frame(id(1), x(10))
        panel.frame(x(20))
        panel.frame(x(30), id(-1))
        #expect(panel.drain() == ["0 down 10,0", "0 moved 20,0", "0 up 20,0"])
        // The slot retains the x value of the last frame, even though its contact ended at the previous location.
        panel.frame(id(2))
        #expect(panel.drain() == ["0 down 30,0"])
        let single = try Panel(.panel([.x, .y], keys: [.touch]))
        single.frame(axis(.x, 5), key(.touch, 1))
        single.frame(axis(.x, 6), key(.touch, 0))
        single.frame(key(.touch, 1))
        #expect(single.drain() == ["0 down 5,0", "0 up 5,0", "0 down 6,0"])
    }

    @Test(.rule("K9", "V11"), arguments: [10, 31, 32, -1, .max, .min] as [Int32])
    func `an invalid slot is counted and ignored`(_ number: Int32) throws {
        let panel = try Panel.slots()
        panel.frame(slot(number), id(1), x(10))
        panel.frame(slot(9), id(2))
        #expect(panel.drain() == ["9 down 0,0"])
        #expect(panel.assembler.metrics.invalidSlots == 1)
    }

    @Test(.rule("K10")) func `equal slots of two panels are independent`() throws {
        let (one, other) = (try Panel.slots(), try Panel.slots())
        one.frame(id(1), x(10))
        other.frame(id(1), x(90))
        one.frame(id(-1))
        #expect(one.drain() == ["0 down 10,0", "0 up 10,0"])
        #expect(other.drain() == ["0 down 90,0"])
    }

    @Test(.rule("K11")) func `a device with a numbered axis below the slots has no contacts`() throws {
        var axes: [Axis] = [.belowSlot, .slot, .trackingID, .contactX, .contactY]
        #expect(throws: PanelRejection.numberedThrough) { try PanelProtocol(of: .panel(axes)) }
        axes += [.x, .y]
        #expect(try PanelProtocol(of: .panel(axes, keys: [.touch])) == .single(key: .touch))
    }

    @Test(.rule("K13")) func `time that runs backwards is clamped and counted`() throws {
        let panel = try Panel.slots()
        panel.send(RawEvent(.trackingID, 1, at: 5000), RawEvent(.report, at: 5000))
        panel.send(RawEvent(.contactX, 1, at: 10), RawEvent(.report, at: 10))
        #expect(panel.assembler.frame.time == 5000)
        #expect(panel.assembler.metrics.backwardFrames == 1)
    }
}
