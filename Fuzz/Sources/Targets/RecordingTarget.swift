internal import Bridge
internal import Glibc
internal import InputEvents
internal import Recordings

/// Fuzzes the bytes of a recording, and plays its events into a layout.
enum RecordingTarget {
    private static let plan = Making.goodPlan(
        """
        screens:
          - name: one
            size: [400, 300]
            input: { filters: { debounce: 20ms, dejitter: 1.5, ghosts: 1min } }
        plugins: { out: { type: log } }
        root:
          on: { touches: out.write }
          gestures:
            - { type: tap, on: { recognized: out.write } }
            - { type: pinch, on: { changed: out.write } }
        """
    )

    static func run(_ input: [UInt8]) {
        let file = open(input)
        defer { close(file) }
        let reader: RecordingReader
        do throws(RecordingError) {
            reader = try RecordingReader(path: "/proc/self/fd/\(file)")
        } catch {
            return check(error)
        }
        let pipeline = Making.pipeline(plan)
        let watch = Watch(pipeline)
        let numbers = reader.devices.map { pipeline.add($0) { _ in } }
        let isScript = ["touch", "webdriver"].contains(reader.format.name)
        var count = 0
        var last: Int64 = 0
        do throws(RecordingError) {
            // One line of a touch script or of WebDriver actions can generate hours of events.
            while count < (isScript ? 1 << 14 : .max), let recorded = try reader.next() {
                if count == 0 { pipeline.start(at: recorded.event.time) }
                count += 1
                last = recorded.event.time
                hold(reader.devices.indices.contains(recorded.device), "an event of no device")
                guard let number = numbers[recorded.device] else { continue }
                let event = [recorded.event]
                pipeline.take(event.span, of: number)
            }
        } catch {
            check(error)
        }
        // A line yields at most one event; the initial state of a device adds one event for each axis and key.
        hold(
            isScript || count <= input.count * 2 + 8192 * reader.devices.count,
            "\(count) events of \(input.count) bytes"
        )
        _ = (reader.warnings, reader.origin, reader.bytesRead)
        for number in numbers { if let number { pipeline.remove(number) } }
        watch.finish(at: last)
    }

    /// Returns the descriptor of an unnamed temporary file that contains the input.
    private static func open(_ input: [UInt8]) -> Int32 {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var name = Array("\(folder)/touchbridge-fuzz-XXXXXX".utf8CString)
        let file = mkstemp(&name)
        guard file >= 0, unlink(name) == 0, write(file, input, input.count) == input.count else {
            fatalError("there is no room for a file in \(folder)")
        }
        return file
    }

    private static func check(_ error: RecordingError) {
        hold(!error.message.isEmpty && !error.remedy.isEmpty, "an error has no message or no remedy")
        hold("\(error)".utf8.count < 10_000, "an error has 10 000 bytes or more")
    }
}
