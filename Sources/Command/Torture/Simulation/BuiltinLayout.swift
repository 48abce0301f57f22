/// Built-in layouts for the torture test (a fuzz test).
package enum BuiltinLayout {
    /// Layout that is used if the command line names no layout. Contains controls, competing gestures, filters, several
    /// screens and windows, and a virtual panel.
    package static let text = """
        screens:
          - name: left
            size: [1080, 1920]
            input: { filters: { debounce: 20ms, dejitter: 4, minimumPressure: 0.05 }, staleContactTimeout: 40s }
            deadZones: [[0, 1880, 1080, 40]]
            idle: { after: 20s, do: { journal.write: "idle {{screen}}", tree.popToRoot: stack, tree.hide: veil } }
            dark: { after: 45s, do: { shell.run: ["dark"] }, wake: { shell.run: ["wake"] } }
            on:
              active: { journal.write: "active" }
              deviceAdded: { journal.write: "{{device}}" }
              deviceRemoved: { journal.write: "{{device}}" }
            root:
              id: desk
              multipleTouchEnabled: true
              controller:
                id: stack
                class: NavigationController
                viewControllers:
                  - id: first
                    view:
                      id: page
                      multipleTouchEnabled: true
                      on: { touches: { panel.forward: { maximumTouches: 2, decideWithin: 60ms, edges: bottom }, journal.write: "{{event}}" }, motionBegan: { journal.write: shake } }
                      gestures:
                        - { id: drag, type: pan, maximumTouches: 2, cancelsTouchesInView: false, on: { began: { journal.write: b }, changed: { journal.write: c, tree.set: { view: turned, center: ["{{x}}", "{{y}}"] } }, ended: { journal.write: e }, cancelled: { journal.write: x } } }
                        - { id: zoom, type: pinch, simultaneousWith: [turn], on: { began: { journal.write: b }, ended: { journal.write: e }, cancelled: { journal.write: x } } }
                        - { id: turn, type: rotation, cancelsTouchesInView: false }
                        - { id: edge, type: screenEdgePan, edges: all, delaysTouchesBegan: true }
                      subviews:
                        - id: card
                          frame: [100, 100, 400, 400]
                          exclusiveTouch: true
                          on: { touches: panel.forward }
                          gestures:
                            - { id: hold, type: longPress, minimumDuration: 400ms, on: { began: { journal.write: h }, failed: { journal.write: f } } }
                        - id: ring
                          class: Button
                          autorepeat: { delay: 60ms, interval: 20ms }
                          frame: [600, 100, 300, 200]
                          on: { touchDown: { journal.write: d }, touchUpInside: { journal.write: u, tree.push: details }, touchUpOutside: { journal.write: o, tree.send: { view: volume, event: touchDown } }, touchCancel: { journal.write: c, tree.send: { view: ring, event: valueChanged } }, valueChanged: { tree.send: { view: ring, event: valueChanged } } }
                        - { id: volume, class: Slider, frame: [100, 600, 800, 120], range: [0, 100], on: { touchDown: { journal.write: d, counter.press: { x: "{{x}}" } }, touchUpInside: { journal.write: u }, touchUpOutside: { journal.write: o }, touchCancel: { journal.write: c }, valueChanged: [{ bus.publish: { topic: volume, payload: "{{value}}" }, atMost: 5/s }, { bus.publish: { topic: last, payload: "{{value}}" }, after: 200ms }, { tree.toggle: { view: zoom, property: enabled }, when: "{{value}} > 90" }] } }
                        - { id: lamp, class: Switch, frame: [100, 800, 200, 120], on: { touchDown: { journal.write: d }, touchUpInside: { journal.write: u }, touchUpOutside: { journal.write: o }, touchCancel: { journal.write: c }, valueChanged: { journal.write: "{{value}}", tree.toggle: { view: ring, property: enabled }, tree.set: { view: volume, value: "{{value}}" } } } }
                        - id: turned
                          frame: [500, 800, 400, 300]
                          transform: { rotation: 30, scale: 0.8 }
                          multipleTouchEnabled: true
                          on: { touches: { journal.write: "{{event}}" } }
                          gestures:
                            - { id: once, type: tap, requireToFail: [twice], on: { recognized: { journal.write: "1" } } }
                            - { id: twice, type: tap, taps: 2, delaysTouchesBegan: true, on: { recognized: { journal.write: "2" } } }
                          subviews:
                            - { id: inner, class: Button, autorepeat: { delay: 300ms }, frame: [20, 20, 150, 150], on: { touchDown: { tree.bringToFront: card, tree.toggle: strip }, touchUpInside: { tree.present: sheet } } }
                            - { id: far, frame: [350, 20, 200, 100], on: { touches: [{ journal.write: "{{event}}" }, { journal.write: quiet, after: 100ms, atMost: 3/s }, { counter.press: , when: "{{x}} > 100 and {{y}} < 80" }] } }
                            - id: photo
                              frame: [200, 150, 200, 150]
                              multipleTouchEnabled: true
                              follows: { gestures: [pan, pinch, rotation], scale: [0.5, 2], area: [0, 0, "100%", "100%"], snapBack: true, on: { began: { journal.write: b }, changed: { journal.write: "{{scale}}", counter.press: { x: "{{x}}" } }, ended: { journal.write: e }, cancelled: { journal.write: x } } }
                        - id: strip
                          frame: [0, 1200, 1080, 300]
                          gestures:
                            - { id: flick, type: swipe, directions: [left, right], on: { recognized: [{ journal.write: s }, { tree.disable: [hold, edge], after: 50ms }] } }
                            - { id: three, type: tap, touches: 3, on: { recognized: { journal.write: "3", tree.enable: [hold, edge, drag], counter.press: } } }
                            - { id: own, type: custom, on: { began: { journal.write: o }, ended: { journal.write: o } } }
                          sequences:
                            - { id: code, steps: [flick, three, flick], within: 2s, on: { recognized: { journal.write: "!" }, failed: { journal.write: "?" } } }
                          subviews:
                            - { id: late, frame: [0, 0, "50%", "100%"], multipleTouchEnabled: true, gestures: [{ id: shy, type: pan, delaysTouchesBegan: true, touches: 2 }], on: { touches: panel.forward } }
                pages:
                  - id: details
                    view:
                      id: detailsView
                      multipleTouchEnabled: true
                      on: { touchesBegan: { tree.hide: detailsView, tree.pop: stack } }
                      subviews:
                        - { class: Button, frame: [0, 0, "50%", "50%"], on: { touchDown: { tree.show: detailsView, tree.popToRoot: stack } } }
                  - { id: sheet, view: { on: { touchesEnded: { tree.dismiss: sheet, tree.becomeFirstResponder: wall } } } }
            windows:
              - id: bar
                frame: [0, 0, 1080, 60]
                level: statusBar
                root: { id: barRoot, multipleTouchEnabled: true, on: { touches: panel.forward } }
              - { id: veil, level: alert, hidden: true, root: { id: veilRoot } }
          - name: right
            size: [1920, 1080]
            input: { name: "plain panel 1", rotation: 90, filters: { outOfRange: reject, ghosts: 2min } }
            on: { ghost: { journal.write: "ghost {{reason}}" } }
            root:
              id: wall
              multipleTouchEnabled: true
              canBecomeFirstResponder: true
              on: { touches: { air.forward: }, presses: { journal.write: "{{code}}" }, remoteControlReceived: { journal.write: "{{code}}" } }
              gestures: [{ id: press, type: longPress, minimumDuration: 100ms, cancelsTouchesInView: false, allowedPressTypes: [select] }]
              subviews:
                - { id: half, frame: [0, 0, "50%", "100%"], on: { touches: second.forward }, exclusiveTouch: true }
                - { id: other, frame: ["50%", 0, "50%", "50%"], class: Control, on: { touchDown: { journal.write: d } } }
        firstResponder: wall
        actions:
          ring: [{ journal.write: "{{value}}", tree.set: { view: volume, value: "{{value}}" }, counter.press: { x: 1 } }, { journal.write: rare, atMost: 1/min }, { counter.press: { x: 2 }, after: 1s }]
        timers:
          - { every: 7s, counter.tick: }
          - { every: 30s, tree.toggle: { view: half, property: exclusiveTouch } }
        plugins:
          counter:
            type: script
            code: |
              function press(call)
                state.count = (state.count or 0) + 1
                state.x = call.x
                tree.set("lamp", {alpha = state.count % 3 == 0 and 0.5 or 1})
                if state.count % 5 == 0 then emit("ring", {value = state.count % 100}) end
                if state.count % 7 == 0 then call("journal.write", "seven") end
                if state.count % 11 == 0 then tree.set("once", {enabled = not tree.get("once", "enabled")}) end
                if state.count % 13 == 0 then after("0.2s", function() call("tree.send", {view = "lamp", event = "valueChanged"}) end) end
                if state.count % 101 == 0 then error("this run simulates an error") end
                if state.count % 103 == 0 then while true do end end
              end
              function tick()
                for id in pairs({drag = 1, turn = 1}) do
                  if math.random(4) == 1 then tree.set(id, {enabled = not tree.get(id, "enabled")}) end
                end
              end
          panel: { type: uinput }
          second: { type: uinput, name: Second, screen: right }
          journal: { type: log }
          shell: { type: exec }
          bus: { type: mqtt, broker: "mqtt://localhost" }
          air: { type: tuio }
        """

    /// Second layout, to which some reload steps switch. Contains one screen and very few views.
    package static let other = """
        screens:
          - name: left
            size: [800, 600]
            input: { filters: { outOfRange: enter } }
            root:
              id: bare
              on: { touches: { panel.forward: } }
        plugins:
          panel: { type: uinput }
        """
}
