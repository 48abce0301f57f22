internal import Glibc

/// Error of an operation on a device. Contains the device, the problem and, if known, the fix.
public struct EvdevError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Error code, for callers that distinguish specific errors.
    public struct Code: Hashable, Sendable {
        private enum Kind {
            case permissionDenied, busy, gone, notAnInputDevice, noVirtualDevices, badDescription, other
        }
        private let kind: Kind

        /// The user has no permission to open the device.
        public static let permissionDenied = Code(kind: .permissionDenied)
        /// Another process has grabbed the device (L3).
        public static let busy = Code(kind: .busy)
        /// The device was removed.
        public static let gone = Code(kind: .gone)
        /// The path is not an input device.
        public static let notAnInputDevice = Code(kind: .notAnInputDevice)
        /// The kernel does not support uinput.
        public static let noVirtualDevices = Code(kind: .noVirtualDevices)
        /// The kernel rejects the description of a virtual device.
        public static let badDescription = Code(kind: .badDescription)
        /// Any other system error.
        public static let other = Code(kind: .other)
    }

    public let code: Code
    /// Path of the node, or the name of a device without a node.
    public let device: String
    /// The problem and, if known, the fix.
    public let message: String
    /// `errno` of the failed system call; 0 if no system call failed.
    public let errorNumber: Int32

    /// The error in the form `device: problem; fix`.
    public var description: String { "\(device): \(message)" }

    package init(_ code: Code, device: String, errorNumber: Int32 = 0, _ message: String) {
        self.code = code
        self.device = device
        self.message = message
        self.errorNumber = errorNumber
    }

    /// Creates the error for the `errno` of a failed system call; `action` describes the failed operation.
    package init(errorNumber: Int32, device: String, while action: String) {
        switch errorNumber {
        case EACCES, EPERM:
            self.init(
                .permissionDenied,
                device: device,
                errorNumber: errorNumber,
                "permission denied while \(action); add the user to the node's group "
                    + "(usually: usermod -aG input USER, then log in again), or run touchbridge as root"
            )
        case ENOENT, ENODEV, ENXIO:
            self.init(
                .gone,
                device: device,
                errorNumber: errorNumber,
                "the device does not exist (while \(action)); list devices with `touchbridge devices`"
            )
        case ENOTTY, EINVAL, EISDIR:
            self.init(
                .notAnInputDevice,
                device: device,
                errorNumber: errorNumber,
                "the path is not an input device (while \(action)); specify a node such as /dev/input/event3"
            )
        default:
            self.init(
                .other,
                device: device,
                errorNumber: errorNumber,
                "\(String(cString: strerror(errorNumber))) (while \(action))"
            )
        }
    }
}
