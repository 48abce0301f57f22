package import Contacts
package import HandlerEvents

extension GhostReport.Reason {
    package var name: GhostReason {
        switch self {
        case .brief: .brief
        case .periodic: .periodic
        case .outOfRange: .outOfRange
        case .jumping: .jumping
        }
    }
}
