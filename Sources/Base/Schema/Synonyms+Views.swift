extension Synonyms {
    /// Words of other toolkits for keys of views, windows and controllers.
    static let views = [
        Synonym("subviews", "children child items views elements content contents components widgets nodes body cards"),
        Synonym(
            "frame",
            "anchors.fill anchors.centerIn fill fillParent stretch",
            write: "remove it to fill the superview, or write 'frame: [x, y, width, height]'"
        ),
        Synonym(
            "edges",
            "left top right bottom anchors margin margins inset insets padding marginLeft marginTop marginRight marginBottom",
            write: "write 'edges: { left: 10, top: 10, right: 10, bottom: 10 }' (each key is optional)"
        ),
        Synonym(
            "frame",
            """
            width height x y w h rect rectangle position pos origin geometry box dimensions layout_width layout_height \
            minWidth minHeight maxWidth maxHeight size
            """,
            write: "write 'frame: [x, y, width, height]', in points or percentages such as \"50%\""
        ),
        Synonym("hidden", "isHidden gone invisible"),
        Synonym(
            "hidden",
            "visible isVisible visibility shown show",
            write: "write 'hidden', which means the opposite: 'visible: false' is 'hidden: true'"
        ),
        Synonym("hidden", "display", write: "write 'hidden: true' for 'display: none'"),
        Synonym("alpha", "opacity transparency"),
        Synonym(
            "enabled",
            "disabled isDisabled",
            write: "write 'enabled', which means the opposite: 'disabled: true' is 'enabled: false'"
        ),
        Synonym("enabled", "isEnabled active"),
        Synonym("selected", "isSelected"),
        Synonym("autorepeat", "isAutoRepeat repeatInterval repeatDelay autoRepeatDelay autoRepeatInterval"),
        Synonym("userInteractionEnabled", "clickable touchable interactive pointerEvents touchEnabled focusable"),
        Synonym("multipleTouchEnabled", "multitouch multitouchEnabled "),
        Synonym("exclusiveTouch", "isExclusiveTouch splitMotionEvents"),
        Synonym("clipsToBounds", "clip overflow masksToBounds clipChildren"),
        Synonym("class", "type kind widget component element role"),
        Synonym("id", "name identifier objectName uid entity_id unique_id accessibilityIdentifier testID ref"),
        Synonym("gestures", "gestureRecognizers recognizers recognizer gesture gestureDetector mouseArea tapHandler"),
        Synonym("isOn", "on checked isChecked toggled"),
        Synonym("isOn", "state", write: "for a Switch write 'isOn: true'"),
        Synonym("continuous", "isContinuous live"),
        Synonym("value", "progress current"),
        Synonym(
            "range",
            "min max minimum maximum from to minimumValue maximumValue lowest highest",
            write: "write 'range: [lowest, highest]', as in 'range: [0, 100]'"
        ),
        Synonym(
            "transform",
            "rotation rotate angle scale translate translation matrix",
            write: "write 'transform: { rotation: 90 }', optionally with 'scale' and 'translation'"
        ),
        Synonym(
            "gestures",
            "onTap tap tapped doubleTap longPress onLongPress onLongClick onPressAndHold swipe pan pinch",
            write: "write 'gestures: [{ type: tap, on: { recognized: plugin.handler } }]'"
        ),
        Synonym(
            "subviews",
            """
            onClick click clicked onPress onPressed press action command run exec tap_action onClicked touchUpInside \
            touchDown valueChanged touchesBegan touchesMoved touchesEnded touchesCancelled onTouch onChange
            """,
            write: "write events in 'on:', as in 'on: { touchUpInside: plugin.handler }'"
        ),
        Synonym("on", "events event handlers listeners callbacks signals"),
        Synonym(
            "subviews",
            """
            text label title caption color colour background backgroundColor foreground font fontSize \
            fontFamily image icon src source style theme border borderColor borderWidth borderRadius cornerRadius \
            shadow tint tintColor textColor placeholder html url picture
            """,
            write: "remove it, because Touchbridge draws nothing"
        ),
        Synonym(
            "subviews",
            "z zIndex order elevation layer",
            write: "change the order of the subviews; later subviews are in front"
        ),
        Synonym("level", "windowLevel z zIndex order layer elevation"),
        Synonym("key", "isKey keyWindow focused makeKey"),
        Synonym(
            "root",
            "subviews children views view rootView body content contents ui main app page scene rootViewController",
            write: "write 'root: { subviews: […] }'"
        ),
        Synonym(
            "root",
            "text label title color colour background backgroundColor font image icon style theme",
            write: "remove it, because Touchbridge draws nothing"
        ),
    ]
}
