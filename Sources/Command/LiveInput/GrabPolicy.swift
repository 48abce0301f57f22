package import LayoutFile

/// When a device is kept from all other readers.
package enum GrabPolicy: String {
    case auto, always, never

    package init(_ grab: InputLayout.Grab) {
        switch grab {
        case .auto: self = .auto
        case .always: self = .always
        case .never: self = .never
        }
    }
}
