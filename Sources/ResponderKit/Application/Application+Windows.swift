extension Application {
    final func adopt(_ window: Window) {
        insert(window)
        if !window.isHidden { window.announceWindow() }
    }

    final func remove(_ window: Window) {
        viewWillLeaveWindow(window)
        windows.removeAll { $0 === window }
        passKey(from: window)
    }

    /// Removes a window during its deallocation. The window has no touches, because each touch retains its window.
    final func forget(_ window: Window) { windows.removeAll { $0 === window } }

    final func reorder(_ window: Window) {
        guard let index = windows.firstIndex(where: { $0 === window }) else { return }
        windows.remove(at: index)
        insert(window)
    }

    final func visibilityChanged(of window: Window) {
        if window.isHidden { passKey(from: window) } else { reorder(window) }
    }

    private func insert(_ window: Window) {
        let index = windows.firstIndex { $0.windowLevel > window.windowLevel } ?? windows.count
        windows.insert(window, at: index)
    }

    final func makeKey(_ window: Window) {
        guard keyWindow !== window else { return }
        let former = keyWindow
        keyWindow = nil
        former?.resignKey()
        // A callback may have selected another key window, which takes precedence.
        guard keyWindow == nil, windows.contains(where: { $0 === window }) else { return }
        keyWindow = window
        window.becomeKey()
    }

    /// If a hidden or removed window was the key window, makes the frontmost visible window the key window.
    private func passKey(from window: Window) {
        guard keyWindow === window else { return }
        keyWindow = nil
        window.resignKey()
        guard keyWindow == nil else { return }
        keyWindow = windows.last { !$0.isHidden && $0 !== window }
        keyWindow?.becomeKey()
    }
}
