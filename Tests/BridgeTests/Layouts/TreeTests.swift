internal import Bridge
import Geometry
import JSON
internal import LayoutRuntime
import PluginAPI
import ResponderKit
import Testing

/// Tests the objects created from a layout: windows, views, controllers and gestures.
struct TreeTests {
    @Test
    func `every property of a view is applied`() throws {
        let stage = try LayoutStage(
            """
            root:
              subviews:
                - id: v
                  frame: [10, 20, 100, 50]
                  bounds: [5, 6, 100, 50]
                  transform: { scale: 2 }
                  alpha: 0.5
                  hidden: true
                  userInteractionEnabled: false
                  multipleTouchEnabled: true
                  exclusiveTouch: true
                  clipsToBounds: true
                  tag: 7
                - { id: s, class: Slider, enabled: false, selected: true, trackingMargin: 15, range: [20, 40], value: 30, continuous: false, thumbSize: [9, 8], vertical: true, tapsSetValue: true, step: 5 }
                - { id: low, class: Slider, range: [-40, -20], ticks: [-40, -30, -20], value: -27 }
                - { id: t, class: Switch, isOn: true, center: [50, 60] }
            """
        )
        let view = try stage.view("v")
        #expect(view.center == Point(x: 60, y: 45))
        #expect(view.bounds == Rect(x: 5, y: 6, width: 100, height: 50))
        #expect(view.transform == AffineTransform(scaleX: 2, y: 2))
        #expect(view.alpha == 0.5)
        #expect(view.isHidden && !view.isUserInteractionEnabled && view.isMultipleTouchEnabled)
        #expect(view.isExclusiveTouch && view.clipsToBounds && view.tag == 7)
        let slider = try #require(try stage.view("s") as? Slider)
        #expect(!slider.isEnabled && slider.isSelected && !slider.isContinuous)
        #expect(slider.trackingMargin == 15)
        #expect([slider.minimumValue, slider.maximumValue, slider.value] == [20, 40, 30])
        #expect(slider.thumbSize == Size(width: 9, height: 8))
        #expect(slider.isVertical && slider.tapsSetValue && slider.step == 5)
        let low = try #require(try stage.view("low") as? Slider)
        #expect(low.ticks == [-40, -30, -20])
        #expect([low.minimumValue, low.maximumValue, low.value] == [-40, -20, -30])
        let toggle = try #require(try stage.view("t") as? Switch)
        #expect(toggle.isOn && toggle.center == Point(x: 50, y: 60))
    }

    @Test
    func `relative frames are resolved against the superview and the screen`() throws {
        let stage = try LayoutStage(
            """
            screens: [{ size: [1000, 500] }]
            root:
              id: root
              subviews:
                - id: half
                  frame: ["50%", 0, "50%", "100%"]
                  subviews: [{ id: corner, edges: { right: 10, bottom: "10%", width: 40, height: 20 } }, { id: all }]
            """
        )
        #expect(try stage.view("root").frame == Rect(x: 0, y: 0, width: 1000, height: 500))
        #expect(try stage.view("half").frame == Rect(x: 500, y: 0, width: 500, height: 500))
        #expect(try stage.view("corner").frame == Rect(x: 450, y: 430, width: 40, height: 20))
        #expect(try stage.view("all").frame == Rect(x: 0, y: 0, width: 500, height: 500))
    }

