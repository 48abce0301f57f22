internal import HandlerEvents
internal import LayoutFile
internal import Schema

/// A closure that modifies a handler call.
typealias CallEdit = (inout HandlerCall, CallSite) -> Void

/// Context in which a handler call is bound.
struct CallSite {
    /// Families of the events to which the call is bound.
    let families: [EventName.Family]
    /// For each handler, the events that the same `on:` binds to the handler.
    var handled: [String: Set<EventName>] = [:]
    /// Whether the call is bound in the `on:` of a view with an id.
    var isViewWithID = false
    /// Whether the call turns a screen off or on.
    var switchesScreen = false
}

extension Layout {
    /// Calls `edit` for every handler call in the layout.
    mutating func editCalls(_ edit: CallEdit) {
        for index in screens.indices { screens[index].editCalls(edit) }
        root?.editCalls(edit)
        for index in windows.indices { windows[index].editCalls(edit) }
        on.editCalls(edit)
        actions.editCalls(edit)
        for timer in timers.indices {
            for call in timers[timer].calls.indices { edit(&timers[timer].calls[call], CallSite(families: [.timer])) }
        }
    }
}

extension ScreenLayout {
    /// All handler calls of the screen.
    var calls: [HandlerCall] {
        var (calls, copy): ([HandlerCall], _) = ([], self)
        copy.editCalls { call, _ in calls.append(call) }
        return calls
    }

    fileprivate mutating func editCalls(_ edit: CallEdit) {
        if var idle {
            for index in idle.calls.indices { edit(&idle.calls[index], CallSite(families: [.screen])) }
            self.idle = idle
        }
        if var dark {
            let site = CallSite(families: [.screen], switchesScreen: true)
            for index in dark.calls.indices { edit(&dark.calls[index], site) }
            for index in dark.wake.indices { edit(&dark.wake[index], site) }
            self.dark = dark
        }
        root?.editCalls(edit)
        for index in windows.indices { windows[index].editCalls(edit) }
        on.editCalls(edit)
    }
}

extension WindowLayout {
    fileprivate mutating func editCalls(_ edit: CallEdit) {
        root?.editCalls(edit)
        on.editCalls(edit)
        actions.editCalls(edit)
    }
}

extension ViewLayout {
    /// Calls `edit` for every handler call of the view and its subviews.
    mutating func editCalls(_ edit: CallEdit) {
        on.editCalls(isViewWithID: id != nil, edit)
        actions.editCalls(edit)
        for index in gestures.indices { gestures[index].on.editCalls(edit) }
        follows = follows.map { Boxed($0.value.editingCalls(edit)) }
        for index in sequences.indices { sequences[index].on.editCalls(edit) }
        controller = controller.map { Boxed($0.value.editingCalls(edit)) }
        for index in subviews.indices { subviews[index].editCalls(edit) }
    }
}

extension FollowLayout {
    fileprivate func editingCalls(_ edit: CallEdit) -> FollowLayout {
        var result = self
        result.on.editCalls(edit)
        return result
    }
}

extension ControllerLayout {
    fileprivate func editingCalls(_ edit: CallEdit) -> ControllerLayout {
        var result = self
        result.on.editCalls(edit)
        result.actions.editCalls(edit)
        result.view?.editCalls(edit)
        result.viewControllers = viewControllers.map { $0.editingCalls(edit) }
        result.children = children.map { $0.editingCalls(edit) }
        result.pages = pages.map { $0.editingCalls(edit) }
        result.present = present.map { Boxed($0.value.editingCalls(edit)) }
        return result
    }
}

extension HandlerCall {
    /// Name of the handler as written in layouts.
    var name: String { "\(plugin).\(handler)" }
}

extension [EventBinding] {
    fileprivate mutating func editCalls(isViewWithID: Bool = false, _ edit: CallEdit) {
        var handled: [String: Set<EventName>] = [:]
        for binding in self {
            for call in binding.calls { handled[call.name, default: []].formUnion(binding.events) }
        }
        for binding in indices {
            let site = CallSite(
                families: self[binding].events.map(\.family),
                handled: handled,
                isViewWithID: isViewWithID
            )
            for call in self[binding].calls.indices { edit(&self[binding].calls[call], site) }
        }
    }
}

extension [Named<[HandlerCall]>] {
    fileprivate mutating func editCalls(_ edit: CallEdit) {
        for action in indices {
            for call in self[action].value.indices { edit(&self[action].value[call], CallSite(families: [.action])) }
        }
    }
}
