extension Synonyms {
    /// Words of other toolkits for keys of the layout, its screens and their input devices.
    static let screens = [
        Synonym("screens", "displays monitors outputs screen display monitor panels panel"),
        Synonym("plugins", "services integrations modules extensions"),
        Synonym(
            "size",
            "width height resolution dimensions mode geometry frame",
            write: "write 'size: [width, height]' in points, as in 'size: [1920, 1080]'"
        ),
        Synonym("input", "device panel touchscreen touch touchDevice"),
        Synonym(
            "input",
            "rotation orientation flipX flipY swapAxes calibration grab filters staleContactTimeout silentAfter vendor product serial path",
            write: "write it in 'input:', as in 'input: { rotation: 90 }'"
        ),
        Synonym(
            "filters",
            "debounce dejitter minimumPressure outOfRange ghosts",
            write: "write it in 'filters:', as in 'filters: { debounce: 20ms }'"
        ),
        Synonym(
            "input",
            "debounce dejitter minimumPressure outOfRange ghosts",
            write: "write it in 'filters:', as in 'input: { filters: { debounce: 20ms } }'"
        ),
        Synonym("accommodations", "accessibility touchAccommodations assistiveTouch a11y"),
        Synonym(
            "accommodations",
            "holdDuration ignoreRepeat tapAssistance gestureDelay minimumMovement",
            write: "write it in 'accommodations:', as in 'accommodations: { holdDuration: 300ms }'"
        ),
        Synonym("holdDuration", "hold holdTime minimumDuration delay"),
        Synonym("ignoreRepeat", "repeat debounce bounceKeys"),
        Synonym("minimumMovement", "movement tolerance slop threshold"),
        Synonym("deadZones", "dead_zone exclude ignoreAreas masks"),
        Synonym("rotation", "rotate orientation angle transform turn"),
        Synonym("vendor", "vendorId idVendor vid"),
        Synonym(
            "vendor",
            "id ids usb usbId vidpid hardwareId",
            write: "write 'vendor: 0x222a, product: 0x0001' for the id 222a:0001 that 'lsusb' prints"
        ),
        Synonym("product", "productId idProduct pid model"),
        Synonym("path", "device devnode event node port"),
        Synonym("staleContactTimeout", "timeout stale touchTimeout"),
        Synonym("silentAfter", "silence silent silenceTimeout quietAfter"),
        Synonym("reject", "drop discard cancel refuse"),
        Synonym("after", "timeout delay time seconds duration idleTime"),
        Synonym("do", "action actions run call then handlers sequence command exec"),
        Synonym("wake", "on undim light"),
        Synonym("dark", "sleep dpms blank screensaver off standby"),
        Synonym("idle", "inactivity timeout"),
        Synonym("subviews", "idle", write: "'idle' belongs to a screen: write 'screens: [{ idle: … }]'"),
        Synonym("screens", "idle", write: "'idle' belongs to a screen: write 'screens: [{ idle: … }]'"),
        Synonym("subviews", "dark", write: "'dark' belongs to a screen: write 'screens: [{ dark: … }]'"),
        Synonym("screens", "dark", write: "'dark' belongs to a screen: write 'screens: [{ dark: … }]'"),
    ]

    /// Words of other toolkits for plugin types, and for the handlers and settings of plugins.
    static let plugins = [
        Synonym("exec", "shell command run script bash sh system shell_command"),
        Synonym(
            "exec",
            "file",
            write: "write 'type: exec', and append to a file with 'NAME.run: [sh, -c, \"echo text >> FILE\"]'"
        ),
        Synonym("mqtt", "mosquitto homeassistant hass"),
        Synonym("webhook", "http https rest curl request rest_command fetch"),
        Synonym("stream", "websocket websockets ws socket"),
        Synonym("log", "print console stdout logger logging"),
        Synonym("uinput", "keyboard keys virtual xdotool"),
        Synonym("tuio", "osc"),
        Synonym("process", "subprocess plugin python external program"),
        Synonym("library", "so dylib native swift shared"),
        Synonym("run", "exec execute start call command shell spawn"),
        Synonym("publish", "pub send post message emit"),
        Synonym("post", "get put request fetch call send publish"),
        Synonym("write", "print log say info echo message"),
        Synonym("key", "press type keypress tap"),
        Synonym("forward", "touch pass relay"),
        Synonym("broker", "host server url address hostname uri", write: "write 'broker: mqtt://HOST:1883'"),
        Synonym("broker", "port", write: "write the port after the host: 'broker: mqtt://HOST:1883'"),
        Synonym("user", "username login"),
        Synonym(
            "passwordFile",
            "password pass passwd secret",
            write:
                "a layout must not contain secrets: write 'passwordFile: FILE', where FILE contains only the password"
        ),
        Synonym("clientId", "client clientName"),
        Synonym("url", "address uri endpoint host link"),
        Synonym("payload", "message body data text content value"),
        Synonym("topic", "channel subject"),
        Synonym("retain", "retained persist"),
        Synonym("command", "cmd program exec args arguments run shell"),
        Synonym("timeLimit", "timeout maxTime"),
        Synonym("environment", "env variables"),
        Synonym("directory", "cwd dir workingDirectory chdir"),
    ]
}