    @Test
    func `a view fills its superview and edges are relative to it, whatever the bounds origin`() throws {
        let stage = try LayoutStage(
            """
            root:
              subviews:
                - id: moved
                  frame: [0, 0, 200, 100]
                  bounds: [30, -40, 200, 100]
                  subviews:
                    - { id: all, subviews: [{ id: within }] }
                    - { id: corner, edges: { right: 10, bottom: 10, width: 40, height: 20 } }
                    - { id: half, frame: ["50%", 0, "50%", "100%"] }
                    - { id: nothing, frame: [0, 0, "100% - 300", 10] }
            """
        )
        #expect(try stage.view("all").frame == Rect(x: 30, y: -40, width: 200, height: 100))
        #expect(try stage.view("within").frame == Rect(x: 0, y: 0, width: 200, height: 100))
        #expect(try stage.view("corner").frame == Rect(x: 180, y: 30, width: 40, height: 20))
        #expect(try stage.view("half").frame == Rect(x: 100, y: 0, width: 100, height: 100))
        #expect(try stage.view("nothing").frame == Rect(x: 0, y: 0, width: 0, height: 10))
        // Also fills a larger superview from the origin of its bounds.
        #expect(stage.ask(.set(view: "moved", properties: ["bounds": [5, 5, 400, 300]])) == .done)
        #expect(try stage.view("all").frame == Rect(x: 5, y: 5, width: 400, height: 300))
    }

    @Test
    func `each screen has its window at its position, and windows are ordered by level`() throws {
        let stage = try LayoutStage(
            """
            screens:
              - { name: left, size: [100, 100], root: { id: a } }
              - name: right
                size: [200, 200]
                root: { id: b }
                windows:
                  - { id: alert, level: alert, frame: [50, 50, 100, 100], key: true, root: { id: c } }
                  - { id: under, level: -1, hidden: true }
            """
        )
        let windows = stage.application.windows
        #expect(windows.map(\.identifier) == ["under", "left window", "right window", "alert"])
        #expect(windows.map(\.frame.minX) == [100, 0, 100, 150])
        #expect(windows.map(\.isHidden) == [true, false, false, false])
        #expect(stage.application.keyWindow?.identifier == "alert")
        #expect(try stage.view("c").window?.identifier == "alert")
    }

    @Test
    func `controllers have their views, parents and presented controllers`() throws {
        let stage = try LayoutStage(
            """
            root:
              id: page
              controller:
                id: main
                children: [{ id: child, view: { id: childView, frame: [0, 0, 10, 10] } }]
                present: { id: sheet, view: { id: sheetView } }
              subviews:
                - id: holder
                  controller:
                    id: stack
                    class: NavigationController
                    viewControllers: [{ id: first, view: { id: one } }, { id: second, view: { id: two } }]
            """
        )
        let tree = stage.pipeline.tree
        let main = try #require(tree.controller("main"))
        let stack = try #require(tree.controller("stack") as? NavigationController)
        #expect(stage.application.windows[0].rootViewController === main)
        #expect(try stage.view("page").next === main)
        #expect(tree.controller("child")?.parent === main)
        #expect(try stage.view("childView").superview === (try stage.view("page")))
        #expect(main.presentedViewController === tree.controller("sheet"))
        #expect(try stage.view("sheetView").window != nil)
        #expect(stack.parent === main)
        #expect(stack.topViewController === tree.controller("second"))
        #expect(try stage.view("two").window != nil)
        #expect(try stage.view("one").window == nil)
        #expect(try stage.view("two").frame.size == Size(width: 1920, height: 1080))
        #expect(tree.controller("second")?.navigationController === stack)
    }

    @Test
    func `a first responder is found by its id, also without canBecomeFirstResponder`() throws {
        let stage = try LayoutStage(
            """
            firstResponder: boss
            root: { controller: { id: boss }, subviews: [{ id: field, canBecomeFirstResponder: true }] }
            windows: [{ level: 1, frame: [0, 0, 10, 10], root: { id: other }, firstResponder: other }]
            """
        )
        let tree = stage.pipeline.tree
        #expect(tree.controller("boss")?.isFirstResponder == true)
        #expect(try stage.view("other").isFirstResponder)
        #expect(try stage.view("field").becomeFirstResponder())
    }

