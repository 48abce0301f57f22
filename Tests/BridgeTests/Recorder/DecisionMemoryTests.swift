internal import Bridge
import HandlerEvents
import PluginAPI
import ResponderKit
import TestTraits
import Testing

@testable import TouchTrace

/// Tests the storage of decisions in memory that survives a crash.
struct DecisionMemoryTests {
    /// Owner of the memory's bytes.
    private final class Block {
        let base = UnsafeMutableRawPointer.allocate(byteCount: DecisionMemory.byteCount, alignment: 4096)
        deinit { base.deallocate() }

        var contents: DecisionMemory.Contents? {
            DecisionMemory.read(UnsafeRawBufferPointer(start: base, count: DecisionMemory.byteCount))
        }
    }

    private let block = Block()
    private let memory: DecisionMemory

    init() { memory = DecisionMemory(block.base, of: block) }

    private static let layout = """
        screens: [{ size: [400, 400] }]
        root:
          id: root
          gestures: [{ id: twice, type: tap, taps: 2, on: { recognized: m.note } }]
          subviews:
            - { id: button, class: Button, frame: [0, 300, 100, 100], on: { touchUpInside: [m.note, m.note] } }
        """

    @Test
    func `the memory contains the records with their names, also those of a former layout`() throws {
        let stage = try LayoutStage(Self.layout)
        let recorder = stage.pipeline.record([], capacity: 100)
        stage.tap(50, 350, at: 1_000_000)
        // The memory lacks earlier records, but contains their names.
        stage.pipeline.store(in: memory)
        let count = recorder.newest.count
        stage.tap(50, 350, at: 3_000_000)
        let expected = recorder.newest.dropFirst(count)
        var contents = try #require(block.contents)
        #expect(contents.records.map(\.time) == expected.map(\.time))
        #expect(contents.records.map(\.kind) == expected.map(\.kind))
        for record in expected {
            for id in [record.subject, record.other] {
                #expect(contents.names[id]?.name == recorder.names[id]?.name)
                #expect(contents.names[id]?.kind == recorder.names[id]?.kind)
                #expect(contents.names[id]?.holder == recorder.names[id]?.holder)
                #expect(contents.names[id]?.binding?.view == recorder.names[id]?.binding?.view)
                #expect(contents.names[id]?.binding?.position == recorder.names[id]?.binding?.position)
            }
        }
        #expect(expected.contains { contents.names[$0.subject]?.binding?.position == 1 })
        // After a reload, the former layout's names remain until the next reload.
        let id = try #require(expected.last { $0.kind == .handler }).subject
        recorder.names.beginGeneration()
        stage.tap(50, 350, at: 5_000_000)
        contents = try #require(block.contents)
        #expect(contents.names[id]?.name == "m.note")
        let last = try #require(contents.records.last { $0.kind == .handler })
        #expect(last.subject != id && contents.names[last.subject]?.name == "m.note")
        recorder.names.beginGeneration()
        #expect(try #require(block.contents).names[id] == nil)
    }

    @Test
    func `moves are not stored, even if another reader records them`() throws {
        let stage = try LayoutStage(Self.layout)
        stage.pipeline.record([.hitTests, .moves], capacity: 1000)
        stage.pipeline.store(in: memory)
        stage.down(50, 350, at: 1_000_000)
        for step in 1...20 { stage.move(50 + Double(step), 350, at: 1_000_000 + Int64(step) * 8000) }
        stage.up(70, 350, at: 2_000_000)
        let contents = try #require(block.contents)
        #expect(!contents.records.contains { $0.isOngoing || $0.kind == .visit })
        #expect(contents.records.filter { $0.kind == .touch }.map(\.phase) == [.began, .ended])
    }

    @Test(.atLimit("crash-records"), .pastLimit("crash-records"))
    func `the oldest record is removed at the limit`() throws {
        let limit = Int64(DecisionMemory.recordLimit)
        for time in 1...limit { memory.ring.append(TraceRecord(.layout, at: time)) }
        #expect(block.contents?.records.map(\.time) == Array(1...limit))
        memory.ring.append(TraceRecord(.layout, at: limit + 1))
        #expect(block.contents?.records.map(\.time) == Array(2...limit + 1))
    }

