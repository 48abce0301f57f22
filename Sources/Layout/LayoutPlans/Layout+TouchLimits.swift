internal import LayoutFile
internal import Schema
internal import YAML

extension Layout {
    /// Adds a touch-limit gesture to each view with a handler call in `limits`; the keys are call numbers. Reports an
    /// error for a second limit on the same view, and for a call that is not bound to a view.
    mutating func addTouchLimits(_ limits: [Int: (call: HandlerCall, limit: GestureLayout)], _ reading: Reading) {
        guard !limits.isEmpty else { return }
        var remaining = limits
        editViews { view in
            var isLimited = false
            for call in view.on.flatMap(\.calls) {
                guard let limit = remaining.removeValue(forKey: call.number)?.limit else { continue }
                if isLimited {
                    reading.error(
                        "'\(call.name)' limits the view's touches twice; remove this limit",
                        .conflict,
                        at: limit.mark
                    )
                } else {
                    view.gestures.append(limit)
                    isLimited = true
                    view.checkTouchLimit(limit, reading)
                }
            }
        }
        for (call, limit) in remaining.values {
            let problem = "'\(call.name)' can limit the touches of a view only"
            reading.error("\(problem); bind '\(call.name)' to the 'touches' of a view", .wrongEvent, at: limit.mark)
        }
    }

    /// On screens with `holdDuration`, warns about each touch limit that does not set `slop`.
    ///
    /// `holdDuration` delays the beginning of each touch. The first finger of a fast pinch can therefore exceed the
    /// default `slop` before the second touch begins. The view then receives the first touch.
    func checkHeldTouches(_ reading: Reading) {
        for screen in screens where screen.holdsTouches {
            var held = screen
            held.editViews { $0.checkHeldTouches(reading) }
            // A layout with top-level views has only one screen, which contains these views.
            var (root, windows) = (root, windows)
            root?.editViews { $0.checkHeldTouches(reading) }
            for index in windows.indices { windows[index].root?.editViews { $0.checkHeldTouches(reading) } }
        }
    }

    /// Calls `edit` for every view in the layout.
    private mutating func editViews(_ edit: (inout ViewLayout) -> Void) {
        for index in screens.indices { screens[index].editViews(edit) }
        root?.editViews(edit)
        for index in windows.indices { windows[index].root?.editViews(edit) }
    }
}

extension ScreenLayout {
    fileprivate mutating func editViews(_ edit: (inout ViewLayout) -> Void) {
        root?.editViews(edit)
        for index in windows.indices { windows[index].root?.editViews(edit) }
    }
}

extension ViewLayout {
    fileprivate mutating func editViews(_ edit: (inout ViewLayout) -> Void) {
        edit(&self)
        controller = controller.map { Boxed($0.value.editingViews(edit)) }
        for index in subviews.indices { subviews[index].editViews(edit) }
    }

    /// Warns if the limit allows several touches but the view can receive only one touch at a time.
    fileprivate func checkTouchLimit(_ limit: GestureLayout, _ reading: Reading) {
        guard let most = limit.settings["maximumTouches"] as? Int, most > 1, subviews.isEmpty,
            isMultipleTouchEnabled != true
        else { return }
        let remedy = "add 'multipleTouchEnabled: true', or write 'maximumTouches: 1'"
        reading.warning("the view receives only one touch at a time; \(remedy)", .noEffect, at: limit.mark)
    }

    fileprivate func checkHeldTouches(_ reading: Reading) {
        for limit in gestures where limit.isTouchLimit && limit.settings["slop"] == nil {
            guard let most = limit.settings["maximumTouches"] as? Int, most < 20 else { continue }
            let problem = "'holdDuration' of the screen delays touches"
            let result = "so the view can receive the first touch of a fast pinch"
            let remedy = "add 'slop' with the movement of a finger in this time, as in 'slop: 100'"
            reading.warning("\(problem), \(result); \(remedy)", .conflict, at: limit.mark)
        }
    }
}

extension ControllerLayout {
    fileprivate func editingViews(_ edit: (inout ViewLayout) -> Void) -> ControllerLayout {
        var result = self
        result.view?.editViews(edit)
        result.viewControllers = viewControllers.map { $0.editingViews(edit) }
        result.children = children.map { $0.editingViews(edit) }
        result.pages = pages.map { $0.editingViews(edit) }
        result.present = present.map { Boxed($0.value.editingViews(edit)) }
        return result
    }
}
