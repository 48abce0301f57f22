import CTouchbridgePlugin
import Foundation
import HandlerEvents
import JSON
import PluginAPI
import TestTraits
import Testing

@testable import PluginHosts

struct `A shared object as a plugin` {
    private func host(_ body: String, members: String = "", _ settings: String = "settings: {}") throws -> Fixture {
        let library = try CompiledLibrary(body, members: members)
        let host = try Fixture(LibraryPlugin.type, "{path: \(library.path), \(settings)}")
        try host.plugin.start()
        return host
    }

    /// Creates a plugin that runs the C code `statements` in `take`.
    private func taking(_ statements: String, members: String = "") throws -> Fixture {
        try host(
            """
            static int32_t take(void *plugin, const struct touchbridge_binding *binding,
                                const struct touchbridge_handler_event *event) { \(statements) }
            """,
            members: members
        )
    }

    @Test(
        arguments: [
            ("TOUCHBRIDGE_TAKEN", HandlerResult()), ("TOUCHBRIDGE_CONSUMED", HandlerResult(passes: false)),
            ("TOUCHBRIDGE_PASSED", HandlerResult(passes: true)), ("TOUCHBRIDGE_REFUSED", .refused),
            ("77", HandlerResult()),
        ]
    )
    func `a library decides whether an event continues`(answer: String, expected: HandlerResult) throws {
        let host = try taking("return \(answer);")
        let given = host.plugin.take(handlerEvent(.touchesBegan, 1), for: host.binding())
        #expect(given.isAccepted == expected.isAccepted && given.passes == expected.passes)
        #expect(host.plugin.health.delivered == (expected.isAccepted ? 1 : 0))
        #expect(host.plugin.health.dropped == (expected.isAccepted ? 0 : 1))
        let message = "'take' returned 77, which is not a value of enum touchbridge_answer"
        #expect(host.log.messages == (answer == "77" ? [message] : []))
    }

    @Test(
        .atLimit("library-command-bytes"),
        .pastLimit("library-command-bytes"),
        arguments: [(65_536, true), (65_537, false)]
    )
    func `a library's command has at most 64 KiB`(count: Int, isTaken: Bool) throws {
        let host = try taking(
            """
            static char text[70000];
            const char start[] = "{\\"do\\":\\"describe\\"}";
            memset(text, ' ', \(count));
            memcpy(text, start, sizeof start - 1);
            host->submit(host->context, text, 0, 0);
            return 0;
            """
        )
        _ = host.plugin.take(handlerEvent(.touchesBegan, 1), for: host.binding())
        #expect(host.tree.commands.count == (isTaken ? 1 : 0))
        let refusal = "a command was refused: the command has more than 65536 bytes; send several commands"
        // On a busy machine, the log also reports a slow call.
        #expect(host.log.messages.contains(refusal) == !isTaken)
    }

    @Test func `a source with the former names of an event's struct and group compiles`() throws {
        let host = try host(
            """
            static int32_t take(void *plugin, const struct touchbridge_binding *binding,
                                const struct touchbridge_occurrence *occurrence) {
                return occurrence->touch == 3 && occurrence->place == 4 ? TOUCHBRIDGE_CONSUMED : TOUCHBRIDGE_PASSED;
            }
            """
        )
        var event = handlerEvent(.touchesBegan, 1)
        event.touch = 3
        #expect(host.plugin.take(event, for: host.binding(group: 4)).passes == false)
        event.touch = 4
        #expect(host.plugin.take(event, for: host.binding()).passes == true)
    }

