package import HandlerEvents
internal import Schema
internal import YAML

/// How a call to `tree.accommodate` switches the touch accommodations of a screen.
package enum AccommodationSwitch: Sendable {
    case set(Bool)
    case toggle
    /// A number from the event: 0 switches the accommodations off, any other number switches them on.
    case number(Placeholder, PlaceholderFormat)

    static let toggleName = "toggle"
    static let expected = "true, false, toggle, a number such as \"{{value}}\", or '{ screen: NAME, enabled: … }'"

    /// Parses the YAML value of `tree.accommodate`; returns nil if the value is invalid.
    init?(_ scalar: Scalar) {
        if let flag = scalar.boolean {
            self = .set(flag)
        } else if scalar.text == Self.toggleName {
            self = .toggle
        } else if let number = (try? Template(scalar.text))?.number {
            self = .number(number.placeholder, number.format)
        } else {
            return nil
        }
    }

    /// Returns the new state for an event; `isOn` is the current state.
    package func state(after isOn: Bool, _ event: HandlerEvent) -> Bool {
        switch self {
        case .set(let flag): flag
        case .toggle: !isOn
        case .number(let placeholder, let format): placeholder.number(in: event).map(format.number) ?? 0 != 0
        }
    }
}
