import Contacts
import InputEvents
import TestTraits
import Testing

/// Tests panels that report contacts without tracking IDs, by a key or by pressure, and tests palms and pens.
@Suite struct DeviceTests {
    @Test(.rule("V1")) func `contacts without tracking ids are matched by location`() throws {
        let panel = try Panel.anonymous()
        panel.frame(x(10), y(10), mark, x(500), y(500), mark)
        panel.frame(x(500), y(502), mark, x(11), y(10), mark)
        #expect(panel.drain() == ["0 down 10,10", "1 down 500,500", "0 moved 11,10", "1 moved 500,502"])
        panel.frame(x(500), y(502), mark)
        #expect(panel.drain() == ["0 up 11,10"])
    }

    @Test(.rule("V1")) func `an empty frame lifts all fingers`() throws {
        let panel = try Panel.anonymous()
        panel.frame(x(10), y(10), mark, x(500), y(500), mark)
        panel.frame(mark)
        #expect(panel.drain().suffix(2) == ["0 up 10,10", "1 up 500,500"])
    }

    @Test(.rule("V1")) func `the mark of the last contact can be missing`() throws {
        let panel = try Panel(.panel([.contactX, .contactY, .pressure], keys: [.touch]))
        panel.frame(x(10), y(10), key(.touch, 1))
        panel.frame(x(12), y(10))
        panel.frame(key(.touch, 0))
        #expect(panel.drain() == ["0 down 10,10", "0 moved 12,10", "0 up 12,10"])
        panel.frame(x(10), y(10))
        panel.frame(axis(.pressure, 0))
        #expect(panel.drain() == ["0 down 10,10", "0 up 10,10"])
    }

    @Test(.rule("V1", "V15")) func `a frame without contact events lifts no contact`() throws {
        let panel = try Panel.anonymous()
        panel.frame(x(10), y(10), mark)
        panel.frame(key(KeyCode(rawValue: 102), 1))
        panel.frame()
        #expect(panel.drain() == ["0 down 10,10"])
    }

    @Test(.rule("V1")) func `moves of one unit are reported`() throws {
        let panel = try Panel.anonymous()
        for step in 0..<50 { panel.frame(x(Int32(100 + step)), y(10), mark) }
        #expect(panel.drain().count == 50)
    }

    @Test(.rule("V1")) func `a panel's own tracking ids are used, and a new id is an up and a down`() throws {
        let panel = try Panel.anonymous(.trackingID)
        panel.frame(id(5), x(10), y(10), mark)
        panel.frame(id(6), x(10), y(10), mark)
        #expect(panel.drain().sorted() == ["0 down 10,10", "0 up 10,10", "1 down 10,10"])
        panel.frame(id(6), x(900), y(900), mark)
        #expect(panel.drain() == ["1 moved 900,900"])
    }

    @Test(.rule("V1")) func `a contact without a complete location is ignored`() throws {
        let panel = try Panel.anonymous(.touchMajor)
        panel.frame(x(10), y(10), mark)
        panel.frame(x(500), mark, x(11), y(10), mark)
        panel.frame(x(700), mark)
        #expect(panel.drain() == ["0 down 10,10", "0 moved 11,10"])
        let numbering = try Panel.anonymous(.trackingID)
        numbering.frame(x(10), y(10), mark)
        numbering.frame(id(3), x(20), y(20), mark)
        #expect(numbering.drain() == ["0 down 20,20"])
    }

    @Test(.rule("V1")) func `a contact of size zero is ignored, one without a size is not`() throws {
        let panel = try Panel.anonymous(.touchMajor)
        panel.frame(axis(.touchMajor, 5), x(10), y(10), mark, axis(.touchMajor, 5), x(500), y(500), mark)
        panel.frame(x(10), y(11), mark, axis(.touchMajor, 0), x(500), y(500), mark)
        #expect(panel.drain() == ["0 down 10,10", "1 down 500,500", "0 moved 10,11", "1 up 500,500"])
        panel.frame(axis(.touchMajor, 0), x(10), y(11), mark)
        #expect(panel.drain() == ["0 up 10,11"])
    }

    @Test(.rule("V1", "K1")) func `after a gap, contacts that are no longer listed are cancelled`() throws {
        let panel = try Panel.anonymous()
        panel.frame(x(10), y(10), mark, x(500), y(500), mark)
        panel.send(x(900), y(900), mark)
        panel.frame(gap)
        panel.frame(x(500), y(500), mark)
        #expect(panel.drain() == ["0 down 10,10", "1 down 500,500", "0 cancelled 10,10"])
    }

