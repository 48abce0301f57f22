internal import CMosquitto
internal import Glibc

/// Why a connection cannot be, or can no longer be.
struct MQTTFailure: Error, Equatable, CustomStringConvertible {
    var description: String
    /// Whether a packet was longer than anything that we ask for.
    var isFlood = false
    /// Whether it is a message that cannot be sent, on whatever connection.
    var isMessageAtFault = false
}

/// One connection to a broker, from the attempt to its end; libmosquitto without a thread of its own.
///
/// Nothing here waits, but for looking up the broker's name, which the C library does in its own time.
final class MQTTConnection {
    /// What came from the broker.
    enum Event: Equatable {
        /// Its answer to the attempt; the reason if it does not want us.
        case answered(refusal: String?)
        /// It has taken a message.
        case published(Int32)
        /// `isRetained`: what the broker retains, sent because of a subscription and not because it was just published.
        case message(topic: String, payload: [UInt8], isRetained: Bool)
        /// A message too long to be kept; `size` says how long.
        case tooLong(topic: String, size: Int)
        /// It answers a subscription: granted or refused.
        case subscribed(Int32, isGranted: Bool)
    }

    private let handle: OpaquePointer
    private var events: [Event] = []
    /// What libmosquitto last complained of: it knows more than its return values say.
    private var complaint: String?
    private(set) var isAnswered = false
    private var wasWritable = false
    private var isReading = false
    private var hasReceived = false
    private var bytesAtLastPacket: UInt64 = 0
    private var isFlooded = false

    /// Limit mqtt-packet-bytes (Brokers and HTTP servers): bytes of an MQTT packet. Past it: the connection is closed;
    /// subscriptions are renewed after a minute.
    ///
    /// Bytes are counted between two reads; a packet from a broker that is faster than any read arrives whole before it
    /// is counted.
    static let packetLimit: UInt64 = 1 << 20
    private static let isLibraryReady: Bool = mosquitto_lib_init() == succeeded

    /// Begins an attempt.
    init(_ plan: MQTTConnectionPlan) throws(MQTTFailure) {
        guard Self.isLibraryReady, let handle = mosquitto_new(plan.clientID, true, nil) else {
            throw MQTTFailure(description: "libmosquitto cannot begin: \(String(cString: strerror(errno)))")
        }
        self.handle = handle
        mosquitto_user_data_set(handle, Unmanaged.passUnretained(self).toOpaque())
        setCallbacks()
        if let will = plan.will {
            try check(mosquitto_will_set(handle, will.topic, Int32(will.payload.count), will.payload, will.qos, true))
        }
        if let user = plan.user { try check(mosquitto_username_pw_set(handle, user, plan.password)) }
        if plan.broker.isEncrypted { try encrypt(plan) }
        try check(mosquitto_connect_async(handle, plan.broker.host, plan.broker.port, plan.keepAlive))
        prepareSocket()
    }

    deinit { mosquitto_destroy(handle) }

    private func prepareSocket() {
        let socket = mosquitto_socket(handle)
        // Programs that other plugins start have no business with it.
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        // libmosquitto reads for as long as there is something to read: what the kernel holds is what it can read in one go,
        // before we can look at how much it was.
        var size: Int32 = 64 * 1024
        setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }

    private func encrypt(_ plan: MQTTConnectionPlan) throws(MQTTFailure) {
        for file in [plan.caFile, plan.certificateFile, plan.keyFile] {
            guard let file, access(file, R_OK) != 0 else { continue }
            throw MQTTFailure(description: "the file '\(file)' cannot be read: \(String(cString: strerror(errno)))")
        }
        let system = plan.caFile == nil ? "/etc/ssl/certs" : nil
        // Without an answer of ours OpenSSL would ask for a key's password on the terminal.
        try check(
            mosquitto_tls_set(handle, plan.caFile, system, plan.certificateFile, plan.keyFile) { _, _, _, _ in 0 }
        )
    }

    // MARK: Waiting

    /// The connection's socket; negative when there is none.
    var socket: Int32 { mosquitto_socket(handle) }

    /// What `poll` is to wait for; nil when there is no socket.
    var pollDescriptor: pollfd? {
        let socket = mosquitto_socket(handle)
        guard socket >= 0 else { return nil }
        var interest = Int16(POLLIN)
        // A socket is writable all through a TLS handshake, which waits for the other side: asking would spin.
        if isAnswered ? mosquitto_want_write(handle) : !wasWritable { interest |= Int16(POLLOUT) }
        return pollfd(fd: socket, events: interest, revents: 0)
    }

    /// Reads and writes what can be without waiting, and tells what came; with a failure that was the end of it.
    func process(_ revents: Int16) -> (events: [Event], failure: MQTTFailure?) {
        if revents & Int16(POLLOUT) != 0 { wasWritable = true }
        var failure: MQTTFailure?
        do throws(MQTTFailure) {
            if revents & Int16(POLLIN | POLLERR | POLLHUP) != 0 { try read() }
            if revents != 0 || isAnswered { try check(mosquitto_loop_write(handle, 1)) }
            try check(mosquitto_loop_misc(handle))
        } catch { failure = error }
        defer { events.removeAll(keepingCapacity: true) }
        return (events, failure)
    }

