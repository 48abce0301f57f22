internal import CommandSupport
internal import Glibc
internal import LayoutPlans
internal import Schema

/// Detects changes of a layout's files by comparing their times and sizes.
struct LayoutWatch {
    /// Attributes of a file that change when the file is written or replaced.
    private struct Mark: Equatable {
        let seconds: Int
        let nanoseconds: Int
        let size: Int
        let inode: UInt64

        /// Returns nil if the file does not exist.
        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
            (size, inode) = (Int(status.st_size), UInt64(status.st_ino))
        }
    }

    let path: String
    private var files: [String]
    /// Attributes of the files when the program last read them; nil for a missing file.
    private var read: [Mark?]
    /// Attributes of the files at the latest check.
    private var latest: [Mark?]
    /// Time of the next check in microseconds.
    private(set) var nextCheck: Int64
    /// Interval between checks in microseconds. A changed file is read only after one interval without further changes,
    /// because the file may be incomplete until then.
    private static let interval: Int64 = 200_000

    init(_ path: String, _ plan: LayoutPlan, at time: Int64) {
        (self.path, files, nextCheck) = (path, plan.files, time + Self.interval)
        read = files.map { Mark($0) }
        latest = read
    }

    /// Reads the layout if a file has changed, and prints the errors and warnings. Returns the plan; nil if there are
    /// errors or no file has changed.
    mutating func newPlan(at time: Int64) -> LayoutPlan? {
        guard time >= nextCheck else { return nil }
        nextCheck = time + Self.interval
        let marks = files.map { Mark($0) }
        defer { latest = marks }
        guard marks != read, marks == latest else { return nil }
        read = marks
        let (plan, reading) = LayoutReading.plan(path)
        for diagnostic in reading.sorted { Console.complain("\(diagnostic)") }
        // Also watches the files that the new layout includes. Stores the earlier attributes of a file that changed
        // during this read, so that the next check reads the layout again.
        let former = Dictionary(zip(files, marks), uniquingKeysWith: { first, _ in first })
        files = plan?.files ?? (reading.files.isEmpty ? files : reading.files)
        read = files.map { former[$0] ?? Mark($0) }
        guard let plan else {
            Console.complain("\(path): the earlier layout remains in use; correct the errors listed above")
            return nil
        }
        return plan
    }
}
