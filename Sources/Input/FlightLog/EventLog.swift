package import InputEvents

/// The newest raw events of all devices, with how each device stood before the oldest of them.
///
/// It belongs to the input thread and asks for no memory after it is made. What somebody types on keys with characters
/// is not kept.
public final class EventLog {
    /// An event and the place of its device, in as few bytes as an event has.
    struct Entry: BitwiseCopyable {
        var time: Int64
        var value: Int32
        var code: UInt16
        var type: UInt8
        var place: UInt8

        @inline(__always)
        init(_ event: RawEvent, _ place: Int) {
            (time, value, code) = (event.time, event.value, event.code)
            (type, self.place) = (UInt8(truncatingIfNeeded: event.type.rawValue), UInt8(truncatingIfNeeded: place))
        }

        @inline(__always)
        var event: RawEvent {
            RawEvent(time: time, type: EventType(rawValue: UInt16(type)), code: code, value: value)
        }
    }

    /// One of the devices that events are of.
    struct Record: BitwiseCopyable {
        /// How it stood before its first event that is still there.
        var state: DeviceState
        /// Events before this are of another device, which had the place before.
        var first: Int
        /// When it went, `Int64.max` as long as it is there.
        var goneAt: Int64
        /// Its number at the hub; 0 when nobody has the place.
        var number: Int32
        /// Where the text that describes it ends, for who keeps one behind the record.
        var textCount: Int32
    }

    /// What stands before everything else.
    struct Head: BitwiseCopyable {
        var sign: UInt64
        var version: UInt32
        var places: UInt32
        var capacity: Int
        /// How many events were ever put in.
        var end: Int
    }

    static let places = 32

    let memory: EventMemory
    private let head: UnsafeMutablePointer<Head>
    private let entries: UnsafeMutablePointer<Entry>
    private let mask: Int
    private var descriptions = [DeviceDescription?](repeating: nil, count: places)
    /// So many events have memory already.
    private var ready = 0
    /// There was no memory for more, which is asked for once more when it is needed.
    private var isShort = false
    /// Events were left out, as there is no memory for more.
    @exclusivity(unchecked) public private(set) var isBroken = false

    /// A log in memory that nobody else uses.
    public init(_ memory: EventMemory) {
        self.memory = memory
        mask = memory.capacity - 1
        head = memory.head
        entries = memory.entries
        head.initialize(
            to: Head(
                sign: EventMemory.sign,
                version: EventMemory.version,
                places: UInt32(Self.places),
                capacity: memory.capacity,
                end: 0
            )
        )
        for place in 0..<Self.places {
            memory.record(place).initialize(
                to: Record(
                    state: DeviceState(of: DeviceDescription(name: "")),
                    first: 0,
                    goneAt: .max,
                    number: 0,
                    textCount: 0
                )
            )
        }
    }

    /// A log of so many events at least, in memory of its own.
    public convenience init(capacity: Int) { self.init(EventMemory(capacity: capacity)) }

    /// How many events it has at most.
    public var capacity: Int { mask + 1 }
    /// How many events it has.
    public var count: Int { end - start }
    private var end: Int { head.pointee.end }
    private var start: Int { max(0, end - mask - 1) }

    // MARK: Devices

    /// Whether a device is there, or was since a time and said something.
    public func hasDevices(since time: Int64) -> Bool {
        (0..<Self.places).contains { place in
            let record = memory.record(place).pointee
            return record.number > 0 && (record.goneAt == .max || record.goneAt >= time && record.first < end)
        }
    }

    /// Gives a device the place that its events come with.
    package func add(_ number: Int32, _ description: DeviceDescription) -> Int {
        let place = freePlace
        descriptions[place] = description
        let record = memory.record(place)
        record.pointee = Record(
            state: DeviceState(of: description),
            first: end,
            goneAt: .max,
            number: number,
            textCount: 0
        )
        memory.describe(description, at: place)
        return place
    }

    /// One that nobody ever had, or else the one whose device went first; with more devices than places somebody loses.
    private var freePlace: Int {
        (0..<Self.places).first { memory.record($0).pointee.number == 0 }
            ?? (0..<Self.places).min { memory.record($0).pointee.goneAt < memory.record($1).pointee.goneAt } ?? 0
    }

    /// A device is gone; what it said stays.
    package func remove(_ number: Int32, at time: Int64) {
        for place in 0..<Self.places {
            let record = memory.record(place)
            if record.pointee.number == number, record.pointee.goneAt == .max { record.pointee.goneAt = time }
        }
    }

    // MARK: Events

    /// Takes events of the device at a place.
    package func append(_ events: Span<RawEvent>, of place: Int) {
        guard !isBroken else { return }
        let isTyping = memory.record(place).pointee.state.kind == .keys
        let next = end + events.count
        guard !isTyping, next <= ready || ready > mask && events.count <= ready else {
            return appendEach(events, of: place, isTyping: isTyping)
        }
        // There is memory for all of them.
        forget(before: next - capacity)
        for index in events.indices { entries[(end &+ index) & mask] = Entry(events[index], place) }
        head.pointee.end = next
    }

    private func appendEach(_ events: Span<RawEvent>, of place: Int, isTyping: Bool) {
        for index in events.indices where !(isTyping && events[index].isTyped) {
            if end == ready, ready <= mask, !reserve() {
                isBroken = true
                return
            }
            forget(before: end + 1 - capacity)
            entries[end & mask] = Entry(events[index], place)
            head.pointee.end += 1
        }
    }

    /// Lets go of the oldest events: what they said is how their devices stood before those that are left.
    private func forget(before limit: Int) {
        var number = start
        while number < limit {
            // Nearly always a whole report is of one device.
            let place = entries[number & mask].place
            let record = memory.record(Int(place) & (Self.places - 1))
            let first = record.pointee.first
            repeat {
                if number >= first { record.pointee.state.apply(entries[number & mask].event) }
                number &+= 1
            } while number < limit && entries[number & mask].place == place
        }
    }

    /// Finds memory for what comes next, when nobody waits for what came.
    package func prepare() { if ready <= mask, ready - end < EventMemory.piece / 2, !isShort { _ = reserve() } }

    private func reserve() -> Bool {
        isShort = !memory.reserve(from: ready)
        if !isShort { ready = min(ready + EventMemory.piece, capacity) }
        return !isShort
    }

    // MARK: Reading

    /// All of it as it stands, for another thread to look through.
    public func copy() -> EventCopy {
        let numbers = start..<end
        let entries = [Entry](unsafeUninitializedCapacity: numbers.count) { buffer, count in
            // The oldest may lie behind the newest.
            let first = min(numbers.count, mask + 1 - start & mask)
            guard let target = buffer.baseAddress else { return }
            target.initialize(from: self.entries + start & mask, count: first)
            (target + first).initialize(from: self.entries, count: numbers.count - first)
            count = numbers.count
        }
        let records = (0..<Self.places).map { memory.record($0).pointee }
        return EventCopy(entries: entries, start: start, records: records, descriptions: descriptions)
    }
}

extension RawEvent {
    /// Whether it tells a character that somebody types, or would tell it in the keyboard's own numbers.
    @inline(__always)
    var isTyped: Bool {
        switch type {
        case .miscellaneous: true
        case .key:
            switch code {
            // Digits, letters and signs; the keypad; what only some countries have.
            case 2...13, 16...27, 30...41, 43...53, 55, 57, 71...83, 86, 89, 92...95, 117, 118, 121, 124, 179, 180: true
            default: false
            }
        default: false
        }
    }
}
