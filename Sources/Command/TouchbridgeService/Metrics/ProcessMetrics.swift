internal import Glibc
internal import Metrics

/// Metrics that the kernel provides about this process.
struct ProcessMetrics: Measured {
    var start = 0.0
    var processorTime = 0.0
    var residentMemory: Int?
    var openFiles: Int?
    var fileLimit: Int?

    static let prefix = "process_"

    static let metrics: [Metric<ProcessMetrics>] = [
        .gauge("start_time", \.start, unit: .seconds, "Start time of the service, in seconds since 1970."),
        .counter("cpu", \.processorTime, unit: .seconds, "CPU time of all threads."),
        .gauge("resident_memory", \.residentMemory, unit: .bytes, "Resident memory."),
        .gauge("open_fds", \.openFiles, "Open file descriptors."),
        .gauge("max_fds", \.fileLimit, "Maximum number of open file descriptors."),
    ]

    init() {}

    /// Reads the current values. A value remains unknown if its file in `/proc` is unreadable.
    init(start: Double) {
        self.start = start
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        processorTime = Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
        residentMemory = Self.residentPages().map { $0 * sysconf(Int32(_SC_PAGESIZE)) }
        openFiles = Self.countFiles()
        var limit = rlimit()
        if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
            fileLimit = Int(clamping: limit.rlim_cur)
        }
    }

    private static func residentPages() -> Int? {
        guard let file = fopen("/proc/self/statm", "re") else { return nil }
        defer { fclose(file) }
        var buffer = [CChar](repeating: 0, count: 256)
        guard fgets(&buffer, Int32(buffer.count), file) != nil else { return nil }
        let fields = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return fields.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }

    private static func countFiles() -> Int? {
        guard let folder = opendir("/proc/self/fd") else { return nil }
        defer { closedir(folder) }
        // Starts at -3, because the count must not include `.`, `..` and the descriptor of the open folder.
        var count = -3
        while readdir(folder) != nil { count += 1 }
        return count
    }
}