    @Test(.rule("V1", "V11"), arguments: [false, true])
    func `only the first 32 of 40 contacts in a frame are tracked`(_ hasIDs: Bool) throws {
        let panel = hasIDs ? try Panel.anonymous(.trackingID) : try Panel.anonymous()
        for round in 0..<5 {
            let events = (0..<40).flatMap { number in
                let coordinate = Int32(number * 20 + round)
                return (hasIDs ? [id(Int32(number + round * 40))] : []) + [x(coordinate), y(coordinate), mark]
            }
            panel.send(events + [RawEvent(.report, at: 0)])
        }
        let limit = hasIDs ? 15 : 31
        #expect(panel.tracker.presentCount == limit)
        #expect(panel.assembler.metrics.invalidSlots == 5 * (40 - limit))
    }

    @Test(
        .atLimit("frame-events"),
        .pastLimit("frame-events"),
        .rule("V1", "V11"),
        arguments: [(475, ["0 down 10,20", "1 down 475,5"]), (476, ["0 down 10,20"])]
    )
    func `a frame can have 480 events, and a contact that does not fit is dropped`(_ count: Int, _ news: [String])
        throws
    {
        let panel = try Panel.anonymous()
        let contact = [y(5)] + (1...count).map { x(Int32($0)) } + [mark]
        panel.send([x(10), y(20), mark] + contact + [RawEvent(.report, at: 0)])
        #expect(panel.drain() == news)
        panel.frame(x(11), y(20), mark)
        #expect(panel.drain().contains("0 moved 11,20"))
    }

    @Test(.rule("V2"), arguments: [KeyCode.touch, .buttonLeft, .button0])
    func `a single-contact panel reports its contact by a key`(_ button: KeyCode) throws {
        let panel = try Panel(.panel([.x, .y], keys: [button]))
        panel.frame(axis(.x, 10), axis(.y, 20), key(button, 1))
        panel.frame(axis(.x, 11))
        panel.frame(key(button, 0))
        #expect(panel.drain() == ["0 down 10,20", "0 moved 11,20", "0 up 11,20"])
    }

    @Test(.rule("V2")) func `without a key, pressure reports the contact`() throws {
        let panel = try Panel(.panel([.x, .y, .pressure]))
        panel.frame(axis(.x, 10), axis(.pressure, 40))
        panel.frame(axis(.pressure, 0))
        #expect(panel.drain() == ["0 down 10,0", "0 up 10,0"])
        #expect(throws: PanelRejection.noContact) { try PanelProtocol(of: .panel([.x, .y])) }
    }

    @Test(.rule("V2")) func `contacts in slots do not end with BTN_TOUCH`() throws {
        let panel = try Panel(.panel([.slot, .trackingID, .contactX, .contactY], keys: [.touch]))
        panel.frame(id(1), key(.touch, 1))
        panel.frame(key(.touch, 0))
        panel.frame(x(5))
        #expect(panel.drain() == ["0 down 0,0", "0 moved 5,0"])
        #expect(panel.tracker.presentCount == 1)
    }

    @Test(.rule("V2", "V10")) func `the pen of a single-contact panel touches`() throws {
        let panel = try Panel(.panel([.x, .y], keys: [.touch, .toolPen]))
        panel.frame(key(.toolPen, 1), axis(.x, 5))
        panel.frame(key(.touch, 1))
        #expect(panel.drain() == ["0 down 5,0"])
    }

    @Test(.rule("V3")) func `either pair of position axes is sufficient`() throws {
        #expect(try PanelProtocol(of: .panel([.slot, .trackingID, .contactX, .contactY])) == .slots(count: 10))
        #expect(try PanelProtocol(of: .panel([.x, .y], keys: [.touch])) == .single(key: .touch))
        #expect(throws: PanelRejection.noPosition) { try PanelProtocol(of: .panel([.x, .contactY], keys: [.touch])) }
    }

