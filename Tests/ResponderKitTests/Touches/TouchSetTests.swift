import ResponderKit
import TestTraits
import Testing

@Suite struct TouchSetTests {
    /// Creates `count` touches in order of their start.
    private func touches(_ count: Int32) -> [Touch] {
        let stage = Stage()
        let view = stage.touchable("v")
        view.isMultipleTouchEnabled = true
        var all: [Touch] = []
        view.onBegan = { touches, _ in all += touches }
        for finger in 1...count { stage.down(finger, 10, 10, at: Int64(finger)) }
        return all
    }

    @Test func `an empty set has no members`() {
        let set = TouchSet()
        #expect(set.isEmpty)
        #expect(set.count == 0)
        #expect(set.first == nil)
        #expect(set == [])
    }

    @Test func `a set keeps the order of insertion and drops duplicates`() {
        let all = touches(3)
        let set = TouchSet([all[2], all[0], all[2], all[1], all[0]])
        #expect(Array(set) == [all[2], all[0], all[1]])
        #expect(set.first === all[2])
        #expect(set.contains(all[1]))
        #expect(!TouchSet([all[0]]).contains(all[1]))
    }

    @Test func `insert returns whether the touch was new`() {
        let all = touches(2)
        var set: TouchSet = [all[0]]
        let again = set.insert(all[0])
        #expect(!again.inserted)
        #expect(again.memberAfterInsert === all[0])
        let other = set.insert(all[1])
        #expect(other.inserted)
        #expect(other.memberAfterInsert === all[1])
        #expect(Array(set) == all)
    }

    @Test func `remove returns the touch, or nil if it is no member`() {
        let all = touches(3)
        var set = TouchSet(all)
        #expect(set.remove(all[1]) === all[1])
        #expect(set.remove(all[1]) == nil)
        #expect(Array(set) == [all[0], all[2]])
    }

    @Test func `union, intersection and difference follow set algebra`() {
        let all = touches(4)
        let low: TouchSet = [all[0], all[1], all[2]]
        let high: TouchSet = [all[2], all[3], all[1]]
        #expect(Array(low.union(high)) == all)
        #expect(Array(low.intersection(high)) == [all[1], all[2]])
        #expect(Array(low.subtracting(high)) == [all[0]])
        #expect(Array(low.filter { $0 !== all[1] }) == [all[0], all[2]])
    }

    @Test func `isSubset is true only if all members are in the other set`() {
        let all = touches(2)
        #expect(TouchSet([all[1]]).isSubset(of: TouchSet(all)))
        #expect(TouchSet().isSubset(of: TouchSet()))
        #expect(!TouchSet(all).isSubset(of: [all[1]]))
    }

    @Test func `equality and hash ignore the order`() {
        let all = touches(3)
        let set = TouchSet(all)
        let turned = TouchSet(all.reversed())
        #expect(set == turned)
        #expect(set.hashValue == turned.hashValue)
        #expect(set != [all[0], all[1]])
        #expect(TouchSet([all[0], all[1]]) != TouchSet([all[0], all[2]]))
    }

    @Test(.rule("T29")) func `a stored set does not change with later events`() {
        let stage = Stage()
        let view = stage.touchable("v")
        view.isMultipleTouchEnabled = true
        var kept: [TouchSet] = []
        view.onBegan = { touches, _ in kept.append(touches) }
        view.onMoved = { touches, _ in kept.append(touches) }
        stage.report(at: 0, .began(1, 10, 10), .began(2, 20, 20))
        stage.move(2, 30, 30, at: 10)
        stage.down(3, 40, 40, at: 20)
        stage.move(1, 50, 50, at: 30)
        #expect(kept.map { $0.map(\.finger.contact) } == [[1, 2], [2], [3], [1]])
    }
}
