internal import CMosquitto
internal import Glibc

/// Error of a connection or of a single message.
struct MQTTFailure: Error, Equatable, CustomStringConvertible {
    var description: String
    /// Whether the broker sent a packet that exceeds the size limit.
    var isFlood = false
    /// Whether the message itself is invalid and cannot be sent on any connection.
    var isMessageAtFault = false
}

/// A single connection to a broker; drives libmosquitto without a separate thread.
///
/// Calls do not block, except during the lookup of the broker's name.
final class MQTTConnection {
    /// An event from the broker.
    enum Event: Equatable {
        /// The broker responded to the connection attempt; `refusal` is nil if the broker accepted the connection.
        case answered(refusal: String?)
        /// The broker acknowledged the message with this packet id.
        case published(Int32)
        /// The broker sent a message. `isRetained` is true for a stored message after a subscription, and false for a
        /// newly published message.
        case message(topic: String, payload: [UInt8], isRetained: Bool)
        /// The broker sent a message that exceeds the size limit. The payload is discarded.
        case tooLong(topic: String, size: Int)
        /// The broker acknowledged the subscription with this packet id.
        case subscribed(Int32, isGranted: Bool)
    }

    private let handle: OpaquePointer
    private var events: [Event] = []
    /// Last error that libmosquitto logged; more specific than the error codes of its functions.
    private var complaint: String?
    private(set) var isAnswered = false
    private var wasWritable = false
    private var isReading = false
    private var hasReceived = false
    private var bytesAtLastPacket: UInt64 = 0
    private var isFlooded = false

    /// Limit mqtt-packet-bytes (limits.md, Brokers and HTTP servers): maximum number of bytes of an MQTT packet. If
    /// exceeded: the connection is closed and restored; the plugin subscribes again a minute later.
    ///
    /// Received bytes are counted after each read, so a packet that arrives in one read is checked only afterwards.
    static let packetLimit: UInt64 = 1 << 20
    private static let isLibraryReady: Bool = mosquitto.lib_init() == succeeded

    /// Starts a connection attempt.
    init(_ plan: MQTTConnectionPlan) throws(MQTTFailure) {
        guard Self.isLibraryReady, let handle = mosquitto.new(plan.clientID, true, nil) else {
            throw MQTTFailure(description: "libmosquitto cannot be initialized: \(String(cString: strerror(errno)))")
        }
        self.handle = handle
        mosquitto.user_data_set(handle, Unmanaged.passUnretained(self).toOpaque())
        setCallbacks()
        if let will = plan.will {
            try check(mosquitto.will_set(handle, will.topic, Int32(will.payload.count), will.payload, will.qos, true))
        }
        if let user = plan.user { try check(mosquitto.username_pw_set(handle, user, plan.password)) }
        if plan.broker.isEncrypted { try encrypt(plan) }
        try check(mosquitto.connect_async(handle, plan.broker.host, plan.broker.port, plan.keepAlive))
        prepareSocket()
    }

    deinit { mosquitto.destroy(handle) }

    private func prepareSocket() {
        let socket = mosquitto.socket(handle)
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        // libmosquitto reads until the receive buffer is empty, and the bytes can be counted only afterwards. A small
        // buffer limits the bytes of one read.
        var size: Int32 = 64 * 1024
        setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }

    private func encrypt(_ plan: MQTTConnectionPlan) throws(MQTTFailure) {
        for file in [plan.caFile, plan.certificateFile, plan.keyFile] {
            guard let file, access(file, R_OK) != 0 else { continue }
            throw MQTTFailure(description: "the file '\(file)' cannot be read: \(String(cString: strerror(errno)))")
        }
        let system = plan.caFile == nil ? "/etc/ssl/certs" : nil
        // Passes an empty key password; otherwise OpenSSL would ask for the password on the terminal.
        try check(
            mosquitto.tls_set(handle, plan.caFile, system, plan.certificateFile, plan.keyFile) { _, _, _, _ in 0 }
        )
    }

    // MARK: Waiting

    /// Socket of the connection; negative without a connection.
    var socket: Int32 { mosquitto.socket(handle) }

    /// Descriptor and events for `poll`; nil without a socket.
    var pollDescriptor: pollfd? {
        let socket = mosquitto.socket(handle)
        guard socket >= 0 else { return nil }
        var interest = Int16(POLLIN)
        // Before the broker answers, polls for POLLOUT only once. The socket is writable during a TLS handshake, so
        // `poll` would return immediately every time.
        if isAnswered ? mosquitto.want_write(handle) : !wasWritable { interest |= Int16(POLLOUT) }
        return pollfd(fd: socket, events: interest, revents: 0)
    }

