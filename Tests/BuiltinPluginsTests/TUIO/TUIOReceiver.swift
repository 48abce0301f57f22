import Glibc
import TestSupport
import Testing

/// A TUIO 1.1 receiver with its own Open Sound Control parser; shares no code with the product.
final class TUIOReceiver {
    /// Last received state of a cursor.
    struct Cursor: Equatable {
        var x: Float
        var y: Float
        var velocityX: Float
        var velocityY: Float
        var acceleration: Float
    }

    struct Bundle: Equatable {
        var source = ""
        var alive: [Int32] = []
        var set: [Int32: Cursor] = [:]
        var frame: Int32 = 0
        var size = 0
    }

    struct Rubbish: Error {
        var what: String
    }

    let port: UInt16
    private let socket: Int32
    /// Datagrams received so far, in order.
    private(set) var bundles: [Bundle] = []
    /// Cursors currently alive, by session id.
    private(set) var cursors: [Int32: Cursor] = [:]

    init(port: UInt16 = 0) throws {
        (socket, self.port) = try Loopback.socket(SOCK_DGRAM, port: port)
        _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    }

    deinit { close(socket) }

    /// Reads pending datagrams. If `loses` is true, discards them to simulate packet loss.
    @discardableResult
    func read(loses: Bool = false) throws -> [Bundle] {
        let before = bundles.count
        var bytes = [UInt8](repeating: 0, count: 65536)
        while case let count = recv(socket, &bytes, bytes.count, 0), count >= 0 {
            let bundle = try Self.bundle(Array(bytes[..<count]))
            if loses { continue }
            bundles.append(bundle)
            for (session, cursor) in bundle.set { cursors[session] = cursor }
            cursors = cursors.filter { bundle.alive.contains($0.key) }
        }
        return Array(bundles[before...])
    }

    // MARK: Open Sound Control

    private enum Argument: Equatable {
        case text(String)
        case integer(Int32)
        case number(Float)
    }

    private static func bundle(_ bytes: [UInt8]) throws -> Bundle {
        guard bytes.starts(with: Array("#bundle\0".utf8) + [0, 0, 0, 0, 0, 0, 0, 1]) else {
            throw Rubbish(what: "no bundle")
        }
        var bundle = Bundle()
        bundle.size = bytes.count
        var offset = 16
        var order: [String] = []
        while offset < bytes.count {
            let size = Int(word(bytes, offset))
            offset += 4
            guard size > 0, size % 4 == 0, offset + size <= bytes.count else { throw Rubbish(what: "size \(size)") }
            let arguments = try message(Array(bytes[offset..<offset + size]))
            offset += size
            guard case .text(let command) = arguments.first else { throw Rubbish(what: "no command") }
            order.append(command)
            switch (command, Array(arguments.dropFirst())) {
            case ("source", let rest): if case .text(let name) = rest.first { bundle.source = name }
            case ("alive", let rest):
                bundle.alive = rest.compactMap { if case .integer(let session) = $0 { session } else { nil } }
            case ("fseq", let rest): if case .integer(let frame) = rest.first { bundle.frame = frame }
            case ("set", let rest):
                let numbers = rest.compactMap { if case .number(let number) = $0 { number } else { nil } }
                guard rest.count == 6, case .integer(let session) = rest[0], numbers.count == 5 else {
                    throw Rubbish(what: "set \(rest)")
                }
                bundle.set[session] = Cursor(
                    x: numbers[0],
                    y: numbers[1],
                    velocityX: numbers[2],
                    velocityY: numbers[3],
                    acceleration: numbers[4]
                )
            default: throw Rubbish(what: command)
            }
        }
        let sets = [String](repeating: "set", count: bundle.set.count)
        guard order == ["source", "alive"] + sets + ["fseq"] else { throw Rubbish(what: "order \(order)") }
        return bundle
    }

    private static func message(_ bytes: [UInt8]) throws -> [Argument] {
        var offset = 0
        guard try text(bytes, &offset) == "/tuio/2Dcur" else { throw Rubbish(what: "another profile") }
        let types = try text(bytes, &offset)
        guard types.first == "," else { throw Rubbish(what: "types \(types)") }
        let arguments: [Argument] = try types.dropFirst().map { type in
            switch type {
            case "s": return .text(try text(bytes, &offset))
            case "i", "f":
                guard offset + 4 <= bytes.count else { throw Rubbish(what: "too short") }
                defer { offset += 4 }
                let word = word(bytes, offset)
                return type == "i" ? .integer(Int32(bitPattern: word)) : .number(Float(bitPattern: word))
            default: throw Rubbish(what: "type \(type)")
            }
        }
        guard offset == bytes.count else { throw Rubbish(what: "too long") }
        return arguments
    }

    private static func text(_ bytes: [UInt8], _ offset: inout Int) throws -> String {
        guard let end = bytes[offset...].firstIndex(of: 0) else { throw Rubbish(what: "a text without an end") }
        defer { offset = end + 4 - end % 4 }
        return String(decoding: bytes[offset..<end], as: UTF8.self)
    }

    private static func word(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
