internal import Bridge
import Foundation
import Geometry
import InputEvents
import JSON
internal import LayoutRuntime
import Platform
import PluginAPI
import ResponderKit
import TestSupport
import TestTraits
import Testing
internal import TouchTrace

/// Tests tree commands in a layout's handler calls.
struct LayoutCommandTests {
    /// Starts a layout, and discards the journal lines of the start.
    static func stage(_ text: String) throws -> LayoutStage {
        let stage = try LayoutStage(text)
        _ = stage.drain()
        return stage
    }

    /// Returns a layout with some views and a button of 100 × 100 points, whose event `touchUpInside` runs `calls`.
    /// `more` contains further subviews.
    func text(_ calls: String, _ more: String = "") -> String {
        """
        screens: [{ size: [400, 400] }]
        root:
          id: page
          subviews:
            - { id: menu, frame: [200, 0, 200, 200], hidden: true, subviews: [{ id: half, frame: ["50%", 0, "50%", "100%"] }] }
            - { id: card, frame: [200, 0, 200, 200] }
            - { id: volume, class: Slider, frame: [0, 200, 300, 31], range: [0, 100], on: { valueChanged: m.note } }
            - { id: lamp, class: Switch, frame: [0, 300, 60, 31], on: { valueChanged: m.note } }
            - { id: field, frame: [300, 300, 100, 100] }
            - { id: button, class: Button, frame: [0, 0, 100, 100], on: { touchUpInside: \(calls) } }
        \(more)
        """
    }

    @Test
    func `show, hide and toggle change hidden, of several views at once`() throws {
        let stage = try LayoutStage(text("{ tree.show: [menu], tree.hide: [card, field], tree.toggle: lamp }"))
        stage.tap(50, 50, at: 1_000)
        #expect(try !stage.view("menu").isHidden)
        #expect(try stage.view("card").isHidden && stage.view("field").isHidden && stage.view("lamp").isHidden)
        stage.tap(50, 50, at: 1_000_000)
        #expect(try !stage.view("lamp").isHidden, "the second toggle shows the lamp again")
    }

    @Test
    func `enable and disable change controls, and toggle inverts any truth value`() throws {
        let calls = "{ tree.disable: volume, tree.toggle: { view: lamp, property: isOn } }"
        let stage = try Self.stage(text(calls))
        stage.tap(50, 50, at: 1_000)
        #expect(try (stage.view("volume") as? Control)?.isEnabled == false)
        #expect(try (stage.view("lamp") as? Switch)?.isOn == true)
        #expect(stage.drain() == [], "a value that is set sends no event")
    }

    @Test
    func `set changes any property of a view, and views in it follow its size`() throws {
        let calls = "{ tree.set: { view: menu, frame: [0, 0, 300, 100], alpha: 0.5, hidden: false, tag: 7 } }"
        let stage = try LayoutStage(text(calls))
        stage.tap(50, 50, at: 1_000)
        let menu = try stage.view("menu")
        #expect(menu.frame == Rect(x: 0, y: 0, width: 300, height: 100))
        #expect(menu.alpha == 0.5 && !menu.isHidden && menu.tag == 7)
        #expect(try stage.view("half").frame == Rect(x: 150, y: 0, width: 150, height: 100))
    }

    @Test
    func `numbers, truth values and steps of a transform come from the event`() throws {
        let stage = try LayoutStage(
            """
            root:
              id: page
              gestures:
                - type: pan
                  on: { changed: { tree.set: { view: card, transform: { scale: 2, translation: ["{{translationX}}", "{{translationY:0}}"] } } } }
              subviews:
                - { id: card, frame: [0, 500, 100, 100] }
                - { id: other, class: Slider, frame: [500, 0, 300, 31], range: [0, 100] }
                - { id: light, frame: [500, 100, 10, 10] }
                - id: volume
                  class: Slider
                  frame: [0, 200, 300, 31]
                  range: [0, 100]
                  thumbSize: [300, 31]
                  on: { valueChanged: { tree.set: { view: other, value: "{{value:0}}" } } }
                - id: lamp
                  class: Switch
                  frame: [0, 300, 60, 31]
                  on: { valueChanged: { tree.set: { view: light, hidden: "{{value}}", frame: ["{{x}}", 0, 20, "50%"] } } }
            """
        )
        stage.tap(20, 310, at: 1_000)
        #expect(try stage.view("light").isHidden)
        #expect(try stage.view("light").frame == Rect(x: 20, y: 0, width: 20, height: 540))
        stage.down(100, 700, at: 1_000_000)
        stage.move(150, 700, at: 1_100_000)
        stage.move(180.25, 720.75, at: 1_200_000)
        stage.up(180.25, 720.75, at: 1_300_000)
        let transform = try stage.view("card").transform
        #expect(transform.a == 2 && transform.d == 2)
        #expect(transform.tx > 30 && transform.ty == transform.ty.rounded() && transform.ty > 0)
    }

