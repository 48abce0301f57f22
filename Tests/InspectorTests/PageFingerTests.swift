internal import Bridge
import Foundation
import JSON
import Platform
import ResponderKit
import TestSupport
import TestTraits
import Testing
import TimeLimits

@testable import Inspector

/// Tests the simulated fingers of pages that `touchbridge play` serves.
@Suite(.timeLimit(.minutes(TimeLimits.testMinutes))) struct PageFingerTests {
    private func touches(_ rig: InspectorRig, atLeast count: Int) throws -> [PageTouch] {
        var found: [PageTouch] = []
        try rig.wait("\(count) changes arrive, not \(found.count)") {
            found += rig.inspector.takeTouches()
            return found.count >= count
        }
        usleep(50_000)
        return found + rig.inspector.takeTouches()
    }

    private func send(_ page: WebSocketPage, _ finger: Int, _ phase: String, _ x: Double = 10, _ y: Double = 20) {
        page.send(#"{"finger":\#(finger),"phase":"\#(phase)","x":\#(x),"y":\#(y)}"#)
    }

    @Test(.atLimit("page-fingers"), .pastLimit("page-fingers"))
    func `all pages together have ten fingers, and further fingers are ignored`() throws {
        let rig = try InspectorRig(play: .dry)
        let (one, two) = (try rig.page(), try rig.page())
        for finger in 0..<6 { send(one, finger, "began") }
        var found = try touches(rig, atLeast: 6)
        for finger in 0..<6 { send(two, finger, "began") }
        send(two, 5, "moved")
        send(two, 5, "ended")
        send(two, 0, "ended")
        found += try touches(rig, atLeast: 5)
        #expect(found.map(\.finger) == Array(0..<10) + [6])
        #expect(found.dropLast().allSatisfy { $0.change == .began } && found.last?.change == .ended)
        // After a lift, the finger number is free again. Closing a page cancels its touches.
        send(one, 9, "began")
        #expect(try touches(rig, atLeast: 1).map(\.finger) == [6])
        one.sendFrame(8, [])
        let cancelled = try touches(rig, atLeast: 7)
        #expect(cancelled.allSatisfy { $0.change == .cancelled } && Set(cancelled.map(\.finger)) == Set(0...6))
    }

    @Test(.atLimit("page-touches"), .pastLimit("page-touches"))
    func `a page that floods the pipeline loses new fingers, and no ends`() throws {
        var waiting = WaitingTouches()
        func touch(_ finger: Int32, _ change: TouchSample.Change, _ time: Int64) -> PageTouch {
            PageTouch(time: time, finger: finger, change: change, location: .zero)
        }
        var isAccepted = true
        var time: Int64 = 0
        while isAccepted, time < 10_000 {
            time += 1
            isAccepted = waiting.add(touch(0, .began, time))
            guard isAccepted else { break }
            for _ in 0..<5 {
                time += 1
                let isTaken = waiting.add(touch(0, .moved, time))
                #expect(isTaken)
            }
            let isTaken = waiting.add(touch(0, .ended, time))
            #expect(isTaken)
        }
        #expect(!isAccepted)
        let all = waiting.takeAll()
        #expect(all.count >= WaitingTouches.limit && all.count <= WaitingTouches.limit + 2)
        #expect(all.count { $0.change == .began } == all.count { $0.change == .ended })
        #expect(all.map(\.time) == all.map(\.time).sorted())
        isAccepted = waiting.add(touch(0, .began, time))
        #expect(isAccepted)
    }

    @Test(arguments: [
        #"{"finger":0}"#, #"{"finger":0,"phase":"began","x":1}"#, #"{"finger":0,"phase":"bent","x":1,"y":1}"#,
        #"{"finger":0.5,"phase":"began","x":1,"y":1}"#, #"{"finger":1e300,"phase":"began","x":1,"y":1}"#,
        #"{"finger":0,"phase":"began","x":1e7,"y":1}"#, #"{"finger":"0","phase":"began","x":1,"y":1}"#,
    ])
    func `an invalid finger closes the connection, and causes no touch`(_ message: String) throws {
        let rig = try InspectorRig(play: .dry)
        let page = try rig.page()
        page.send(message)
        #expect(throws: WebSocketPage.Closed.self) { while true { _ = try page.message() } }
        #expect(rig.inspector.takeTouches() == [])
    }

    @Test func `the page of a service or recording cannot touch`() throws {
        for rig in [try InspectorRig(), try InspectorRig(isReplay: true)] {
            let page = try rig.page()
            send(page, 0, "began")
            usleep(100_000)
            #expect(rig.inspector.takeTouches() == [])
        }
    }
}
