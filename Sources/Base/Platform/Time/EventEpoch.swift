internal import Glibc

/// Wall-clock time at which the event clock was zero; converts times of events to dates.
///
/// The conversion is exact only while the difference between the two clocks is constant. The difference changes when
/// the wall clock is set. It also changes while the machine sleeps, because CLOCK_MONOTONIC, the clock of live events,
/// stops then.
public struct EventEpoch: Hashable, Sendable {
    /// Microseconds since 1970.
    public let microseconds: Int64

    /// The current epoch of CLOCK_MONOTONIC.
    public static var current: EventEpoch {
        EventEpoch(microseconds: Int64(WallClock.sinceEpoch * 1_000_000) - MonotonicClock.now)
    }

    public init(microseconds: Int64) { self.microseconds = microseconds }

    /// Creates the epoch of a clock that reads `time` at the given date, such as `2026-11-27T20:15:15.400Z`. Returns nil
    /// if the date is invalid.
    public init?(_ date: String, at time: Int64) {
        guard let date = Self.microseconds(of: Array(date.utf8)) else { return nil }
        let (microseconds, isTooLarge) = date.subtractingReportingOverflow(time)
        guard !isTooLarge else { return nil }
        self.microseconds = microseconds
    }

    /// The last microsecond of the year 9999.
    private static let latest: Int64 = 253_402_300_799_999_999

    /// Converts a time of the event clock to a date in ISO 8601 with milliseconds, such as `2026-11-27T20:15:15.400Z`.
    public func date(of time: Int64) -> String {
        let text = Self.text(since(time), "%Y-%m-%dT%H:%M:%S")
        return "\(text).\("\(1000 + since(time) / 1000 % 1000)".dropFirst())Z"
    }

    /// Converts a time of the event clock to a date in readable form, such as `2026-11-27 20:15:15 UTC`.
    public func words(of time: Int64) -> String { Self.text(since(time), "%Y-%m-%d %H:%M:%S UTC") }

    /// Converts a time of the event clock to microseconds since 1970, clamped to the years 1970 to 9999.
    private func since(_ time: Int64) -> Int64 {
        let (sum, isTooLarge) = microseconds.addingReportingOverflow(time)
        return min(max(isTooLarge ? (time > 0 ? .max : 0) : sum, 0), Self.latest)
    }

    private static func text(_ microseconds: Int64, _ format: String) -> String {
        var seconds = time_t(microseconds / 1_000_000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 64)
        strftime(&text, text.count, format, &parts)
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Parses a date in the format of `date(of:)`, with or without milliseconds. Returns microseconds since 1970.
    private static func microseconds(of date: [UInt8]) -> Int64? {
        let form = Array("0000-00-00T00:00:00Z".utf8)
        let isExact = date.count == form.count + 4
        guard isExact || date.count == form.count else { return nil }
        let whole = isExact ? date[..<19] + date[23...] : date[...]
        let fits = zip(whole, form).allSatisfy { $1 == 0x30 ? (0x30...0x39).contains($0) : $0 == $1 }
        let fraction = isExact ? Array(date[19..<23]) : Array(".000".utf8)
        guard fits, fraction[0] == 0x2e, let milliseconds = number(fraction[1...]) else { return nil }
        var parts = tm()
        guard let year = number(date[0..<4]), let month = number(date[5..<7]), let day = number(date[8..<10]),
            let hour = number(date[11..<13]), let minute = number(date[14..<16]), let second = number(date[17..<19]),
            year >= 1970, (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60
        else { return nil }
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (Int32(year - 1900), Int32(month - 1), Int32(day))
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (Int32(hour), Int32(minute), Int32(second))
        return (Int64(timegm(&parts)) * 1000 + milliseconds) * 1000
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        digits.reduce(0) { sum, digit in
            guard let sum, (0x30...0x39).contains(digit) else { return nil }
            return sum * 10 + Int64(digit - 0x30)
        }
    }
}
