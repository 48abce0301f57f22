public import InputEvents

/// Criteria for the panels of a screen. A panel must match all given criteria; without criteria, every panel matches.
///
/// Strings are shell patterns: `*` matches any string, and `?` matches any character. `[a-c]` matches a character in
/// the set, and `[!a-c]` matches a character that is not in the set.
public struct PanelMatch: Equatable, Sendable {
    /// Name that the panel reports.
    public var name: String?
    public var vendor: UInt16?
    public var product: UInt16?
    /// Serial number, from udev or the panel.
    public var serial: String?
    /// Port, as in udev's `ID_PATH`; distinguishes two panels of the same model (L6).
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

    /// Whether a device matches all given criteria.
    public func matches(_ device: DeviceDescription) -> Bool {
        if let vendor, vendor != device.identity.vendor { return false }
        if let product, product != device.identity.product { return false }
        return Self.matches(name, [device.name])
            && Self.matches(serial, [device.udev["ID_SERIAL_SHORT"], device.udev["ID_SERIAL"], device.unique])
            && Self.matches(path, [device.udev["ID_PATH"]])
    }

    /// Returns the index of the first element of `matches` that matches the device; nil if there is none. Considers
    /// elements without criteria last.
    public static func first(of matches: [PanelMatch], for device: DeviceDescription) -> Int? {
        matches.firstIndex { $0 != PanelMatch() && $0.matches(device) } ?? matches.firstIndex(of: PanelMatch())
    }

    /// Returns a pattern that matches only the string `text`.
    public static func literally(_ text: String) -> String {
        var result = ""
        for character in text {
            if "*?[\\".contains(character) { result.append("\\") }
            result.append(character)
        }
        return result
    }

    private static func matches(_ pattern: String?, _ texts: [String?]) -> Bool {
        guard let wanted = pattern.map(Pattern.init) else { return true }
        return texts.contains { $0.map(wanted.matches) ?? false }
    }
}

/// A shell pattern that must match a whole string.
struct Pattern {
    private enum Piece {
        case anything
        case character
        case one(Unicode.Scalar)
        case oneOf([ClosedRange<Unicode.Scalar>], isNegated: Bool)

        func matches(_ scalar: Unicode.Scalar) -> Bool {
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

    /// Parses a set up to its closing bracket. If the bracket is missing, returns nil and consumes nothing.
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

    /// Whether the whole string matches. The running time is at most proportional to the length of the pattern times
    /// the length of the string.
    func matches(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        var (piece, index) = (0, 0)
        var retry: (piece: Int, index: Int)?
        while index < scalars.count {
            if piece < pieces.count, case .anything = pieces[piece] {
                retry = (piece, index)
                piece += 1
            } else if piece < pieces.count, pieces[piece].matches(scalars[index]) {
                (piece, index) = (piece + 1, index + 1)
            } else if let last = retry {
                retry = (last.piece, last.index + 1)
                (piece, index) = (last.piece + 1, last.index + 1)
            } else {
                return false
            }
        }
        return pieces[piece...].allSatisfy { if case .anything = $0 { true } else { false } }
    }
}
