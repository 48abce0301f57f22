internal import Glibc

/// Why a device could not be used: which device, what is wrong, and what helps.
public struct EvdevError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of failure, for programs that do something about it.
    public struct Code: Hashable, Sendable {
        private enum Kind {
            case permissionDenied, busy, gone, notAnInputDevice, noVirtualDevices, badDescription, other
        }
        private let kind: Kind

        /// The user may not open it.
        public static let permissionDenied = Code(kind: .permissionDenied)
        /// Another process has grabbed it (L3).
        public static let busy = Code(kind: .busy)
        /// It is no longer there.
        public static let gone = Code(kind: .gone)
        /// What was named is something else than a device of the input system.
        public static let notAnInputDevice = Code(kind: .notAnInputDevice)
        /// The kernel makes no virtual devices.
        public static let noVirtualDevices = Code(kind: .noVirtualDevices)
        /// No device can be made from this description.
        public static let badDescription = Code(kind: .badDescription)
        /// Anything else that the system refused.
        public static let other = Code(kind: .other)
    }

    /// What kind of failure it is.
    public let code: Code
    /// The node, or the name of a device that has none yet.
    public let device: String
    /// What is wrong, and what helps against it.
    public let message: String
    /// The system's own number of the failure, 0 if it did not come from there.
    public let errorNumber: Int32

    /// The whole line for people: the device, what is wrong, and what helps.
    public var description: String { "\(device): \(message)" }

    package init(_ code: Code, device: String, errorNumber: Int32 = 0, _ message: String) {
        self.code = code
        self.device = device
        self.message = message
        self.errorNumber = errorNumber
    }

    /// What the system's number means where a device is opened or used.
    package init(errorNumber: Int32, device: String, while action: String) {
        switch errorNumber {
        case EACCES, EPERM:
            self.init(
                .permissionDenied,
                device: device,
                errorNumber: errorNumber,
                "permission denied while \(action); add the user to the group of the node "
                    + "(usually: usermod -aG input USER, then log in again), or run it as root"
            )
        case ENOENT, ENODEV, ENXIO:
            self.init(
                .gone,
                device: device,
                errorNumber: errorNumber,
                "it is gone (\(action)): it was unplugged, or never there; `touchbridge devices` lists what is"
            )
        case ENOTTY, EINVAL, EISDIR:
            self.init(
                .notAnInputDevice,
                device: device,
                errorNumber: errorNumber,
                "it is no input device (\(action)); name a node such as /dev/input/event3"
            )
        default:
            self.init(
                .other,
                device: device,
                errorNumber: errorNumber,
                "\(String(cString: strerror(errorNumber))) (\(action))"
            )
        }
    }
}
