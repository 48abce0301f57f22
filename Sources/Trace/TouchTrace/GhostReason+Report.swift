package import Contacts
package import HandlerEvents

extension GhostReport.Reason {
    /// The reason's name in traces, plugins and layouts.
    package var name: GhostReason {
        switch self {
        case .brief: .brief
        case .periodic: .periodic
        case .outOfRange: .outOfRange
        case .jumping: .jumping
        }
    }
}