    @Test func `a library receives all values of an event and its binding`() throws {
        let host = try taking(
            """
            char text[900];
            snprintf(text, sizeof text, "%u %d %lld %d %d %d %d %d %d %d %g %g %g %g %g %g %g %g %g %g %g %g %g %s %s %s",
                event->size, event->event, (long long)event->time, event->group, event->stream,
                event->touch, event->device, event->touch_count, event->tap_count, event->code,
                event->x, event->y, event->screen_x, event->screen_y, event->force,
                event->radius, event->value, event->translation_x, event->translation_y,
                event->velocity_x, event->velocity_y, event->scale, event->rotation,
                binding->handler, binding->view, binding->gesture ? binding->gesture : "none");
            host->log(host->context, TOUCHBRIDGE_INFO, text);
            return 0;
            """
        )
        var event = handlerEvent(.touchesMoved, 3, stream: 5)
        (event.touch, event.device, event.touchCount, event.tapCount, event.code) = (6, 7, 8, 9, 10)
        (event.x, event.y, event.screenX, event.screenY, event.force) = (11, 12, 13, 14, 15)
        (event.radius, event.value, event.translationX, event.translationY) = (16, 17, 18, 19)
        (event.velocityX, event.velocityY, event.scale, event.rotation) = (20, 21, 22, 23)
        _ = host.plugin.take(event, for: host.binding("show", view: "lamp", group: 4))
        let numbers = "152 2 3 " + (4...23).map { "\($0)" }.joined(separator: " ")
        #expect(host.log.messages == ["\(numbers) show lamp none"])
    }

    @Test func `arguments are expanded when the library requests them`() throws {
        let host = try taking("host->log(host->context, 5, host->arguments(host->context)); return 0;")
        var event = handlerEvent(.touchesBegan, 1)
        event.x = 2.5
        _ = host.plugin.take(event, for: host.binding("show", view: "lamp", "{at: \"{{x}}\", on: \"{{view}}\"}"))
        _ = host.plugin.take(event, for: host.binding("show", view: "lamp"))
        #expect(host.log.messages == ["{\"at\":2.5,\"on\":\"lamp\"}", "null"])
    }

    @Test func `a library's commands reach the tree, and it receives the replies`() throws {
        let host = try taking(
            """
            host->submit(host->context, "{\\"do\\":\\"describe\\",\\"view\\":\\"a\\"}", tell, NULL);
            host->submit(host->context, "{\\"do\\":\\"fly\\"}", tell, NULL);
            host->submit(host->context, "rubbish", NULL, NULL);
            return 0;
            """
        )
        host.tree.answer(.value(ReplyValue { ["x": 1] }))
        _ = host.plugin.take(handlerEvent(.action, 1), for: host.binding())
        #expect(host.tree.commands == [.describe(view: "a")])
        #expect(host.log.messages.first == "{\"ok\":true,\"value\":{\"x\":1}}")
        #expect(host.log.count("a command was refused: unknown command") == 1)
    }

    @Test func `a slow call is reported once`() throws {
        let host = try taking("usleep(6000); return 0;")
        let binding = host.binding()
        for time in 1...5 as ClosedRange<Int64> { _ = host.plugin.take(handlerEvent(.action, time), for: binding) }
        #expect(host.log.messages.count == 1)
        #expect(host.log.messages[0].hasPrefix("test 1.0 blocked the input thread for "))
        #expect(host.log.messages[0].hasSuffix(" ms in 'take'"))
        #expect(host.plugin.health.failures == 5)
    }

    @Test func `calls for several touches of one event are measured together, without the time between events`() throws
    {
        let host = try taking("if (event->touch != 3) usleep(3000); return 0;")
        let binding = host.binding()
        for time in 1...3 as ClosedRange<Int64> {
            let row = (1...3).map { touch in handlerEvent(.touchesMoved, time, touch: touch) }
            #expect(host.plugin.take(row.span, for: binding).acceptedCount == 3)
            Thread.sleep(forTimeInterval: 0.006)
        }
        #expect(host.plugin.health.failures == 3)
    }

    @Test func `several touches get their own results, and one that passes passes the event`() throws {
        let host = try taking(
            """
            if (event->touch == 1) return TOUCHBRIDGE_REFUSED;
            return event->touch == 2 ? TOUCHBRIDGE_PASSED : TOUCHBRIDGE_CONSUMED;
            """
        )
        let row = (1...3).map { touch in handlerEvent(.touchesMoved, 1, touch: touch) }
        let answers = host.plugin.take(row.span, for: host.binding())
        #expect((0..<3).map(answers.isAccepted) == [false, true, true])
        #expect(answers.passes == true)
        #expect(host.plugin.health.dropped == 1 && host.plugin.health.delivered == 2)
    }

