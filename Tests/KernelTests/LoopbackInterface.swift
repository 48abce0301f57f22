import Glibc
import Testing

/// The loopback interface, which is down when the test kernel starts.
enum LoopbackInterface {
    static func enable() throws { try #require(system("ip link set lo up") == 0) }
}
