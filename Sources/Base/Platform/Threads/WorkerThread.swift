internal import CPlatform
internal import Glibc
internal import Synchronization

/// A thread of the service or of a plugin, with all signals blocked.
public final class WorkerThread: Sendable {
    private let thread: pthread_t
    /// Eventfd that is readable after the body has returned.
    private let finished: Int32
    private let isJoined = Mutex(false)

    private final class Start {
        let name: String
        let body: @Sendable () -> Void
        let finished: Int32

        init(_ name: String, _ finished: Int32, _ body: @escaping @Sendable () -> Void) {
            self.name = name
            self.finished = finished
            self.body = body
        }
    }

    /// Starts the thread; throws if resources are exhausted. The kernel shows only the first 15 bytes of `name`.
    public init(name: String, _ body: @escaping @Sendable () -> Void) throws(ServiceError) {
        let finished = try Wakeup.makeDescriptor()
        // The thread owns a duplicate of the descriptor, because the thread may outlive this object.
        let other = fcntl(finished, F_DUPFD_CLOEXEC, 0)
        guard other >= 0 else {
            let error = errno
            close(finished)
            throw .system("cannot create an eventfd for the thread \(name)", error)
        }
        let start = Unmanaged.passRetained(Start(name, other, body))
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        // The new thread inherits this signal mask, so it never receives a signal.
        pthread_sigmask(SIG_SETMASK, &all, &before)
        var thread = pthread_t()
        let error = pthread_create(&thread, nil, Self.run, start.toOpaque())
        pthread_sigmask(SIG_SETMASK, &before, nil)
        guard error == 0 else {
            start.release()
            close(finished)
            close(other)
            throw .system("cannot start the thread \(name)", error)
        }
        self.finished = finished
        self.thread = thread
    }

    private static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { pointer in
        guard let pointer else { return nil }
        let start = Unmanaged<Start>.fromOpaque(pointer).takeRetainedValue()
        tb_thread_set_name(start.name)
        start.body()
        tb_wakeup_signal(start.finished)
        close(start.finished)
        return nil
    }

    /// Whether the body has returned.
    public var hasEnded: Bool { join(within: TimeSpan(microseconds: 0)) }

    /// Waits at most `limit` for the end of the thread; returns whether the thread has ended.
    public func join(within limit: TimeSpan) -> Bool {
        isJoined.withLock { isJoined in
            guard !isJoined else { return true }
            var interest = pollfd(fd: finished, events: Int16(POLLIN), revents: 0)
            let deadline = MonotonicClock.now + limit.microseconds
            while true {
                let ready = poll(&interest, 1, MonotonicClock.wait(until: deadline, from: MonotonicClock.now))
                if ready < 0, errno == EINTR { continue }
                guard ready > 0 else { return false }
                pthread_join(thread, nil)
                isJoined = true
                return true
            }
        }
    }

    deinit {
        if !isJoined.withLock({ $0 }) { pthread_detach(thread) }
        close(finished)
    }
}
