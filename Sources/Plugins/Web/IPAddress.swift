internal import Glibc

/// An IPv4 or IPv6 address in network byte order.
package struct IPAddress {
    /// `AF_INET` or `AF_INET6`; 0 if the string is not an IP address.
    package let family: Int32
    private var four = in_addr()
    private var six = in6_addr()

    package init(_ text: String) {
        if inet_pton(AF_INET, text, &four) == 1 {
            family = AF_INET
        } else {
            family = inet_pton(AF_INET6, text, &six) == 1 ? AF_INET6 : 0
        }
    }

    package var isLoopback: Bool {
        switch family {
        case AF_INET: UInt32(bigEndian: four.s_addr) >> 24 == 127
        case AF_INET6: withUnsafeBytes(of: six) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
        default: false
        }
    }

    /// Calls `body` with a socket address made from this IP address and the port.
    func withSocketAddress<Result>(port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        if family == AF_INET6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = in_port_t(port).bigEndian
            address.sin6_addr = six
            return withSocketPointer(to: address, body)
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr = four
        return withSocketPointer(to: address, body)
    }
}

/// Calls `body` with a pointer to a socket address of any family.
func withSocketPointer<Address, Result>(
    to address: Address,
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
) -> Result {
    withUnsafePointer(to: address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            body($0, socklen_t(MemoryLayout<Address>.size))
        }
    }
}
