import Foundation
import InputEvents
import Recordings
import TestSupport
import TestTraits
import Testing

/// Damages random bytes of recordings. Each read must end with valid events, or with an error that names a line.
@Suite(.tags(.hostileInput)) struct FuzzTests {
    @Test(arguments: 0..<4)
    func `random damage to a recording causes neither a crash nor invalid events`(run: Int) throws {
        var random = SplitMix64(seed: UInt64(run))
        let scratch = try Scratch()
        let path = try scratch.file("r")
        var originals = try Fixture.all.map { try Data(contentsOf: URL(filePath: $0.source)).prefix(3000) }
        originals.append(Data(LibinputRecordReadingTests.two.utf8))
        for fixture in Fixture.all where fixture.name.hasPrefix("wacom") {
            let recording = try Recording(reading: fixture.source)
            let yaml = try scratch.file("yaml")
            try recording.write(to: LibinputRecordWriter(path: yaml, devices: recording.devices, replaces: true))
            originals.append(try Data(contentsOf: URL(filePath: yaml)).prefix(3000))
        }
        var failures = 0
        for _ in 0..<700 {
            let original = originals.randomElement(using: &random)!
            try damage(original, &random).write(to: URL(filePath: path))
            do {
                let reader = try RecordingReader(path: path)
                var count = 0
                while let event = try reader.next() {
                    count += 1
                    #expect(reader.devices.indices.contains(event.device))
                }
                #expect(count < 20_000)
            } catch {
                failures += 1
                #expect(error.line != nil, "\(error)")
                #expect(!error.message.isEmpty && !error.remedy.isEmpty)
            }
        }
        // The test is meaningful only if some damaged recordings are readable and others cause errors.
        #expect((50..<690).contains(failures))
    }

    private func damage(_ original: Data, _ random: inout SplitMix64) -> Data {
        var bytes = [UInt8](original)
        for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
            let index = Int.random(in: 0..<bytes.count, using: &random)
            let end = min(bytes.count, index + Int.random(in: 0...40, using: &random))
            switch Int.random(in: 0..<8, using: &random) {
            case 0: bytes[index] = .random(in: 0...255, using: &random)
            case 1: bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &random)
            case 2: bytes.removeSubrange(index..<end)
            case 3: bytes.insert(contentsOf: bytes[index..<end], at: index)
            case 4:
                bytes.insert(
                    contentsOf: "\n- [{&a *a}]: 99999999999999999999\t\"'|>".utf8.shuffled(using: &random),
                    at: index
                )
            case 5: bytes.removeSubrange(index...)
            case 6: bytes.insert(UInt8(ascii: "9"), at: index)
            default: bytes.insert(UInt8(ascii: "\n"), at: index)
            }
        }
        return Data(bytes)
    }
}