    @Test
    func `every property of a gesture is applied`() throws {
        let stage = try LayoutStage(
            """
            root:
              gestures:
                - { id: tap, type: tap, taps: 2, touches: 3, enabled: false, cancelsTouchesInView: false, delaysTouchesBegan: true, delaysTouchesEnded: false }
                - { id: hold, type: longPress, taps: 1, touches: 2, minimumDuration: 3s, allowableMovement: 5, allowedPressTypes: [select, menu] }
                - { id: pan, type: pan, touches: 2, maximumTouches: 4, slop: 3 }
                - { id: twist, type: rotation, slopAngle: 90 }
                - { id: edge, type: screenEdgePan, edges: [left, top] }
                - { id: swipe, type: swipe, touches: 2, directions: [up, left] }
            """
        )
        let tree = stage.pipeline.tree
        let tap = try #require(tree.gesture("tap") as? TapGestureRecognizer)
        #expect(tap.numberOfTapsRequired == 2 && tap.numberOfTouchesRequired == 3 && !tap.isEnabled)
        #expect(!tap.cancelsTouchesInView && tap.delaysTouchesBegan && !tap.delaysTouchesEnded)
        let hold = try #require(tree.gesture("hold") as? LongPressGestureRecognizer)
        #expect(hold.numberOfTapsRequired == 1 && hold.numberOfTouchesRequired == 2)
        #expect(hold.minimumPressDuration == 3 && hold.allowableMovement == 5)
        #expect(hold.allowedPressTypes == [.select, .menu])
        let pan = try #require(tree.gesture("pan") as? PanGestureRecognizer)
        #expect(pan.minimumNumberOfTouches == 2 && pan.maximumNumberOfTouches == 4 && pan.slop == 3)
        #expect((tree.gesture("twist") as? RotationGestureRecognizer)?.slop == .pi / 2)
        #expect((tree.gesture("edge") as? ScreenEdgePanGestureRecognizer)?.edges == [.left, .top])
        let swipe = try #require(tree.gesture("swipe") as? SwipeGestureRecognizer)
        #expect(swipe.direction == [.up, .left] && swipe.numberOfTouchesRequired == 2)
    }

    @Test
    func `the tree is printed as text and as JSON`() throws {
        let stage = try LayoutStage(
            """
            screens: [{ size: [100, 100] }]
            root:
              id: page
              controller: { id: main }
              gestures: [{ id: unlock, type: tap }]
              subviews: [{ id: s, class: Slider, frame: [1, 2, 30, 40.5], on: { touches: m.note } }, { hidden: true }]
            """
        )
        #expect(
            stage.pipeline.tree.outline == """
                Window window [0, 0, 100, 100]
                  View page [0, 0, 100, 100] of main +unlock
                    Slider s [1, 2, 30, 40.5]
                    View [0, 0, 100, 100] hidden
                """
        )
        let window = try #require(stage.pipeline.tree.description.list?.first)
        let page = try #require(window["subviews"]?.list?.first)
        #expect(page["controller"] == "main")
        #expect(page["gestures"]?.list?.first?["id"] == "unlock")
        let slider = try #require(page["subviews"]?.list?.first)
        #expect(slider["class"] == "Slider")
        #expect(slider["frame"] == [1, 2, 30, 40.5])
        #expect(slider["range"] == [0, 1])
    }

    @Test
    func `coordinates of rotated views are rounded to tenths`() throws {
        let stage = try LayoutStage(
            """
            screens: [{ size: [400, 300] }]
            root: { subviews: [{ id: knob, frame: [50, 50, 100, 100], transform: { rotation: 180 } }] }
            """
        )
        #expect(stage.pipeline.tree.outline.hasSuffix("    View knob [50, 50, 100, 100]"))
        // The description contains digits that messages round off.
        let page = try #require(stage.pipeline.tree.description.list?.first?["subviews"]?.list?.first)
        let frame = try #require(page["subviews"]?.list?.first?["frame"])
        #expect(frame != [50, 50, 100, 100])
    }
}
