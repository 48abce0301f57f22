extension Synonyms {
    /// Words of other toolkits for keys of gestures and sequences.
    static let gestures = [
        Synonym("taps", "numberOfTapsRequired tapCount clicks count numberOfTaps tapsRequired"),
        Synonym(
            "touches",
            """
            numberOfTouchesRequired minimumNumberOfTouches fingers pointers minPointers touchCount numberOfTouches \
            pointerCount minimumTouches
            """
        ),
        Synonym("maximumTouches", "maximumNumberOfTouches maxTouches maxPointers"),
        Synonym(
            "minimumDuration",
            "minimumPressDuration duration pressDuration longPressThreshold holdTime delay time"
        ),
        Synonym("allowableMovement", "distance tolerance maxDistance slop touchSlop moveThreshold"),
        Synonym("directions", "direction", write: "write 'directions: [left]', a key of swipes"),
        Synonym("edges", "edge"),
        Synonym(
            "requireToFail",
            "require requires waitsFor waitFor requiresFailureOf requireFailureOf shouldRequireFailureOf"
        ),
        Synonym(
            "simultaneousWith",
            "simultaneous shouldRecognizeSimultaneouslyWith simultaneousHandlers recognizeSimultaneously"
        ),
        Synonym("type", "class kind gesture recognizer platform"),
        Synonym("within", "timeout interval time maxDelay"),
        Synonym("steps", "gestures sequence"),
    ]

    /// Words of other toolkits for event names.
    static let events = [
        Synonym(
            "recognized",
            """
            tapped tap clicked click onTap onClick fired triggered action activated onRecognized onActivated detected \
            swiped pressed longPressed recognised doubleTapped pinched touchUpInside
            """
        ),
        Synonym(
            "touchUpInside",
            """
            click onClick clicked onClicked tapped tap onTap press pressed onPress onPressed onTapped buttonPressed \
            tap_action recognized touchUp
            """
        ),
        Synonym(
            "touchUpInside",
            "longClick onLongClick longPress onLongPress hold pressAndHold onPressAndHold longTap",
            write: "write 'gestures: [{ type: longPress, on: { began: plugin.handler } }]' beside 'on:'"
        ),
        Synonym(
            "touchUpInside",
            "doubleTap onDoubleTap doubleClick onDoubleClick dblclick",
            write: "write 'gestures: [{ type: tap, taps: 2, on: { recognized: plugin.handler } }]' beside 'on:'"
        ),
        Synonym(
            "touchUpInside",
            "swipe onSwipe swipeLeft swipeRight swipeUp swipeDown onSwipeLeft onSwipeRight onSwipeUp onSwipeDown",
            write: """
                write 'gestures: [{ type: swipe, directions: left, on: { recognized: plugin.handler } }]' \
                beside 'on:'
                """
        ),
        Synonym(
            "touchUpInside",
            "pinch onPinch zoom onZoom",
            write: "write 'gestures: [{ type: pinch, on: { changed: plugin.handler } }]' beside 'on:'"
        ),
        Synonym(
            "touchesBegan",
            "touchstart onTouchStart touchBegan touchBegin pointerdown mousedown ACTION_DOWN began"
        ),
        Synonym("touchesMoved", "touchmove onTouchMove touchMoved move moved pointermove mousemove ACTION_MOVE drag"),
        Synonym("touchesEnded", "touchend onTouchEnd touchEnded pointerup mouseup ACTION_UP onRelease released up"),
        Synonym("touchesCancelled", "touchcancel canceled onCanceled touchesCanceled pointercancel ACTION_CANCEL"),
        Synonym(
            "valueChanged",
            """
            change onChange onValueChanged input onInput onCheckedChange onCheckedChanged toggled onToggle toggle \
            progressChanged onProgressChanged onValueChange onMoved onToggled
            """
        ),
        Synonym("touchDown", "onPressIn pressIn down"),
        Synonym("began", "started start onStart gestureStart panstart"),
        Synonym("changed", "update updated moved onUpdate panmove translationChanged onTranslationChanged"),
        Synonym("ended", "end finished complete done onEnd released panend"),
        Synonym("cancelled", "canceled"),
        Synonym("idle", "inactive timeout onIdle"),
        Synonym("active", "resume onActive activity"),
        Synonym("dark", "off sleep blank standby"),
        Synonym("wake", "on wakeup unblank"),
        Synonym("stale", "stuck hang hangs frozen staleContact"),
        Synonym("silent", "quiet dead mute unresponsive"),
        Synonym("deviceAdded", "connected plugged added deviceConnected add"),
        Synonym("deviceRemoved", "disconnected unplugged removed deviceDisconnected remove"),
    ]

    /// Words of other toolkits for named values, such as view types and directions.
    static let values = [
        Synonym("View", "UIView Rectangle Item div box container Group FrameLayout LinearLayout Row Column Panel"),
        Synonym("Control", "UIControl AbstractButton MouseArea"),
        Synonym("Button", "UIButton TextButton ImageButton PushButton IconButton ToolButton btn"),
        Synonym("Slider", "UISlider SeekBar dial"),
        Synonym("Switch", "UISwitch Toggle CheckBox ToggleButton SwitchCompat"),
        Synonym("ViewController", "UIViewController"),
        Synonym("NavigationController", "UINavigationController Navigation StackView"),
        Synonym("tap", "click singleTap onTap touch UITapGestureRecognizer TapHandler"),
        Synonym("tap", "doubleTap doubleClick dblclick", write: "write 'type: tap, taps: 2'"),
        Synonym("longPress", "hold longClick pressAndHold longTap UILongPressGestureRecognizer press"),
        Synonym("pan", "drag move scroll DragHandler UIPanGestureRecognizer"),
        Synonym("pinch", "zoom scale PinchHandler UIPinchGestureRecognizer"),
        Synonym("rotation", "rotate twist UIRotationGestureRecognizer"),
        Synonym("swipe", "flick fling UISwipeGestureRecognizer"),
        Synonym("swipe", "swipeLeft", write: "write 'type: swipe, directions: left'"),
        Synonym("swipe", "swipeRight", write: "write 'type: swipe, directions: right'"),
        Synonym("swipe", "swipeUp", write: "write 'type: swipe, directions: up'"),
        Synonym("swipe", "swipeDown", write: "write 'type: swipe, directions: down'"),
        Synonym("screenEdgePan", "edgeSwipe edgePan screenEdge UIScreenEdgePanGestureRecognizer"),
        Synonym("up", "horizontal", write: "write [left, right]"),
        Synonym("up", "vertical", write: "write [up, down]"),
        Synonym("up", "top north"),
        Synonym("down", "bottom south"),
        Synonym("all", "any both"),
        Synonym("clamp", "clip edge limit"),
        Synonym("ignore", "drop reject discard"),
        Synonym("pass", "allow keep"),
        Synonym("select", "enter ok center return"),
        Synonym("menu", "back escape home"),
        Synonym("playPause", "play pause"),
        Synonym("meta", "cmd command win windows gui"),
        Synonym("ctrl", "ctl strg"),
        Synonym("pageup", "pgup prior"),
        Synonym("pagedown", "pgdn pgdown next"),
    ]
}