    @Test(.rule("V5")) func `an axis with an empty range, or a single resolution of two, is rejected`() {
        var device = DeviceDescription.panel([.x, .y], keys: [.touch])
        device.axes[.x]?.maximum = 0
        #expect(throws: PanelRejection.emptyRange(.x, device.axes[.x]!)) { try PanelProtocol(of: device) }
        device.axes[.x]?.maximum = 10
        device.axes[.x]?.resolution = 3
        #expect(throws: PanelRejection.oneResolution(.x)) { try PanelProtocol(of: device) }
        device.axes[.y]?.resolution = 4
        #expect(throws: Never.self) { try PanelProtocol(of: device) }
    }

    @Test(.rule("V7")) func `the kernel's fuzz is not applied again, and unchanged axes keep their values`() throws {
        var device = DeviceDescription.panel([.slot, .trackingID, .contactX, .contactY])
        device.axes[.contactX]?.fuzz = 8
        let panel = try Panel(device)
        panel.frame(id(1), x(10), y(10))
        panel.frame(x(11))
        panel.frame(y(11))
        panel.frame(x(12))
        #expect(panel.drain() == ["0 down 10,10", "0 moved 11,10", "0 moved 11,11", "0 moved 12,11"])
    }

    @Test(.rule("V8")) func `a palm is cancelled until it lifts`() throws {
        let panel = try Panel.slots(.toolType)
        panel.frame(id(1), x(10))
        panel.frame(axis(.toolType, 2))
        panel.frame(axis(.toolType, 0), x(11))
        panel.frame(id(-1))
        #expect(panel.drain() == ["0 down 10,0", "0 cancelled 10,0"])
    }