    private func read() throws(MQTTFailure) {
        isReading = true
        defer { (isReading, hasReceived) = (false, false) }
        // TLS hands out packets by the record: what it holds already, `poll` does not tell of.
        for _ in 0..<64 {
            errno = 0
            let result = mosquitto_loop_read(handle, 1)
            let isDrained = errno == EAGAIN
            // Whatever else is wrong with what came behind it.
            if isFlooded { break }
            try check(result)
            if isDrained { break }
        }
        let bytes = TCPStatistics.bytesReceived(mosquitto_socket(handle))
        if hasReceived { bytesAtLastPacket = bytes }
        guard !isFlooded, bytes <= bytesAtLastPacket + Self.packetLimit else {
            throw MQTTFailure(description: "it sends a packet of more than \(Self.packetLimit) bytes", isFlood: true)
        }
    }

    // MARK: Sending

    /// Hands over a message; the number that tells when the broker has taken it.
    func publish(_ message: MQTTMessage) throws(MQTTFailure) -> Int32 {
        var number: Int32 = 0
        let result = mosquitto_publish(
            handle,
            &number,
            message.topic,
            Int32(message.payload.count),
            message.payload,
            message.qos,
            message.retain
        )
        do throws(MQTTFailure) { try check(result) } catch {
            let faults = [MOSQ_ERR_INVAL, MOSQ_ERR_PAYLOAD_SIZE, MOSQ_ERR_MALFORMED_UTF8, MOSQ_ERR_OVERSIZE_PACKET]
            throw MQTTFailure(
                description: error.description,
                isMessageAtFault: faults.contains { $0.rawValue == result }
            )
        }
        return number
    }

    /// Asks for the messages of a topic; the number that tells of a refusal.
    func subscribe(to filter: String, qos: Int32) throws(MQTTFailure) -> Int32 {
        var number: Int32 = 0
        try check(mosquitto_subscribe(handle, &number, filter, qos))
        return number
    }

    /// Takes leave, so that the broker does not publish the last will.
    func disconnect() { mosquitto_disconnect(handle) }

    // MARK: What libmosquitto says

    private func check(_ result: Int32) throws(MQTTFailure) {
        guard result != succeeded else { return }
        var text = String(cString: mosquitto_strerror(result))
        if result == MOSQ_ERR_ERRNO.rawValue { text = String(cString: strerror(errno)) }
        if let complaint { text = complaint }
        complaint = nil
        throw MQTTFailure(description: text)
    }

    private func take(_ event: Event) {
        events.append(event)
        if isReading { hasReceived = true }
        if case .answered(nil) = event { isAnswered = true }
    }

    private func setCallbacks() {
        mosquitto_connect_callback_set(handle) { _, object, code in
            let refusal = code == 0 ? nil : String(cString: mosquitto_connack_string(code))
            MQTTConnection.of(object)?.take(.answered(refusal: refusal))
        }
        mosquitto_publish_callback_set(handle) { _, object, number in
            MQTTConnection.of(object)?.take(.published(number))
        }
        mosquitto_subscribe_callback_set(handle) { _, object, number, count, granted in
            guard count > 0, let granted else { return }
            MQTTConnection.of(object)?.take(.subscribed(number, isGranted: granted[0] <= 2))
        }
        mosquitto_message_callback_set(handle) { _, object, message in
            guard let message = message?.pointee, let topic = message.topic else { return }
            let (name, size) = (String(cString: topic), Int(message.payloadlen))
            if packetSize(name, size, message.qos) > MQTTConnection.packetLimit {
                MQTTConnection.of(object)?.isFlooded = true
            } else if size > MQTTSubscription.payloadLimit {
                MQTTConnection.of(object)?.take(.tooLong(topic: name, size: size))
            } else {
                let payload = [UInt8](UnsafeRawBufferPointer(start: message.payload, count: size))
                MQTTConnection.of(object)?.take(.message(topic: name, payload: payload, isRetained: message.retain))
            }
        }
        mosquitto_log_callback_set(handle) { _, object, level, text in
            guard level == MOSQ_LOG_ERR, let text else { return }
            MQTTConnection.of(object)?.complaint = String(cString: text)
        }
    }

    private static func of(_ object: UnsafeMutableRawPointer?) -> MQTTConnection? {
        object.map { Unmanaged<MQTTConnection>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// What a connection is made with.
struct MQTTConnectionPlan {
    var broker: BrokerAddress
    var clientID: String
    var user: String?
    var password: String?
    var caFile: String?
    var certificateFile: String?
    var keyFile: String?
    /// In seconds.
    var keepAlive: Int32
    /// What the broker is to publish when we are gone without a word.
    var will: MQTTMessage?
}

/// The bytes of the packet that a message came in: its kind, the length of the rest in seven bits a byte, and the rest.
private func packetSize(_ topic: String, _ payload: Int, _ quality: Int32) -> UInt64 {
    let rest = UInt64(2 + topic.utf8.count + (quality > 0 ? 2 : 0) + payload)
    let lengthBytes: UInt64 = rest < 1 << 7 ? 1 : rest < 1 << 14 ? 2 : rest < 1 << 21 ? 3 : 4
    return 1 + lengthBytes + rest
}
