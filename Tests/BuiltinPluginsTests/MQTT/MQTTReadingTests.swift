import BuiltinMQTT
import HandlerEvents
import JSON
import PluginAPI
import TestTraits
import Testing

@Suite(.tags(.broker)) struct `MQTT settings` {
    @Test(arguments: [
        ("{}", "1:1: mqtt needs 'broker': mqtt://HOST[:PORT] or mqtts://HOST[:PORT]"),
        (
            "broker: broker.local",
            "1:9: 'broker' must be mqtt://HOST[:PORT] or mqtts://HOST[:PORT], not 'broker.local'; write mqtt://broker.local"
        ),
        (
            "broker: ssl://broker:8883",
            "1:9: 'broker' must be mqtt://HOST[:PORT] or mqtts://HOST[:PORT], not 'ssl://broker:8883'; write mqtts://broker:8883"
        ),
        (
            "broker: mqtt://broker:70000",
            "1:9: 'broker' must be mqtt://HOST[:PORT] or mqtts://HOST[:PORT], not 'mqtt://broker:70000'"
        ),
        (
            "broker: mqtt://me:12@broker",
            "1:9: the address must not contain a user or password; use 'user' and 'passwordFile' instead"
        ),
        ("{ broker: mqtt://a, brooker: b }", "1:21: mqtt has no key 'brooker'; did you mean 'broker'?"),
        ("{ broker: mqtt://a, qos: 3 }", "1:26: 'qos' must be a whole number from 0 to 2, not '3'"),
        ("{ broker: mqtt://a, keepAlive: 1s }", "1:32: 'keepAlive' must be a time from 5s to 18h, not '1s'"),
        ("{ broker: mqtt://a, passwordFile: /p }", "1:35: a password has no effect without 'user'; add 'user'"),
        (
            "{ broker: mqtt://a, user: u, passwordFile: /p, passwordEnvironment: P }",
            "1:69: write either 'passwordFile' or 'passwordEnvironment', not both"
        ),
        (
            "{ broker: mqtt://a, caFile: /ca }",
            "1:29: 'caFile' needs TLS, but the broker is mqtt://a:1883; write mqtts://, or remove 'caFile'"
        ),
        (
            "{ broker: mqtts://a, keyFile: /k }",
            "1:31: 'certificateFile' and 'keyFile' must be set together; write both or neither"
        ),
        (
            "{ broker: mqtt://a, statusTopic: 'a/{{view}}' }",
            "1:34: '{{view}}' is available in handler arguments only; use {{host}} or {{plugin}} here"
        ),
        (
            "{ broker: mqtt://a, statusTopic: a/# }",
            "1:34: 'statusTopic' must be a topic without '+' and '#', not 'a/#'"
        ),
        (
            "{ broker: mqtt://a, subscriptions: [{ topic: a/#/b, view: v }] }",
            "1:46: 'topic' must be a topic filter such as kiosk/+/volume or kiosk/#, not 'a/#/b'"
        ),
        (
            "{ broker: mqtt://a, subscriptions: [{ topic: a }] }",
            "1:37: a subscription needs 'view' or 'emit'; add one of them"
        ),
        (
            "{ broker: mqtt://a, subscriptions: [{ topic: a, view: v, property: value, path: a..b }] }",
            "1:81: 'path' must be a path such as state.brightness, not 'a..b'"
        ),
        (
            "{ broker: mqtt://a, subscriptions: [{ topic: a, view: v, scale: 2 }] }",
            "1:65: 'scale' needs 'property', because it converts one value; add 'property'"
        ),
    ])
    func `an error is reported with its position and a remedy`(settings: String, message: String) throws {
        #expect(try PluginStage.mistakes(MQTTPlugin.type, settings) == [message])
    }

    @Test(arguments: [
        ("{ topic: a/+ }", "1:10: 'topic' must be a topic without '+' and '#', not 'a/+'"),
        ("{ payload: a }", "1:1: mqtt.publish needs 'topic': a topic without '+' and '#'"),
        ("{ topic: a, payload: ['{{nothing}}'] }", "1:24: unknown placeholder '{{nothing}}'"),
        (
            "{ topic: a, payload: ['{{isOn}}'] }",
            "1:24: unknown placeholder '{{isOn}}'; write '{{value}}', which is 1 for on and 0 for off"
        ),
        (
            "{ topic: a, payload: ['{{direction}}'] }",
            "1:24: unknown placeholder '{{direction}}'; write a swipe for each direction, as in 'directions: [left]'"
        ),
    ])
    func `an error in the arguments of publish is reported`(arguments: String, message: String) throws {
        #expect(try PluginStage.mistakes(MQTTPlugin.type, arguments, handler: "publish") == [message])
    }

    @Test(.atLimit("mqtt-subscriptions"), .pastLimit("mqtt-subscriptions"))
    func `up to 256 subscriptions are allowed`() throws {
        func mistakes(_ count: Int) throws -> [String] {
            let list = (0..<count).map { "{ topic: a/\($0), view: v }" }.joined(separator: ", ")
            return try PluginStage.mistakes(MQTTPlugin.type, "{ broker: mqtt://a, subscriptions: [\(list)] }")
        }
        #expect(try mistakes(256) == [])
        let message = "'subscriptions' must be a list of at most 256 values, not a list with 257 values"
        #expect(try mistakes(257) == ["1:36: \(message)"])
    }

    @Test(arguments: [
        "mqtt://a", "mqtts://a.b-c.d:1/", "mqtt://[::1]", "mqtts://[fe80::1%eth0]:8884", "mqtt://10.0.0.1",
    ])
    func `a broker is given by name or address`(broker: String) throws {
        #expect(try PluginStage.mistakes(MQTTPlugin.type, "broker: \"\(broker)\"") == [])
    }

    @Test func `inserted texts remain data`() throws {
        let stage = try PluginStage(MQTTPlugin.type, "broker: mqtt://a", starts: false)
        func value(_ arguments: String) throws -> JSONValue {
            let binding = try stage.binding("publish", arguments, view: "a/b+\"#\n")
            return binding.arguments.expanded(touch(.touchesBegan, x: 1.5), binding)
        }
        #expect(
            try value("{ topic: 'v/{{view}}/{{x:0}}', payload: '{\"v\": \"{{view}}\", \"x\": {{x}}}' }")
                == ["topic": "v/a_b_\"__/2", "payload": "{\"v\": \"a/b+\\\"#\", \"x\": 1.5}"]
        )
        #expect(try value("{ topic: v, payload: '{{view}}!' }") == ["topic": "v", "payload": "a/b+\"#!"])
        #expect(
            try value("{ topic: v, payload: { v: ['{{view}}', '{{x}}', 1, ~, true] }, qos: 0, retain: false }")
                == ["topic": "v", "payload": ["v": ["a/b+\"#", 1.5, 1, nil, true]], "qos": 0, "retain": false]
        )
        #expect(try value("{ topic: v, payload: 1.0 }") == ["topic": "v", "payload": "1.0"])
        #expect(try value("{ topic: v }") == ["topic": "v", "payload": ""])
    }
}
