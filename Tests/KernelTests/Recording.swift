import Foundation
import InputEvents
import Testing

/// A recording of a real panel in `fixtures/recordings`.
struct Recording: Sendable, CustomTestStringConvertible {
    let name: String
    let description: DeviceDescription
    let source: [Change]
    /// Events that a real kernel delivered when the source was played into a virtual device.
    let kernel: [Change]
    var testDescription: String { name }

    /// Folder of the recordings; an environment variable can replace the repository's folder.
    static let folder =
        ProcessInfo.processInfo.environment["TOUCHBRIDGE_RECORDINGS"]
        ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../fixtures/recordings").standardized.path

    static let all: [Recording] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().compactMap { try? Recording(name: $0) }
    }()

    private init(name: String) throws {
        self.name = name
        let source = try String(contentsOfFile: "\(Self.folder)/\(name)/source.evemu", encoding: .utf8)
        description = Self.description(source)
        self.source = Self.events(source)
        kernel = Self.events(try String(contentsOfFile: "\(Self.folder)/\(name)/kernel.events", encoding: .utf8))
    }

    private static func events(_ text: String) -> [Change] {
        text.split(separator: "\n").filter { $0.hasPrefix("E: ") }.map { line in
            let fields = line.split { $0 == " " || $0 == "\t" }
            return Change(UInt16(fields[2], radix: 16)!, UInt16(fields[3], radix: 16)!, Int32(fields[4])!)
        }
    }

    private static func description(_ text: String) -> DeviceDescription {
        var description = DeviceDescription(name: "")
        var bits: [UInt16: [UInt8]] = [:]
        var properties: [UInt8] = []
        for line in text.split(separator: "\n") {
            let words = line.dropFirst(3).split(separator: " ")
            switch line.prefix(3) {
            case "N: ": description.name = String(line.dropFirst(3))
            case "I: ":
                let id = words.map { UInt16($0, radix: 16)! }
                description.identity = .init(bus: id[0], vendor: id[1], product: id[2], version: id[3])
            case "P: ": properties += words.map { UInt8($0, radix: 16)! }
            case "B: ":
                bits[UInt16(words[0], radix: 16)!, default: []] += words.dropFirst().map { UInt8($0, radix: 16)! }
            case "A: ":
                let numbers = words.dropFirst().map { Int32($0)! }
                description.axes[Axis(rawValue: UInt16(words[0], radix: 16)!)] = AxisRange(
                    minimum: numbers[0],
                    maximum: numbers[1],
                    fuzz: numbers[2],
                    flat: numbers[3],
                    resolution: numbers.count > 4 ? numbers[4] : 0
                )
            default: break
            }
        }
        for (type, bytes) in bits where type != 0 {
            let codes = set(in: bytes)
            if !codes.isEmpty { description.codes[EventType(rawValue: type)] = codes }
        }
        description.properties = Set(set(in: properties).map { DeviceProperty(rawValue: $0) })
        return description
    }

    private static func set(in bytes: [UInt8]) -> Set<UInt16> {
        Set(UInt16(0)..<UInt16(bytes.count * 8)).filter { bytes[Int($0 / 8)] & (1 << ($0 % 8)) != 0 }
    }
}
