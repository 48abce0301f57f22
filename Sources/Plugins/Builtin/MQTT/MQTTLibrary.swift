internal import CMosquitto

/// libmosquitto, which is loaded when a layout has an MQTT plugin.
enum MQTTLibrary {
    /// Loads the library; returns what is missing, and how to install it.
    static func load() -> String? { tb_mosquitto_load().map { String(cString: $0) } }

    static var isLoaded: Bool { tb_mosquitto_load() == nil }
}

/// Functions of libmosquitto, without their prefix; valid once the library is loaded.
var mosquitto: tb_mosquitto { tb_mosquitto_functions.pointee }

/// Result of libmosquitto's functions on success.
let succeeded = MOSQ_ERR_SUCCESS.rawValue