    @Test(.rule("V8"), arguments: [false, true])
    func `a contact that becomes a palm in the frame of its lift is cancelled`(_ liftsFirst: Bool) throws {
        let panel = try Panel.slots(.toolType)
        panel.frame(id(1), x(10))
        let words = [axis(.toolType, 2), id(-1)]
        panel.send((liftsFirst ? words.reversed() : words) + [RawEvent(.report, at: 0)])
        panel.frame(id(2), axis(.toolType, 0), x(20))
        panel.frame(axis(.toolType, 2), id(-1), id(3), axis(.toolType, 0))
        #expect(
            panel.drain() == ["0 down 10,0", "0 cancelled 10,0", "0 down 20,0", "0 cancelled 20,0", "0 down 20,0"]
        )
        #expect(panel.tracker.presentCount == 1)
    }

    @Test(.rule("V8")) func `a palm that lifts in the same frame is reported as a palm`() throws {
        let panel = try Panel.slots(.toolType, .contactDistance)
        panel.tracker.reportsRejections = true
        panel.frame(id(1))
        panel.frame(axis(.toolType, 2), id(-1))
        panel.frame(id(2), axis(.toolType, 0), axis(.contactDistance, 3))
        panel.frame(axis(.toolType, 2), id(-1))
        #expect(panel.rejections == ["0 palm true", "0 palm false"])
    }

    @Test(.rule("V8", "V10")) func `a pen reported as a palm when it lifts ends normally`() throws {
        let panel = try Panel.slots(.toolType)
        panel.frame(id(1), axis(.toolType, 1))
        panel.frame(axis(.toolType, 2), id(-1))
        #expect(panel.drain() == ["0 down 0,0", "0 up 0,0"])
    }

    @Test(.rule("V8")) func `a contact that starts as a palm never begins, and the next finger in its slot does`()
        throws
    {
        let panel = try Panel.slots(.toolType)
        panel.frame(id(1), axis(.toolType, 2), x(10))
        panel.frame(id(-1))
        panel.frame(id(2), axis(.toolType, 0), x(20))
        #expect(panel.drain() == ["0 down 20,0"])
    }

    @Test(.rule("V9"), arguments: [Axis.contactDistance, .contactPressure])
    func `a hovering contact does not touch`(_ kind: Axis) throws {
        let panel = try Panel.slots(kind)
        let (away, there): (Int32, Int32) = kind == .contactDistance ? (5, 0) : (0, 5)
        panel.frame(id(1), axis(kind, away), x(10))
        panel.frame(axis(kind, there))
        panel.frame(axis(kind, away))
        panel.frame(id(-1))
        #expect(panel.drain() == ["0 down 10,0", "0 up 10,0"])
    }

    @Test(.rule("V9"), arguments: [[Axis.x, .y, .distance], [.x, .y, .distance, .pressure]])
    func `BTN_TOUCH takes precedence over a reported distance`(_ axes: [Axis]) throws {
        let panel = try Panel(.panel(axes, keys: [.touch]))
        panel.frame(axis(.x, 10), axis(.y, 20), axis(.distance, 5))
        panel.frame(key(.touch, 1))
        panel.frame(axis(.x, 11), axis(.distance, 7))
        panel.frame(key(.touch, 0))
        panel.frame(key(.touch, 1))
        #expect(panel.drain() == ["0 down 10,20", "0 moved 11,20", "0 up 11,20", "0 down 11,20"])
    }

    @Test(.rule("V9"), arguments: [KeyCode.buttonLeft, .button0])
    func `without BTN_TOUCH a single contact at a distance does not touch`(_ button: KeyCode) throws {
        let panel = try Panel(.panel([.x, .y, .distance], keys: [button]))
        panel.frame(axis(.x, 10), axis(.y, 20), axis(.distance, 5), key(button, 1))
        #expect(panel.drain() == [])
        panel.frame(axis(.distance, 0))
        #expect(panel.drain() == ["0 down 10,20"])
    }

    @Test(.rule("V10")) func `a pen in range cancels fingers and rejects new ones`() throws {
        let panel = try Panel(.panel([.slot, .trackingID, .contactX, .contactY], keys: [.toolPen, .toolRubber]))
        panel.frame(id(1))
        panel.frame(key(.toolPen, 1))
        panel.frame(slot(1), id(2))
        panel.frame(key(.toolRubber, 1), key(.toolPen, 0))
        panel.frame(slot(2), id(3))
        panel.frame(key(.toolRubber, 0))
        panel.frame(slot(3), id(4))
        #expect(panel.drain() == ["0 down 0,0", "0 cancelled 0,0", "3 down 0,0"])
    }

    @Test(.rule("V10")) func `without arbitration fingers touch while a pen is in range`() throws {
        let panel = try Panel(.panel([.slot, .trackingID, .contactX, .contactY, .toolType], keys: [.toolPen]))
        panel.tracker.filters.arbitrates = false
        panel.frame(id(1))
        panel.frame(key(.toolPen, 1))
        panel.frame(slot(1), id(2), axis(.toolType, 1))
        panel.frame(slot(2), id(3))
        #expect(panel.drain() == ["0 down 0,0", "1 down 0,0", "2 down 0,0"])
    }

    @Test(.rule("V10")) func `a pen among the contacts does the same, and its type is fixed at its start`() throws {
        let panel = try Panel.slots(.toolType)
        panel.frame(id(1))
        panel.frame(slot(1), id(2), axis(.toolType, 1))
        panel.frame(axis(.toolType, 0), x(3))
        panel.frame(slot(2), id(3))
        #expect(panel.drain() == ["0 down 0,0", "0 cancelled 0,0", "1 down 0,0", "1 moved 3,0"])
    }

    @Test(.atLimit("slots"), .pastLimit("slots"), .rule("V11")) func `slots beyond the limit are ignored`() throws {
        let panel = try Panel.slots(slots: .max)
        panel.frame(slot(32), id(1), slot(31), id(2))
        #expect(panel.drain() == ["31 down 0,0"])
    }

    @Test(.rule("V12")) func `a stale contact is cancelled only with staleContactTimeout`() throws {
        let panel = try Panel.slots()
        panel.frame(id(1))
        #expect(panel.tracker.nextDeadline == nil)
        panel.tracker.advance(to: .max)
        #expect(panel.tracker.changes.all.isEmpty)
        panel.tracker.filters.staleContactTimeout = 500
        let deadline = panel.tracker.nextDeadline
        let due = try #require(deadline)
        #expect(due == panel.assembler.frame.time + 500)
        panel.tracker.advance(to: due - 1)
        #expect(panel.tracker.changes.all.isEmpty)
        panel.tracker.advance(to: due)
        #expect(panel.tracker.changes.all.map(\.phase) == [.cancelled])
        panel.tracker.filters.staleContactTimeout = .max
        panel.frame(slot(1), id(2))
        #expect(panel.tracker.nextDeadline == .max)
    }

    @Test(.rule("V15")) func `frames without contact changes report nothing`() throws {
        let panel = try Panel.slots()
        panel.frame(id(1), x(10))
        panel.frame()
        panel.frame(x(10))
        panel.frame(axis(.x, 99), key(.touch, 1))
        #expect(panel.drain() == ["0 down 10,0"])
        #expect(panel.frames == 4)
    }
}