    @Test
    func `bringToFront and sendToBack change the order of siblings, and so who is touched`() throws {
        let stage = try LayoutStage(text("{ tree.show: menu, tree.bringToFront: menu, tree.sendToBack: field }"))
        stage.tap(50, 50, at: 1_000)
        let page = try stage.view("page")
        #expect(try page.subviews.last === stage.view("menu") && page.subviews.first === stage.view("field"))
        #expect(try page.hitTest(Point(x: 210, y: 10), with: nil) === stage.view("menu"))
    }

    @Test
    func `an id may have a placeholder, and is then found when the event comes`() throws {
        let stage = try LayoutStage(
            text(
                "{ tree.hide: '{{view}}' }",
                "    - { id: a, class: Button, frame: [100, 0, 50, 50], on: { touchDown: { tree.hide: 'no-{{view}}' } } }"
            )
        )
        stage.tap(50, 50, at: 1_000)
        #expect(try stage.view("button").isHidden)
        stage.tap(120, 20, at: 1_000_000)
        #expect(stage.log == [": 'tree.hide' of 'a' for touchDown: there is currently no view 'no-a'"])
    }

    @Test
    func `a named view becomes first responder, without being said to be able to`() throws {
        let stage = try LayoutStage(text("{ tree.becomeFirstResponder: field }"))
        stage.tap(50, 50, at: 1_000)
        #expect(try stage.view("field").isFirstResponder)
    }

    @Test
    func `send calls the handlers of a control as a finger would`() throws {
        let calls = "{ tree.set: { view: volume, value: 30 }, tree.send: { view: volume, event: valueChanged } }"
        let stage = try Self.stage(text(calls))
        stage.tap(50, 50, at: 1_000)
        #expect(stage.drain().count == 1)
        #expect(try (stage.view("volume") as? Slider)?.value == 30)
    }

    // MARK: Pages

    private let pages = """
        screens: [{ size: [400, 400] }]
        root:
          subviews:
            - id: area
              frame: [0, 100, 400, 300]
              controller:
                id: nav
                class: NavigationController
                viewControllers:
                  - id: home
                    view: { id: homeView }
                    pages: [{ id: info, view: { subviews: [{ id: part, frame: ["50%", 0, "50%", "50%"] }], id: infoView } }]
            - id: base
              frame: [300, 0, 100, 100]
              controller:
                id: owner
                pages: [{ id: sheet, view: { id: sheetView, on: { touchesEnded: { tree.dismiss: sheet } } } }, { id: other, view: { id: otherView } }]
            - { class: Button, frame: [0, 0, 50, 50], on: { touchUpInside: { tree.push: info } } }
            - { class: Button, frame: [50, 0, 50, 50], on: { touchUpInside: { tree.pop: info } } }
            - { class: Button, frame: [100, 0, 50, 50], on: { touchUpInside: { tree.popToRoot: nav } } }
            - { class: Button, frame: [150, 0, 50, 50], on: { touchUpInside: { tree.present: sheet } } }
            - { class: Button, frame: [200, 0, 50, 50], on: { touchUpInside: [{ tree.present: sheet }, { tree.present: other }] } }
        """

