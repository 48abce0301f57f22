internal import PluginAPI
internal import ResponderKit

extension DecisionMemory {
    /// Contents of a `DecisionMemory` after its process ended: trace records, their names, and results of handler
    /// calls.
    public struct Contents: Sendable {
        /// Records in the order of writing.
        public let records: [TraceRecord]
        public let names: InternTable
        /// Number of objects whose names are missing from `names` because the memory was full.
        public let omittedNameCount: Int
        /// Results of handler calls, as lines of JSON.
        public let resultLines: [[UInt8]]
    }

    /// Reads the contents of a `DecisionMemory`. Returns nil if the bytes are not a `DecisionMemory` of this version.
    ///
    /// Validates every value before use, because the memory may be damaged or come from another program.
    public static func read(_ bytes: UnsafeRawBufferPointer) -> Contents? {
        guard bytes.count == byteCount else { return nil }
        let head = bytes.loadUnaligned(as: Head.self)
        guard head.signature == signature, head.version == version, head.namePart < 2,
            (0..<1 << 60).contains(head.recordEnd), (0..<1 << 60).contains(head.resultEnd)
        else { return nil }
        let size = MemoryLayout<TraceRecord>.stride
        let records = (max(0, head.recordEnd - recordLimit)..<head.recordEnd).compactMap { number in
            let offset = recordStart + number % recordSlots * size
            return TraceRecord(checking: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + size]))
        }
        var entries: [InternedID: InternTable.Entry] = [:]
        let parts = [head.nameParts.0, head.nameParts.1]
        for part in [1 - Int(head.namePart), Int(head.namePart)] where (0...nameLimit).contains(parts[part].end) {
            let start = nameStart + part * nameLimit
            NameCode.decode(bytes[start..<start + parts[part].end], into: &entries)
        }
        let omittedCount = parts.reduce(0) { $0 + min(max($1.omittedCount, 0), 1 << 30) }
        let lines = (max(0, head.resultEnd - resultLimit)..<head.resultEnd).compactMap { number -> [UInt8]? in
            let offset = resultStart + number % resultSlots * resultSize
            let length = Int(bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
            guard length <= resultSize - 2 else { return nil }
            return Array(bytes[offset + 2..<offset + 2 + length])
        }
        return Contents(
            records: records,
            names: InternTable(recovered: entries),
            omittedNameCount: omittedCount,
            resultLines: lines
        )
    }
}

extension TraceRecord {
    /// Creates a record from its bytes. Returns nil if a value is impossible.
    fileprivate init?(checking bytes: UnsafeRawBufferPointer) {
        // Loading an enum with an unknown raw value is undefined behaviour.
        guard let kind = MemoryLayout<TraceRecord>.offset(of: \.kind), Kind(rawValue: bytes[kind]) != nil,
            let cause = MemoryLayout<TraceRecord>.offset(of: \.cause), Cause(rawValue: bytes[cause]) != nil
        else { return nil }
        self = bytes.loadUnaligned(as: TraceRecord.self)
        // Later code converts some values to integers and adds durations to times; limits prevent overflow.
        guard (0...1 << 60).contains(time), [x, y, u, v].allSatisfy({ $0.magnitude < 1e15 }) else { return nil }
    }
}

/// Encoding of named objects in a ``DecisionMemory``.
enum NameCode {
    /// Maximum length of an encoded string in bytes. Longer strings are truncated.
    private static let longestText = 1000

    static func encode(_ entry: InternTable.Entry, _ id: InternedID) -> [UInt8] {
        var bytes: [UInt8] = []
        func add(_ number: Int32) { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }
        func add(_ text: String?) {
            let text = Array((text ?? "").utf8.prefix(longestText))
            withUnsafeBytes(of: UInt16(text.count).littleEndian) { bytes += $0 }
            bytes += text
        }
        add(id)
        add(entry.holder)
        bytes.append(UInt8(InternTable.Entry.Kind.allCases.firstIndex(of: entry.kind) ?? 0))
        add(entry.name)
        add(entry.type)
        guard let binding = entry.binding else { return bytes }
        add(Int32(clamping: binding.position))
        for text in [binding.plugin, binding.handler, binding.view, binding.gesture, binding.action] { add(text) }
        return bytes
    }

    static func decode(_ bytes: Slice<UnsafeRawBufferPointer>, into entries: inout [InternedID: InternTable.Entry]) {
        var rest = bytes[...]
        func take(_ count: Int) -> Slice<UnsafeRawBufferPointer>? {
            guard rest.count >= count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
        func number(_ count: Int) -> UInt32? {
            take(count)?.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        func text() -> String? {
            number(2).flatMap { take(Int($0)) }.map { String(decoding: $0, as: UTF8.self) }
        }
        let kinds = InternTable.Entry.Kind.allCases
        while let id = number(4), let holder = number(4), let kind = number(1), kind < kinds.count, let name = text(),
            let type = text()
        {
            let kind = kinds[Int(kind)]
            var binding: Binding?
            if kind == .binding {
                guard let position = number(4), let plugin = text(), let handler = text(), let view = text(),
                    let gesture = text(), let action = text()
                else { return }
                binding = Binding(
                    plugin: plugin,
                    handler: handler,
                    position: Int(Int32(bitPattern: position)),
                    view: view,
                    gesture: gesture.isEmpty ? nil : gesture,
                    action: action.isEmpty ? nil : action,
                    arguments: NoArguments(),
                    hostEnvironment: HostEnvironment(host: "")
                )
            }
            entries[InternedID(bitPattern: id)] = InternTable.Entry(
                kind: kind,
                name: name,
                type: type,
                holder: InternedID(bitPattern: holder),
                binding: binding
            )
        }
    }
}
