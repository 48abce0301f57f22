internal import Bridge
internal import JSON
internal import ResponderKit

@testable internal import PluginAPI
@testable internal import PluginHosts

/// Fuzzes the output of a plugin process. Executes each line as a command, with touches between the commands.
enum ProcessTarget {
    static let plan = Making.goodPlan(
        """
        screens: [{ name: one, size: [400, 400] }]
        plugins: { p: { type: process, command: [p] } }
        root:
          id: page
          on: { touches: p.note }
          subviews:
            - id: panel
              frame: [0, 0, 200, 200]
              subviews: [{ id: half, frame: ["50%", 0, "50%", "100%"], on: { touches: p.note } }]
              gestures:
                - { id: tap, type: tap, taps: 2, on: { recognized: p.note } }
                - { id: pan, type: pan, on: { changed: p.note } }
                - { id: own, type: custom, on: { began: p.note, ended: p.note } }
            - { id: volume, class: Slider, frame: [0, 200, 300, 31], on: { valueChanged: p.note } }
            - { id: lamp, class: Switch, frame: [300, 200, 60, 31], on: { valueChanged: p.note } }
            - { id: bell, class: Button, frame: [200, 0, 100, 100], on: { touchUpInside: p.note } }
            - { id: field, frame: [0, 300, 100, 100], canBecomeFirstResponder: true }
        """
    )

    static func run(_ input: [UInt8]) {
        let pipeline = Making.pipeline(plan)
        let watch = Watch(pipeline)
        pipeline.start(at: 0)
        var finger = Finger(pipeline)
        var lines = LineBuffer(limit: ProcessSession.lineLimit)
        for start in stride(from: 0, to: input.count, by: 100) {
            input[start..<min(start + 100, input.count)].withUnsafeBytes { lines.append($0) }
            do throws(LineBuffer.TooLong) {
                while let line = try lines.next() { take(line, pipeline, &finger) }
            } catch {
                break
            }
        }
        finger.lift()
        _ = pipeline.perform(.describe(view: nil))
        watch.finish(at: finger.time)
    }

    private static func take(_ line: ArraySlice<UInt8>, _ pipeline: Pipeline, _ finger: inout Finger) {
        finger.goOn()
        guard let message = try? PluginMessage(line) else {
            _ = OutputLines.sanitized(line)
            return
        }
        if case .command(let command, let id) = message {
            let reply = pipeline.perform(command)
            sound(HostMessage.reply(reply, id: id ?? .null).line)
            finger.goOn()
        }
    }

    /// Checks that a reply is one line of JSON.
    private static func sound(_ line: [UInt8]) {
        hold(line.last == 0x0a && !line.dropLast().contains(0x0a), "an answer is not one line")
        hold((try? JSONValue(parsing: line, depth: 200)) != nil, "an answer is not JSON")
    }
}

/// A finger that goes down, moves and lifts, one action per step.
struct Finger {
    private let pipeline: Pipeline
    private(set) var time: Int64 = 0
    private var step = 0
    private static let locations: [(Double, Double)] = [
        (50, 50), (150, 50), (20, 215), (330, 215), (250, 50), (50, 350),
    ]

    init(_ pipeline: Pipeline) { self.pipeline = pipeline }

    mutating func goOn() {
        send([.began, .moved, .ended][step % 3])
        step += 1
    }

    mutating func lift() { while step % 3 != 0 { goOn() } }

    private mutating func send(_ change: TouchSample.Change) {
        time += 15_000
        let (x, y) = Self.locations[step / 3 % Self.locations.count]
        let location = Point(x: x + Double(step % 3) * 12, y: y)
        pipeline.advance(to: time)
        let sample = TouchSample(FingerID(device: 1, contact: 0), change, at: location)
        pipeline.application.send(TouchFrame(time: time, [sample]))
    }
}
