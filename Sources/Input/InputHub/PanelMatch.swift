public import InputEvents

/// Which panels a screen is meant for: what is said must all be true, and nothing said means any panel.
///
/// Names and places may hold `*` for anything, `?` for any character, and `[a-c]` or `[!a-c]` for one of some.
public struct PanelMatch: Equatable, Sendable {
    /// The name that the panel gives itself.
    public var name: String?
    public var vendor: UInt16?
    public var product: UInt16?
    /// The serial number, as udev or the panel has it.
    public var serial: String?
    /// Where it is plugged in, as udev's `ID_PATH` has it: what tells two panels of one kind apart (L6).
    public var path: String?

    public init(
        name: String? = nil,
        vendor: UInt16? = nil,
        product: UInt16? = nil,
        serial: String? = nil,
        path: String? = nil
    ) {
        self.name = name
        self.vendor = vendor
        self.product = product
        self.serial = serial
        self.path = path
    }

    /// Whether the panel of a description is meant.
    public func matches(_ device: DeviceDescription) -> Bool {
        if let vendor, vendor != device.identity.vendor { return false }
        if let product, product != device.identity.product { return false }
        return Self.fits(name, [device.name])
            && Self.fits(serial, [device.udev["ID_SERIAL_SHORT"], device.udev["ID_SERIAL"], device.unique])
            && Self.fits(path, [device.udev["ID_PATH"]])
    }

    /// Returns the index of the first of several that the panel matches; one that takes any panel comes last.
    public static func first(of matches: [PanelMatch], for device: DeviceDescription) -> Int? {
        matches.firstIndex { $0 != PanelMatch() && $0.matches(device) } ?? matches.firstIndex(of: PanelMatch())
    }

    /// The text as a pattern that matches only this text.
    public static func literally(_ text: String) -> String {
        var result = ""
        for character in text {
            if "*?[\\".contains(character) { result.append("\\") }
            result.append(character)
        }
        return result
    }

    private static func fits(_ pattern: String?, _ texts: [String?]) -> Bool {
        guard let wanted = pattern.map(Pattern.init) else { return true }
        return texts.contains { $0.map(wanted.fits) ?? false }
    }
}

/// A shell's pattern for a whole text.
struct Pattern {
    private enum Piece {
        case anything
        case character
        case one(Unicode.Scalar)
        case oneOf([ClosedRange<Unicode.Scalar>], isNegated: Bool)

        func fits(_ scalar: Unicode.Scalar) -> Bool {
            switch self {
            case .anything, .character: true
            case .one(let own): own == scalar
            case .oneOf(let ranges, let isNegated): ranges.contains { $0.contains(scalar) } != isNegated
            }
        }
    }

    private var pieces: [Piece] = []

    init(_ text: String) {
        var rest = Array(text.unicodeScalars)[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "*": pieces.append(.anything)
            case "?": pieces.append(.character)
            case "[": pieces.append(Self.set(&rest) ?? .one(scalar))
            case "\\": pieces.append(.one(rest.popFirst() ?? scalar))
            default: pieces.append(.one(scalar))
            }
        }
    }

    /// What stands between brackets; nil, and nothing taken, when no bracket closes it.
    private static func set(_ rest: inout ArraySlice<Unicode.Scalar>) -> Piece? {
        var inner = rest
        var ranges: [ClosedRange<Unicode.Scalar>] = []
        let isNegated = inner.first == "!" || inner.first == "^"
        if isNegated { inner.removeFirst() }
        while let scalar = inner.popFirst() {
            if scalar == "]", !ranges.isEmpty {
                rest = inner
                return .oneOf(ranges, isNegated: isNegated)
            }
            if inner.first == "-", let end = inner.dropFirst().first, end != "]", end >= scalar {
                ranges.append(scalar...end)
                inner = inner.dropFirst(2)
            } else {
                ranges.append(scalar...scalar)
            }
        }
        return nil
    }

    /// Whether the whole text fits; in time that grows with both lengths only.
    func fits(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        var (piece, place) = (0, 0)
        var retry: (piece: Int, place: Int)?
        while place < scalars.count {
            if piece < pieces.count, case .anything = pieces[piece] {
                retry = (piece, place)
                piece += 1
            } else if piece < pieces.count, pieces[piece].fits(scalars[place]) {
                (piece, place) = (piece + 1, place + 1)
            } else if let last = retry {
                retry = (last.piece, last.place + 1)
                (piece, place) = (last.piece + 1, last.place + 1)
            } else {
                return false
            }
        }
        return pieces[piece...].allSatisfy { if case .anything = $0 { true } else { false } }
    }
}
