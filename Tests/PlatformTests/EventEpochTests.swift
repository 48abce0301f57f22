import Platform
import Testing

/// Tests the conversion of event times to dates.
struct EventEpochTests {
    @Test(arguments: [
        ("2026-11-27T20:15:15.400Z", "2026-11-27T20:15:15.400Z", "2026-11-27 20:15:15 UTC"),
        ("2026-11-21T16:30:01Z", "2026-11-21T16:30:01.000Z", "2026-11-21 16:30:01 UTC"),
        ("1970-01-01T00:00:00.001Z", "1970-01-01T00:00:00.001Z", "1970-01-01 00:00:00 UTC"),
        ("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z", "9999-12-31 23:59:59 UTC"),
    ])
    func `a date has the same text after it was read`(_ text: String, date: String, words: String) throws {
        for time in [0, 5_210_400_123, 1_000_000_000_000] as [Int64] {
            let epoch = try #require(EventEpoch(text, at: time))
            #expect(epoch.date(of: time) == date)
            #expect(epoch.words(of: time) == words)
        }
    }

    @Test func `times before and after the known time have other dates`() throws {
        let epoch = try #require(EventEpoch("2026-12-31T23:59:59.500Z", at: 1_000_000))
        #expect(epoch.date(of: 1_600_000) == "2027-01-01T00:00:00.100Z")
        #expect(epoch.date(of: 0) == "2026-12-31T23:59:58.500Z")
    }

    @Test(arguments: [
        "", "yesterday", "2026-11-27", "2026-11-27T20:15:15", "2026-11-27 20:15:15Z", "2026-11-27T20:15:15,400Z",
        "2026-11-27T20:15:15.4Z", "2026-13-27T20:15:15Z", "2026-11-00T20:15:15Z", "2026-11-27T24:15:15Z",
        "2026-11-27T20:60:15Z", "1969-11-27T20:15:15Z", "2026-11-27T20:15:15+01", "२०२६-11-27T20:15:15Z",
    ])
    func `other texts are no dates`(_ text: String) { #expect(EventEpoch(text, at: 0) == nil) }

    @Test func `times beyond all dates have the nearest date`() throws {
        let epoch = try #require(EventEpoch("2026-11-27T20:15:15.400Z", at: 0))
        #expect(epoch.date(of: .max) == "9999-12-31T23:59:59.999Z")
        #expect(epoch.date(of: .min) == "1970-01-01T00:00:00.000Z")
        #expect(EventEpoch("2026-11-27T20:15:15.400Z", at: .min) == nil)
    }
}