    @Test
    func `a page is pushed once, popped, and pushed again`() throws {
        let stage = try LayoutStage(pages)
        let navigation = try #require(stage.pipeline.tree.controller("nav") as? NavigationController)
        let info = try #require(stage.pipeline.tree.controller("info"))
        for round in 0..<3 {
            let time = Int64(round + 1) * 10_000_000
            stage.tap(10, 10, at: time)
            stage.tap(10, 10, at: time + 1_000_000)
            #expect(navigation.viewControllers.count == 2 && navigation.topViewController === info)
            #expect(try stage.view("infoView").window != nil)
            #expect(try stage.view("part").frame == Rect(x: 200, y: 0, width: 200, height: 150))
            stage.tap(round == 1 ? 110 : 60, 10, at: time + 2_000_000)
            #expect(navigation.viewControllers.count == 1)
        }
        #expect(stage.log == [])
    }

    @Test
    func `a page is presented over the screen and dismissed, as often as wanted`() throws {
        let stage = try LayoutStage(pages)
        let sheet = try #require(stage.pipeline.tree.controller("sheet"))
        for time in [Int64(1_000), 5_000_000] {
            stage.tap(160, 10, at: time)
            #expect(sheet.presentingViewController != nil)
            #expect(try stage.view("sheetView").frame == Rect(x: 0, y: 0, width: 400, height: 400))
            stage.tap(10, 10, at: time + 1_000_000)
            #expect(sheet.presentingViewController == nil)
        }
        #expect(stage.log == [])
    }

