internal import Contacts
internal import InputEvents
internal import JSON

/// The result of `calibrate`: lines for a layout, a udev rule, and JSON.
struct CalibrationAnswer {
    let fit: CalibrationFit
    let touches: [CalibrationTouch]
    let targets: [CalibrationTarget]
    let scale: CalibrationScale
    let panel: DeviceDescription
    /// Conditions of `input:` that match only this panel; nil if no combination of conditions does.
    let sign: PanelSign?

    private var errors: [Double] { touches.map { scale.error(of: $0, in: fit) } }
    private var mean: Double { errors.reduce(0, +) / Double(errors.count) }
    private var largest: Double { errors.max() ?? 0 }
    private var lines: CompositorLines { CompositorLines(panel: panel, sign: sign, matrix: fit.matrix) }

    /// Comment line that states the accuracy of the calibration.
    private var summary: String {
        "# '\(panel.name)': \(touches.count) touches, error \(mean.decimal(1)) \(scale.unit) on average, "
            + "\(largest.decimal(1)) \(scale.unit) at most"
    }

    /// Lines of a layout that define a screen with the calibration. With `withCompositors`, comments with the settings
    /// of compositors follow.
    func layout(withCompositors: Bool) -> [String] {
        let numbers = fit.matrix.numbers.map { $0.decimal(5) }.joined(separator: ", ")
        let members = (sign?.members ?? []).map { "\($0.key): \($0.value)" } + ["calibration: [\(numbers)]"]
        let head = [
            summary, "# Remove rotation, flipX, flipY and swapAxes from this 'input:'; the matrix contains them.",
            "screens:", "  - { name: \"screen\", input: { \(members.joined(separator: ", ")) } }",
        ]
        return head + (withCompositors ? lines.comments : [])
    }

    /// Lines of a udev rules file that sets the calibration matrix.
    var udev: [String] { [summary, lines.udevRule(mapsOutput: false)] }

    var json: JSONValue {
        let list = zip(targets, errors).map { target, error -> JSONValue in
            ["target": .text(target.name), "error": Self.rounded(error)]
        }
        return [
            "panel": .text(panel.name),
            "input": .object(
                (sign?.members ?? []) + [.init("calibration", .list(fit.matrix.numbers.map { .number($0) }))]
            ),
            "unit": .text(scale.unit), "meanError": Self.rounded(mean), "largestError": Self.rounded(largest),
            "mirrored": .boolean(fit.isMirrored), "touches": .list(list),
            "udev": .text(lines.udevRule(mapsOutput: false)),
        ]
    }

    private static func rounded(_ number: Double) -> JSONValue { .number((number * 100).rounded() / 100) }

    /// Warning about the matrix; nil if there is none.
    var warning: String? {
        guard fit.isMirrored else { return nil }
        return
            "the matrix mirrors the panel; if the panel is not mounted as a mirror image, "
            + "the targets were touched in the wrong order: run 'touchbridge calibrate' again"
    }
}