    /// Reads and writes without blocking. Returns the received events and the error that ended the connection, if any.
    func process(_ revents: Int16) -> (events: [Event], failure: MQTTFailure?) {
        if revents & Int16(POLLOUT) != 0 { wasWritable = true }
        var failure: MQTTFailure?
        do throws(MQTTFailure) {
            if revents & Int16(POLLIN | POLLERR | POLLHUP) != 0 { try read() }
            if revents != 0 || isAnswered { try check(mosquitto.loop_write(handle, 1)) }
            try check(mosquitto.loop_misc(handle))
        } catch { failure = error }
        defer { events.removeAll(keepingCapacity: true) }
        return (events, failure)
    }

    private func read() throws(MQTTFailure) {
        isReading = true
        defer { (isReading, hasReceived) = (false, false) }
        // OpenSSL buffers whole TLS records, so several packets can be available although `poll` reports nothing.
        for _ in 0..<64 {
            errno = 0
            let result = mosquitto.loop_read(handle, 1)
            let isDrained = errno == EAGAIN
            // An oversized packet takes precedence over errors in the bytes that follow the packet.
            if isFlooded { break }
            try check(result)
            if isDrained { break }
        }
        let bytes = TCPStatistics.bytesReceived(mosquitto.socket(handle))
        if hasReceived { bytesAtLastPacket = bytes }
        guard !isFlooded, bytes <= bytesAtLastPacket + Self.packetLimit else {
            let message = "the broker sends a packet of more than \(Self.packetLimit) bytes"
            throw MQTTFailure(description: message, isFlood: true)
        }
    }

    // MARK: Sending

    /// Sends a message. Returns its packet id, which the event `published` also contains.
    func publish(_ message: MQTTMessage) throws(MQTTFailure) -> Int32 {
        var number: Int32 = 0
        let result = mosquitto.publish(
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

    /// Subscribes to a topic filter. Returns the packet id, which the event `subscribed` also contains.
    func subscribe(to filter: String, qos: Int32) throws(MQTTFailure) -> Int32 {
        var number: Int32 = 0
        try check(mosquitto.subscribe(handle, &number, filter, qos))
        return number
    }

    /// Sends DISCONNECT, after which the broker does not publish the last will.
    func disconnect() { _ = mosquitto.disconnect(handle) }

    // MARK: Callbacks of libmosquitto

    private func check(_ result: Int32) throws(MQTTFailure) {
        guard result != succeeded else { return }
        var text = mosquitto.strerror(result).map { String(cString: $0) } ?? "error \(result)"
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
        mosquitto.connect_callback_set(handle) { _, object, code in
            let refusal =
                code == 0 ? nil : mosquitto.connack_string(code).map { String(cString: $0) } ?? "return code \(code)"
            MQTTConnection.of(object)?.take(.answered(refusal: refusal))
        }
        mosquitto.publish_callback_set(handle) { _, object, number in
            MQTTConnection.of(object)?.take(.published(number))
        }
        mosquitto.subscribe_callback_set(handle) { _, object, number, count, granted in
            guard count > 0, let granted else { return }
            MQTTConnection.of(object)?.take(.subscribed(number, isGranted: granted[0] <= 2))
        }
        mosquitto.message_callback_set(handle) { _, object, message in
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
        mosquitto.log_callback_set(handle) { _, object, level, text in
            guard level == MOSQ_LOG_ERR, let text else { return }
            MQTTConnection.of(object)?.complaint = String(cString: text)
        }
    }

    private static func of(_ object: UnsafeMutableRawPointer?) -> MQTTConnection? {
        object.map { Unmanaged<MQTTConnection>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// Parameters of a connection.
struct MQTTConnectionPlan {
    var broker: BrokerAddress
    var clientID: String
    var user: String?
    var password: String?
    var caFile: String?
    var certificateFile: String?
    var keyFile: String?
    /// Keep-alive interval, in seconds.
    var keepAlive: Int32
    /// Last will: the message that the broker publishes if the connection is lost.
    var will: MQTTMessage?
}

/// Returns the size of a PUBLISH packet in bytes, including the type and the remaining length (seven bits per byte).
private func packetSize(_ topic: String, _ payload: Int, _ quality: Int32) -> UInt64 {
    let rest = UInt64(2 + topic.utf8.count + (quality > 0 ? 2 : 0) + payload)
    let lengthBytes: UInt64 = rest < 1 << 7 ? 1 : rest < 1 << 14 ? 2 : rest < 1 << 21 ? 3 : 4
    return 1 + lengthBytes + rest
}
