package import Contacts
package import HandlerEvents

extension GhostReport.Reason {
    /// What traces, plugins and layouts call it.
    package var name: GhostReason {
        switch self {
        case .brief: .brief
        case .periodic: .periodic
        case .outOfRange: .outOfRange
        case .jumping: .jumping
        }
    }
}
