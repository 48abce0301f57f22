internal import Contacts
internal import Recordings
public import ResponderKit
internal import TouchScripts

extension TouchScript {
    /// Returns the events of a panel with slots, mapped to the screen, while the script is played.
    ///
    /// Adds an empty SYN_REPORT at the script's start and end and at each expectation, unless another event has that
    /// time.
    public func events(of panel: DeviceDescription, screen: Size) throws(TestKitError) -> [RawEvent] {
        do throws(TouchScriptError) {
            let mapping = PanelMapping(screen: Rect(origin: .zero, size: screen))
            var source = try ScriptEvents(script, on: ScriptPanel(panel, mapping))
            var events: [RawEvent] = []
            while let item = source.next() {
                if case .frame(let frame) = item { events += frame }
            }
            return events
        } catch {
            throw TestKitError(error)
        }
    }

    /// Writes the script as an evemu recording of the test panel. Throws an error if the file exists and `replaces` is
    /// false.
    public func writeEvemu(to path: String, screen: Size, replaces: Bool = false) throws(TestKitError) {
        let panel = DeviceDescription.testPanel(screen: screen)
        let events = try events(of: panel, screen: screen)
        do throws(RecordingError) {
            let writer = try EvemuWriter(path: path, device: panel, replaces: replaces)
            for event in events { try writer.write(RecordedEvent(device: 0, event: event)) }
            try writer.finish()
        } catch {
            throw TestKitError(error)
        }
    }
}

extension TestKitError {
    init(_ error: RecordingError) {
        let location = [error.path, error.line.map { "\($0)" }, error.column.map { "\($0)" }].compactMap { $0 }
        self.init(location.joined(separator: ":"), error.message, remedy: error.remedy, excerpt: error.excerpt)
    }
}