    @Test
    func `a record or result that a crash left half written is not read`() throws {
        let slots = DecisionMemory.recordSlots
        for time in 1...Int64(slots) { memory.ring.append(TraceRecord(.layout, at: time)) }
        for _ in 1...DecisionMemory.resultSlots { memory.add(resultLine: Array("former".utf8)) }
        // Simulates a crash between the two halves of the next record and result.
        let half = MemoryLayout<TraceRecord>.stride / 2
        withUnsafeBytes(of: TraceRecord(.layout, at: 9_000_000)) { bytes in
            guard let start = bytes.baseAddress else { return }
            (block.base + DecisionMemory.recordStart).copyMemory(from: start, byteCount: half)
        }
        (block.base + DecisionMemory.resultStart + 2).copyMemory(from: Array("lat".utf8), byteCount: 3)
        let contents = try #require(block.contents)
        #expect(contents.records.map(\.time) == Array(2...Int64(slots)))
        #expect(Set(contents.resultLines) == [Array("former".utf8)])
    }

    @Test(.atLimit("crash-results"), .pastLimit("crash-results"))
    func `the oldest result is removed at the limit, and a line that is too long is ignored`() throws {
        let limit = DecisionMemory.resultLimit
        for number in 1...limit { memory.add(resultLine: Array("\(number)".utf8)) }
        memory.add(resultLine: [UInt8](repeating: 0x30, count: DecisionMemory.resultSize))
        #expect(block.contents?.resultLines.map { String(decoding: $0, as: UTF8.self) } == (1...limit).map(String.init))
        memory.add(resultLine: Array("next".utf8))
        let lines = block.contents?.resultLines.map { String(decoding: $0, as: UTF8.self) }
        #expect(lines?.count == limit && lines?.first == "2" && lines?.last == "next")
    }

    @Test(.atLimit("crash-names"), .pastLimit("crash-names"))
    func `names beyond the limit are missing and counted until the next generation`() throws {
        let table = InternTable()
        table.store(in: memory)
        // The encoding of a name without a type adds 13 bytes.
        let names = (0..<DecisionMemory.nameLimit / 64).map { String(repeating: "x", count: 46) + String(10_000 + $0) }
        let ids = names.map { table.id(of: $0, .other) }
        var contents = try #require(block.contents)
        #expect(ids.map { contents.names[$0]?.name } == names)
        #expect(!memory.omitsNames && contents.omittedNameCount == 0)
        let next = table.id(of: "next", .other)
        _ = table.id(of: "another", .other)
        contents = try #require(block.contents)
        #expect(contents.names[next] == nil && table[next]?.name == "next")
        #expect(memory.omitsNames && contents.omittedNameCount == 2)
        table.beginGeneration()
        let new = table.id(of: "next", .other)
        contents = try #require(block.contents)
        #expect(contents.names[new]?.name == "next" && !memory.omitsNames)
        // Records of the former generation may still refer to the omitted names.
        #expect(contents.omittedNameCount == 2)
        table.beginGeneration()
        #expect(block.contents?.omittedNameCount == 0)
    }

    @Test
    func `a memory with impossible values is read without its invalid parts`() throws {
        memory.ring.append(TraceRecord(.touch, at: 1))
        var record = TraceRecord(.ghost, at: 2)
        record.x = .infinity
        memory.ring.append(record)
        memory.ring.append(TraceRecord(.touch, at: 3))
        let stride = MemoryLayout<TraceRecord>.stride
        let kind = try #require(MemoryLayout<TraceRecord>.offset(of: \.kind))
        #expect(block.contents?.records.map(\.time) == [1, 3])
        block.base.storeBytes(of: 200, toByteOffset: DecisionMemory.recordStart + 2 * stride + kind, as: UInt8.self)
        #expect(block.contents?.records.map(\.time) == [1])
        block.base.storeBytes(of: 7, as: UInt64.self)
        #expect(block.contents == nil)
    }
}
