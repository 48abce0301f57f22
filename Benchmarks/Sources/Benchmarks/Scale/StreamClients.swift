import Glibc

/// Stream clients that read and discard all messages. A separate process runs them, which excludes their cost from the
/// measurement.
enum StreamClients {
    static let origin = "https://bench.example"

    /// Starts the process; returns when all clients are connected.
    static func start(_ count: Int, _ ports: [Int]) throws -> Child {
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        defer { close(ends[0]) }
        let arguments = ["clients", String(count), ports.map(String.init).joined(separator: ",")]
        let child = try Child([readOwnPath()] + arguments, output: ends[1])
        close(ends[1])
        var byte: UInt8 = 0
        guard read(ends[0], &byte, 1) == 1 else {
            throw ReportFiles.Failure(description: "\(count) clients cannot connect")
        }
        return child
    }

    private static func readOwnPath() throws -> String {
        var bytes = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &bytes, bytes.count)
        guard count > 0 else { throw ReportFiles.Failure(description: "who we are cannot be read") }
        return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Main function of the client process. Connects clients to the ports in turn, and reads until the process is
    /// killed.
    static func serve(_ count: String, _ ports: String) throws {
        let ports = ports.split(separator: ",").compactMap { UInt16($0) }
        guard let count = Int(count), !ports.isEmpty else {
            throw ReportFiles.Failure(description: "clients needs a number, and ports")
        }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        var clients: [pollfd] = []
        for client in 0..<count {
            let descriptor = try connected(to: ports[client % ports.count], &bytes)
            clients.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
        }
        print("let in")
        fflush(nil)
        while true {
            poll(&clients, nfds_t(clients.count), -1)
            for index in clients.indices where clients[index].revents != 0 {
                // poll(2) would report a closed descriptor forever.
                if read(clients[index].fd, &bytes, bytes.count) <= 0 { clients[index].fd = -1 }
            }
        }
    }

    /// Returns a WebSocket that has received the first message of the stream.
    private static func connected(to port: UInt16, _ bytes: inout [UInt8]) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        let request = """
            GET / HTTP/1.1\r
            Host: 127.0.0.1:\(port)\r
            Upgrade: websocket\r
            Connection: Upgrade\r
            Origin: \(origin)\r
            Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
            Sec-WebSocket-Version: 13\r
            \r

            """
        let wanted = Array(request.utf8)
        guard status == 0, write(descriptor, wanted, wanted.count) == wanted.count else {
            throw ReportFiles.Failure(description: "port \(port) is not there")
        }
        // Waits for the HTTP response and the first message, which prove that the stream has admitted the client.
        var text = ""
        while !text.contains("\"version\"") {
            let count = read(descriptor, &bytes, bytes.count)
            guard count > 0 else { throw ReportFiles.Failure(description: "a client is refused: \(text)") }
            text += String(decoding: bytes[..<count], as: UTF8.self)
        }
        return descriptor
    }
}
