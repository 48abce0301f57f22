import Glibc

/// A child process and its resource usage as reported by the kernel.
final class Child {
    let id: pid_t
    private var isOver = false

    /// Starts a program. Discards its standard error and, if `output` is nil, its standard output. `variables` are
    /// added to the environment and replace variables with the same names.
    init(_ arguments: [String], _ variables: [String: String] = [:], output: Int32? = nil) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        if let output {
            posix_spawn_file_actions_adddup2(&actions, output, 1)
        } else {
            posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        }
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var environment: [String] = []
        var variable = environ
        while let entry = variable.pointee {
            let text = String(cString: entry)
            if !variables.keys.contains(where: { text.hasPrefix("\($0)=") }) { environment.append(text) }
            variable += 1
        }
        environment += variables.map { "\($0)=\($1)" }
        var words = arguments.map { strdup($0) } + [nil]
        var settings = environment.map { strdup($0) } + [nil]
        defer { for text in words + settings { free(text) } }
        var id: pid_t = 0
        let status = posix_spawnp(&id, arguments[0], &actions, nil, &words, &settings)
        guard status == 0 else {
            let why = String(cString: strerror(status))
            throw ReportFiles.Failure(description: "\(arguments[0]) cannot be started: \(why)")
        }
        self.id = id
    }

    deinit { end() }

    /// Waits until the process exits; returns immediately after the first call.
    func wait() {
        guard !isOver else { return }
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        isOver = true
    }

    func end() {
        guard !isOver else { return }
        kill(id, SIGTERM)
        wait()
    }

    /// Returns the field `name` of a file in `/proc/PID`, in bytes; for example `VmRSS` in `status` or `Pss` in
    /// `smaps_rollup`.
    func memory(_ file: String, _ name: String) throws -> Double {
        for line in try Self.text("/proc/\(id)/\(file)").split(separator: "\n") where line.hasPrefix("\(name):") {
            let words = line.dropFirst(name.count + 1).split { $0 == " " || $0 == "\t" }
            let number = words.first.flatMap { Double(String($0)) }
            if let number { return number * 1024 }
        }
        throw ReportFiles.Failure(description: "/proc/\(id)/\(file) has no \(name)")
    }

    /// Returns the number of voluntary context switches of all threads; a wake-up follows each switch.
    func sleeps() throws -> Double {
        var sum = 0.0
        guard let folder = opendir("/proc/\(id)/task") else { return 0 }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard let thread = Int(name) else { continue }
            for line in try Self.text("/proc/\(id)/task/\(thread)/status").split(separator: "\n")
            where line.hasPrefix("voluntary_ctxt_switches:") {
                sum += line.split(separator: "\t").last.flatMap { Double(String($0)) } ?? 0
            }
        }
        return sum
    }

    private static func text(_ path: String) throws -> String {
        guard let file = fopen(path, "r") else { throw ReportFiles.Failure(description: "\(path) cannot be read") }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}

/// Socket that receives the service's readiness notification.
final class ReadySocket {
    let path: String
    private let descriptor: Int32

    init(in folder: ScratchFolder) throws {
        path = folder.path + "/ready"
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8).prefix($0.count - 1)) }
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0 else { throw ReportFiles.Failure(description: "\(path) cannot be listened on") }
        var limit = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// Waits for the notification; throws after 30 s without a message.
    func wait() throws {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(descriptor, &bytes, bytes.count, 0)
            guard count > 0 else { throw ReportFiles.Failure(description: "the program does not become ready") }
            let lines = String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
            if lines.contains("READY=1") { return }
        }
    }

    /// Discards pending notifications.
    func clear() {
        var byte: UInt8 = 0
        while recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT)) >= 0 {}
    }
}
