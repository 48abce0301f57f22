internal import Contacts
internal import Geometry
internal import JSON

/// Asks for a touch of each target, refuses touches that cannot be used, and computes the matrix.
struct CalibrationSession {
    private(set) var targets: [CalibrationTarget]
    /// The targets for a panel that is rotated by 90° or 270°. The corner targets are fixed in millimetres (half a
    /// fingertip from the edges), so they differ from `uprightTargets` unless the panel is square.
    private let turnedTargets: [CalibrationTarget]
    /// The targets for a panel that is not rotated, or is rotated by 180°.
    private let uprightTargets: [CalibrationTarget]
    /// Position of the touch of each target, in fractions of the panel; nil before the touch.
    private var locations: [Point?]
    let scale: CalibrationScale
    /// Whether the targets are the screen's corners, which are not drawn.
    private let isWithoutDisplay: Bool
    private(set) var fit: CalibrationFit?

    /// Minimum distance between the touches of different targets, in fractions of the panel.
    private static let nearest = 0.005

    /// Distance in millimetres from the edges to the center of a fingertip that is pushed into a corner.
    private static let fingertip = 4.0
    /// Distance from the edges to the center of such a fingertip, as a fraction of a screen of unknown size.
    private static let fingertipFraction = 0.02

    init(_ targets: [CalibrationTarget], _ scale: CalibrationScale) {
        (self.targets, self.scale, isWithoutDisplay) = (targets, scale, false)
        (uprightTargets, turnedTargets) = (targets, targets)
        locations = targets.map { _ in nil }
    }

    /// Creates a session that asks the user to push a fingertip into each of the four corners.
    init(cornersOf scale: CalibrationScale) {
        func list(_ size: Size?) -> [CalibrationTarget] {
            let part = Self.fingertipFraction
            let inset = size.map { Size(width: Self.fingertip / $0.width, height: Self.fingertip / $0.height) }
            return CalibrationTarget.list(4, inset: inset ?? Size(width: part, height: part))
        }
        uprightTargets = list(scale.panel)
        targets = uprightTargets
        turnedTargets = list(scale.panel.map { Size(width: $0.height, height: $0.width) })
        (self.scale, isWithoutDisplay) = (scale, true)
        locations = targets.map { _ in nil }
    }

    /// The next target; nil if the calibration is complete.
    var target: CalibrationTarget? { next.map { targets[$0] } }
    private var next: Int? { locations.firstIndex { $0 == nil } }

    /// Instruction for the next touch.
    var question: String {
        guard let next else { return "" }
        let name = targets[next].name
        let place =
            isWithoutDisplay ? "Push a fingertip into the \(name) corner of the screen." : "Touch the \(name) target."
        return "\(next + 1) of \(targets.count): \(place)"
    }

    /// The state that the calibration web page draws: the next target, the instruction, and the reason why the last
    /// touch was refused.
    func pageState(_ problem: String?) -> JSONValue {
        guard let target else { return ["text": ""] }
        let location: JSONValue = [.number(target.location.x), .number(target.location.y)]
        return ["text": .text(question), "problem": problem.map { .text($0) } ?? .null, "target": location]
    }

    /// The touches so far, each with the location of its target.
    var touches: [CalibrationTouch] {
        zip(targets, locations).compactMap { target, location in
            location.map { CalibrationTouch(target: target.location, location: $0) }
        }
    }

    /// Uses a tap as the touch of the next target. Returns an error message for a refused tap or, after the last
    /// target, for touches that do not fit; otherwise nil.
    mutating func take(_ tap: TapReader.Tap) -> String? {
        guard let next else { return nil }
        let location: Point
        switch tap {
        case .at(let point): location = point
        case .moved: return "The finger moved; touch the target and lift the finger at the same point."
        case .severalFingers: return "Several fingers touched; touch with one finger."
        }
        for (target, former) in zip(targets, locations) {
            guard let former, former.distance(to: location) < Self.nearest else { continue }
            return "The touch is at the same position as the touch of the \(target.name) target; "
                + "touch the \(targets[next].name) target."
        }
        locations[next] = location
        guard self.next == nil else { return nil }
        return judge()
    }

    private mutating func judge() -> String? {
        let isTurned = CalibrationFit(touches).map { $0.matrix.b.magnitude > $0.matrix.a.magnitude } ?? false
        targets = isTurned ? turnedTargets : uprightTargets
        switch CalibrationVerdict(touches, scale) {
        case .fit(let fit):
            self.fit = fit
            return nil
        case .outlier(let index):
            locations[index] = nil
            return "The touch of the \(targets[index].name) target does not fit the others; touch this target again."
        case .line:
            locations = targets.map { _ in nil }
            return "All touches are on one line, so no matrix can be computed; touch all targets again."
        case .inconsistent:
            locations = targets.map { _ in nil }
            return "Several touches do not fit the others, such as two targets in the wrong order; "
                + "touch all targets again."
        }
    }
}
