internal import CMosquitto

/// libmosquitto, which is loaded only if a layout contains an MQTT plugin.
enum MQTTLibrary {
    /// Loads the library. On failure, returns a message that names the missing library and explains how to install it;
    /// on success, returns nil.
    static func load() -> String? { tb_mosquitto_load().map { String(cString: $0) } }

    static var isLoaded: Bool { tb_mosquitto_load() == nil }
}

/// Functions of libmosquitto, named without the prefix `mosquitto_`; valid after the library was loaded.
var mosquitto: tb_mosquitto { tb_mosquitto_functions.pointee }

/// Result code of a successful libmosquitto function.
let succeeded = MOSQ_ERR_SUCCESS.rawValue