    @Test func `a handler that the library does not offer is named and never called`() throws {
        let host = try host("static const char *handlers[] = {\"show\", NULL};", members: ".handlers = handlers")
        let binding = host.binding("shwo")
        host.plugin.bindingsChanged([binding])
        #expect(host.log.messages == ["plugin test 1.0 has no handler 'shwo'; did you mean 'show'?"])
        #expect(!host.plugin.take(handlerEvent(.action, 1), for: binding).isAccepted)
    }

    @Test func `an unknown handler bound before the start is not called either`() throws {
        let offer = "static const char *handlers[] = {\"show\", NULL};"
        let library = try CompiledLibrary(offer, members: ".handlers = handlers")
        let host = try Fixture(LibraryPlugin.type, "{path: \(library.path), settings: {}}")
        let (wrong, right) = (host.binding("shwo"), host.binding("show"))
        host.plugin.bindingsChanged([wrong, right])
        try host.plugin.start()
        #expect(!host.plugin.take(handlerEvent(.action, 1), for: wrong).isAccepted)
        #expect(host.plugin.take(handlerEvent(.action, 1), for: right).isAccepted)
        #expect(host.plugin.health.delivered == 1 && host.plugin.health.failures == 1)
    }

    @Test func `a library is notified of bindings, of the status and of its end`() throws {
        let host = try host(
            """
            static char text[200];
            #define SAY(...) (snprintf(text, sizeof text, __VA_ARGS__), host->log(host->context, 5, text))
            static void changed(void *p, const struct touchbridge_binding *const *bindings, size_t count) {
                SAY("%zu bindings, %s of %s", count, count ? bindings[0]->handler : "none", host->name);
            }
            static void status(void *p, const struct touchbridge_status *s) {
                SAY("%u panels, %s, %g, %d", s->panel_count, s->panel_count ? s->panels[0] : "none", s->last_touch, s->is_idle);
            }
            static void stop(void *p, int32_t milliseconds) { SAY("stop %d", milliseconds); }
            static void gone(void *p) { SAY("gone"); }
            """,
            members: ".bindings_changed = changed, .status_changed = status, .stop = stop, .destroy = gone"
        )
        host.plugin.bindingsChanged([host.binding()])
        var status = BridgeStatus()
        (status.panels, status.lastTouch, status.isIdle) = (["left"], 7, true)
        host.plugin.statusChanged(BridgeStatus())
        host.plugin.statusChanged(status)
        host.stop(within: 1.5)
        #expect(
            host.log.messages == [
                "0 bindings, none of door", "1 bindings, show of door", "0 panels, none, -1, 0", "1 panels, left, 7, 1",
                "stop 1350", "gone",
            ]
        )
    }

    @Test func `a plugin that does not stop or release its memory is abandoned`() throws {
        let forever = "for (;;) pause();"
        for members in [".stop = stop", ".destroy = gone"] {
            let host = try host(
                "static void stop(void *p, int32_t t) { \(forever) } static void gone(void *p) { \(forever) }",
                members: members
            )
            host.stop(within: 0.2)
            #expect(host.log.messages == ["test 1.0 did not stop in time; its thread is abandoned"])
            #expect(host.plugin.health.failures == 1)
            #expect(!host.plugin.take(handlerEvent(.action, 1), for: host.binding()).isAccepted)
        }
    }

    @Test func `after the stop the library is not called, and no reply arrives`() throws {
        let host = try taking(
            """
            host->submit(host->context, "{\\"do\\":\\"describe\\"}", tell, NULL);
            return 0;
            """
        )
        host.tree.answer(nil)
        let binding = host.binding()
        _ = host.plugin.take(handlerEvent(.action, 1), for: binding)
        host.stop()
        host.tree.answerAll(.done)
        #expect(host.log.messages == [])
        #expect(!host.plugin.take(handlerEvent(.action, 2), for: binding).isAccepted)
    }

    @Test func `every event has its number of the header`() {
        #expect(EventName.allCases.map(\.libraryEvent.rawValue) == Array(1...UInt32(EventName.allCases.count)))
    }
}
