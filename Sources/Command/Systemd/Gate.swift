internal import CSystemd
internal import Glibc

/// Sleeps until a device can be read, a time has come, or something else happens that is asked for behind it.
///
/// Nearly always it is a device, and then nobody else is asked.
final class Gate {
    /// Who wakes it, which is all that the kernel keeps of each descriptor.
    private enum Caller: UInt64 {
        case device
        case clock
        case others
    }

    private let file: Int32
    private let clock: Int32
    /// When the clock wakes it, which may be earlier than anybody wants now: a time that moves on with every touch is
    /// looked at when it has come, and not each time that it moves.
    private var alarm = Int64.max
    private static let room = 16

    /// One that opens for a descriptor behind which others are waited for.
    init(others: Int32) throws(SystemError) {
        file = epoll_create1(Int32(EPOLL_CLOEXEC))
        clock = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
        guard file >= 0, clock >= 0 else { throw SystemError(what: "devices", number: errno) }
        try add(clock, .clock)
        try add(others, .others)
    }

    deinit {
        close(file)
        close(clock)
    }

    /// From now on it opens when the device can be read, or is gone.
    func add(_ device: Int32) throws(SystemError) { try add(device, .device) }

    func remove(_ device: Int32) { epoll_ctl(file, EPOLL_CTL_DEL, device, nil) }

    private func add(_ other: Int32, _ caller: Caller) throws(SystemError) {
        var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(u64: caller.rawValue))
        guard epoll_ctl(file, EPOLL_CTL_ADD, other, &event) == 0 else {
            throw SystemError(what: "a device", number: errno)
        }
    }

    /// Waits until it opens, or until a time of the monotonic clock; true when the others are among those who opened it.
    func wait(until time: Int64?) throws(SystemError) -> Bool {
        if let time, time > 0, time < alarm { setAlarm(time) }
        return try withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: Self.room) {
            events throws(SystemError) in
            let count = epoll_wait(file, events.baseAddress, Int32(Self.room), time.map { $0 <= 0 } == true ? 0 : -1)
            guard count >= 0 else {
                guard errno == EINTR else { throw SystemError(what: "devices", number: errno) }
                return false
            }
            var isForOthers = false
            for event in events[..<Int(count)] {
                switch Caller(rawValue: event.data.u64) {
                case .clock: clearAlarm()
                case .others: isForOthers = true
                case .device, nil: break
                }
            }
            return isForOthers
        }
    }

    private func setAlarm(_ time: Int64) {
        setClock(time)
        alarm = time
    }

    private func clearAlarm() {
        setClock(0)
        alarm = .max
    }

    /// Sets when the clock wakes it, in microseconds of the monotonic clock; 0 for never.
    private func setClock(_ time: Int64) {
        var setting = itimerspec()
        setting.it_value = timespec(tv_sec: Int(time / 1_000_000), tv_nsec: Int(time % 1_000_000 * 1000))
        timerfd_settime(clock, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    }
}
