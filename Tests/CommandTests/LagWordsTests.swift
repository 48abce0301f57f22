import Testing

@testable import LiveInput

/// Tests the log lines about read latency.
struct LagWordsTests {
    @Test func `the advice about recording appears only while recording`() {
        let recording = DeviceStream.blame(isReadersFault: true, isRecording: true)
        #expect(recording.hasSuffix("if this continues, record to a faster disk or without --trace"))
        let running = DeviceStream.blame(isReadersFault: true, isRecording: false)
        #expect(running.hasPrefix("touchbridge was busy;") && !running.contains("record"))
        let late = DeviceStream.blame(isReadersFault: false, isRecording: false)
        #expect(late == "the kernel scheduled touchbridge late; if this continues, reduce the machine's load")
    }
}