    @Test
    func `a command that is impossible now is refused with its reason, and the others are executed`() throws {
        let stage = try LayoutStage(pages, tracing: true)
        stage.tap(210, 10, at: 1_000)
        #expect(try stage.view("sheetView").window != nil)
        let why = "'other' cannot be shown: its presenter is not in a window or presents another page"
        #expect(stage.log == [": 'tree.present' of 'Button' for touchUpInside: \(why)"])
        let commands = stage.trace.filter { $0.contains(#""kind":"command""#) }
        #expect(
            commands == [
                #"{"t":51000,"kind":"command","command":"tree.present","target":"sheet","outcome":"done"}"#,
                #"{"t":51000,"kind":"command","command":"tree.present","target":"other","outcome":"refused"}"#,
            ]
        )
    }

    // MARK: Order of commands and events

    @Test
    func `commands run after all handlers of the event, and before the next event`() throws {
        let stage = try LayoutStage(
            """
            root:
              id: page
              multipleTouchEnabled: true
              on: { touches: m.note }
              subviews:
                - id: card
                  multipleTouchEnabled: true
                  on: { touches: { do: [{ tree.hide: card }, m.note], pass: true } }
            """,
            tracing: true
        )
        // Both fingers go down in one event.
        stage.send(began: [(10, 10), (20, 20)], at: 1_000)
        let lines = stage.trace.filter { $0.contains(#""kind":"handler""#) || $0.contains(#""kind":"command""#) }
        let kinds = lines.map { $0.contains(#""kind":"handler""#) ? "handler" : "command" }
        // Two calls of the card and one of the page, each for two fingers, come before the two commands.
        #expect(kinds == Array(repeating: "handler", count: 6) + ["command", "command"])
        #expect(try stage.view("card").isHidden)
        stage.down(30, 30, at: 2_000, finger: 2)
        #expect(stage.trace.last { $0.contains(#""kind":"hit""#) }?.hasSuffix(#""view":"page"}"#) == true)
    }

    @Test
    func `commands of moves are recorded like the calls of moves, so that they displace no other records`() throws {
        let layout = """
            root:
              id: page
              on: { touches: { tree.set: { view: card, center: ["{{x}}", "{{y}}"] } } }
              subviews: [{ id: card, frame: [900, 900, 10, 10] }]
            """
        for (detail, count) in [(TraceRecorder.Detail(), 2), (.moves, 12)] {
            let stage = try LayoutStage(layout)
            let recorder = stage.pipeline.record(detail, capacity: 1000)
            stage.down(10, 10, at: 1_000)
            for step in 1...10 { stage.move(10 + Double(step), 10, at: 1_000 + Int64(step) * 10_000) }
            stage.up(20, 10, at: 200_000)
            #expect(recorder.newest.count { $0.kind == .command } == count)
            #expect(recorder.newest.count { $0.kind == .handler } == count)
        }
    }

    @Test
    func `screens, devices and timers call commands, too, with no touch in progress`() throws {
        let stage = try LayoutStage(
            """
            screens: [{ size: [400, 400], idle: { after: 10s, do: { tree.show: veil } }, on: { deviceAdded: { tree.hide: card }, active: { tree.hide: veil } } }]
            root: { id: page, subviews: [{ id: card }, { id: veil, hidden: true }] }
            """
        )
        let number = try #require(stage.pipeline.add(Streams.panel()) { _ in })
        stage.pipeline.take(Streams.down(0, 1, 10, 10, at: 1_000).span, of: number)
        stage.pipeline.take(Streams.up(0, at: 2_000).span, of: number)
        #expect(try stage.view("card").isHidden && stage.view("veil").isHidden)
        stage.pipeline.advance(to: 20_000_000)
        #expect(try !stage.view("veil").isHidden)
        stage.tap(10, 10, at: 21_000_000)
        #expect(try stage.view("veil").isHidden)
    }

    @Test
    func `a dry run executes them, since they need no plugin`() throws {
        let stage = try LayoutStage(text("{ tree.show: menu }"), isDryRun: true)
        stage.tap(50, 50, at: 1_000)
        #expect(try !stage.view("menu").isHidden)
    }

    @Test
    func `the trace is the same however the input is cut into reads`() throws {
        let layout = """
            screens: [{ size: [1000, 1000] }]
            root:
              id: page
              multipleTouchEnabled: true
              on: { touches: { tree.set: { view: card, center: ["{{x}}", "{{y}}"] }, tree.toggle: veil } }
              subviews: [{ id: card, frame: [0, 0, 300, 300] }, { id: veil, userInteractionEnabled: false }]
            """
        var events: [[RawEvent]] = []
        for step in 0..<50 {
            let time = Int64(step + 1) * 8_000
            events.append(Streams.down(0, Int32(step), Int32(step * 13 % 900), Int32(step * 29 % 900), at: time))
            events.append(Streams.up(0, at: time + 4_000))
        }
        func trace(_ size: Int) throws -> [String] {
            let stage = try LayoutStage(layout, tracing: true)
            let number = try #require(stage.pipeline.add(Streams.panel()) { _ in })
            var rest = events[...]
            while !rest.isEmpty {
                let part = Array(rest.prefix(size).joined())
                stage.pipeline.take(part.span, of: number)
                rest = rest.dropFirst(size)
            }
            return stage.trace
        }
        let whole = try trace(100)
        #expect(try trace(1) == whole)
        #expect(try trace(7) == whole)
        #expect(whole.filter { $0.contains("tree.toggle") && $0.contains("command") }.count > 50)
    }

    @Test
    func `what commands set survives a reload, unless the new layout says otherwise`() throws {
        let layout = text("{ tree.show: menu, tree.set: { view: volume, value: 30 }, tree.hide: card }")
        let stage = try LayoutStage(layout)
        stage.tap(50, 50, at: 1_000)
        let other = layout.replacingOccurrences(of: "id: card,", with: "id: card, hidden: false,")
        _ = stage.pipeline.reload(try LayoutStage.plan(other, stage.journal), at: 1_000_000)
        #expect(try !stage.view("menu").isHidden)
        #expect(try (stage.view("volume") as? Slider)?.value == 30)
        #expect(try !stage.view("card").isHidden)
        stage.tap(50, 50, at: 2_000_000)
        #expect(try stage.view("card").isHidden, "the commands find the views of the new tree")
    }

    @Test
    func `a view that a plugin removed and added again is found again`() throws {
        let stage = try LayoutStage(text("{ tree.hide: card }"))
        #expect(stage.ask(.remove(view: "card")) == .done)
        stage.tap(50, 50, at: 1_000)
        #expect(stage.log == [": 'tree.hide' of 'button' for touchUpInside: there is currently no view 'card'"])
        #expect(stage.ask(.add(["id": "card", "frame": [300, 0, 10, 10]], to: "page", at: nil)) == .done)
        stage.tap(50, 50, at: 1_000_000)
        #expect(try stage.view("card").isHidden)
    }
}
