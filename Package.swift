// swift-tools-version: 6.2
import PackageDescription

/// Common settings of all targets; `make` adds the check of explicit imports, which only the driver supports.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// Modules that process touches are optimized for speed. For the packaged program, the compiler writes LLVM bitcode
/// instead of machine code, so that the linker also inlines functions of other modules. A profile (scripts/profile)
/// tells the compiler how often each function and branch runs.
///
/// `TOUCHBRIDGE_PROFILE` is the path of the profile, or `record` for a program that records a profile.
let fast: [SwiftSetting] =
    strict
    + (Context.environment["TOUCHBRIDGE_PROFILE"].map { profile in
        let option = profile == "record" ? "-ir-profile-generate" : "-ir-profile-use=\(profile)"
        return [
            .unsafeFlags(
                ["-emit-bc", "-lto=llvm-full", option].flatMap { ["-Xfrontend", $0] },
                .when(configuration: .release)
            )
        ]
    } ?? [])

/// Modules that do not process touches are optimized for size, so that the program stays small.
let small: [SwiftSetting] = strict + [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// Tests are not optimized in a release build, which halves its time. Tests that count allocations use `strict`
/// instead: without optimization, their test doubles would allocate.
let tests: [SwiftSetting] = strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

let package = Package(
    name: "Touchbridge",
    products: [
        .library(name: "ResponderKit", targets: ["ResponderKit"]),
        // Used by the separate package Benchmarks.
        .library(
            name: "Pipeline",
            targets: [
                "Bridge", "BuiltinPlugins", "Contacts", "DeviceNodes", "Evdev", "FlightLog", "Geometry", "InputEvents",
                "InputHub", "JSON", "LayoutFile", "LayoutPlans", "LayoutRuntime", "Platform", "PluginAPI",
                "Recordings", "Schema", "Snapshots", "TouchTrace", "VirtualDevices",
            ]
        ),
        // Used by the separate package Fuzz.
        .library(
            name: "Fuzzed",
            targets: [
                "Bridge", "BuiltinPlugins", "BuiltinStream", "FlightLog", "Geometry", "GestureKinds", "InputEvents",
                "InputHub", "Inspector", "JSON", "LayoutFile", "LayoutPlans", "LayoutRuntime", "Platform",
                "PluginAPI", "PluginHosts", "PluginWorkers", "Recordings", "ResponderKit", "Schema", "Snapshots",
                "TouchTrace", "Web",
            ]
        ),
        // For plugins written in Swift.
        .library(name: "TouchbridgePlugin", targets: ["TouchbridgePlugin"]),
        .library(name: "TouchbridgeTestKit", targets: ["TouchbridgeTestKit"]),
        .executable(name: "touchbridge", targets: ["touchbridge"]),
        .executable(name: "touchbridge-dev", targets: ["touchbridge-dev"]),
    ],
    targets: [
        // The compiler turns rounding into calls of the C library, whose results are the same on all machines.
        .target(
            name: "Geometry",
            path: "Sources/Base/Geometry",
            swiftSettings: fast,
            linkerSettings: [.linkedLibrary("m")]
        ),
        .target(name: "ResponderKit", dependencies: ["Geometry"], exclude: ["README.md"], swiftSettings: fast),

        // Tables of metrics in Prometheus' text format.
        .target(name: "Metrics", path: "Sources/Base/Metrics", swiftSettings: fast),
        .target(
            name: "InputEvents",
            dependencies: ["Metrics"],
            path: "Sources/Input/InputEvents",
            swiftSettings: fast
        ),
        // Device nodes as described by udev and the kernel.
        .target(
            name: "DeviceNodes",
            dependencies: ["CInput", "CLibudev", "InputEvents"],
            path: "Sources/Input/DeviceNodes",
            swiftSettings: small
        ),
        .target(
            name: "Evdev",
            dependencies: ["CInput", "CLibevdev", "DeviceNodes", "InputEvents", "Metrics"],
            path: "Sources/Input/Evdev",
            swiftSettings: fast
        ),
        .target(
            name: "VirtualDevices",
            dependencies: ["CInput", "DeviceNodes", "InputEvents"],
            path: "Sources/Input/VirtualDevices",
            swiftSettings: fast
        ),
        .target(name: "CInput", dependencies: ["CLibevdev"], path: "Sources/C/CInput"),
        .systemLibrary(
            name: "CLibevdev",
            path: "Sources/C/CLibevdev",
            pkgConfig: "libevdev",
            providers: [.apt(["libevdev-dev"])]
        ),
        .systemLibrary(
            name: "CLibudev",
            path: "Sources/C/CLibudev",
            pkgConfig: "libudev",
            providers: [.apt(["libudev-dev"])]
        ),
        .target(name: "YAML", dependencies: ["CYAML", "Platform"], path: "Sources/Base/YAML", swiftSettings: small),
        .systemLibrary(
            name: "CYAML",
            path: "Sources/C/CYAML",
            pkgConfig: "yaml-0.1",
            providers: [.apt(["libyaml-dev"])]
        ),
        .target(name: "JSON", dependencies: ["Platform"], path: "Sources/Base/JSON", swiftSettings: fast),
        // Operating system services for all layers: clock, threads, log, secrets, terminal text.
        .target(name: "Platform", dependencies: ["CPlatform"], path: "Sources/Base/Platform", swiftSettings: fast),
        .target(name: "CPlatform", path: "Sources/C/CPlatform"),
        // SVG drawing of layouts and recordings; independent of both.
        .target(
            name: "Pictures",
            dependencies: ["Geometry"],
            path: "Sources/Diagnostics/Pictures",
            swiftSettings: small
        ),
        .target(
            name: "Schema",
            dependencies: ["JSON", "Platform", "YAML"],
            path: "Sources/Base/Schema",
            swiftSettings: small
        ),
        .target(
            name: "HandlerEvents",
            dependencies: ["JSON", "Platform"],
            path: "Sources/Plugins/HandlerEvents",
            swiftSettings: fast
        ),
        .target(
            name: "GestureKinds",
            dependencies: ["Geometry", "HandlerEvents", "Platform", "ResponderKit", "Schema", "YAML"],
            path: "Sources/Layout/GestureKinds",
            swiftSettings: small
        ),
        .target(
            name: "LayoutFile",
            dependencies: [
                "Contacts", "Geometry", "GestureKinds", "HandlerEvents", "InputHub", "JSON", "Platform", "Schema",
                "YAML",
            ],
            path: "Sources/Layout/LayoutFile",
            swiftSettings: small
        ),
        .target(
            name: "PluginAPI",
            dependencies: [
                "Geometry", "HandlerEvents", "InputEvents", "JSON", "Metrics", "Platform", "Schema", "YAML",
            ],
            path: "Sources/Plugins/PluginAPI",
            swiftSettings: fast
        ),
        // Common parts of plugins with their own thread: queues, state, stopping.
        .target(
            name: "PluginWorkers",
            dependencies: ["HandlerEvents", "Platform", "PluginAPI", "Schema"],
            path: "Sources/Plugins/PluginWorkers",
            swiftSettings: fast
        ),
        // Built-in plugins: one module per C library, and one for those without.
        .target(
            name: "BuiltinCore",
            dependencies: [
                "CExec", "Geometry", "HandlerEvents", "JSON", "Platform", "PluginAPI", "PluginWorkers", "Schema",
                "YAML",
            ],
            path: "Sources/Plugins/Builtin/Core",
            swiftSettings: small
        ),
        .target(
            name: "BuiltinMQTT",
            dependencies: [
                "CMosquitto", "HandlerEvents", "InputEvents", "JSON", "Metrics", "Platform", "PluginAPI",
                "PluginWorkers", "Schema", "YAML",
            ],
            path: "Sources/Plugins/Builtin/MQTT",
            swiftSettings: small
        ),
        .target(
            name: "BuiltinStream",
            dependencies: ["HandlerEvents", "JSON", "Platform", "PluginAPI", "PluginWorkers", "Schema", "Web", "YAML"],
            path: "Sources/Plugins/Builtin/Stream",
            swiftSettings: fast
        ),
        .target(
            name: "BuiltinUInput",
            dependencies: [
                "DeviceNodes", "Geometry", "HandlerEvents", "InputEvents", "JSON", "Platform", "PluginAPI",
                "PluginWorkers", "Schema", "VirtualDevices", "YAML",
            ],
            path: "Sources/Plugins/Builtin/UInput",
            swiftSettings: fast
        ),
        .target(
            name: "BuiltinWebhook",
            dependencies: [
                "CHTTP", "HandlerEvents", "JSON", "Platform", "PluginAPI", "PluginWorkers", "Schema", "YAML",
            ],
            path: "Sources/Plugins/Builtin/Webhook",
            swiftSettings: small
        ),
        .target(
            name: "BuiltinScript",
            dependencies: ["CLua", "HandlerEvents", "JSON", "Platform", "PluginAPI", "Schema", "YAML"],
            path: "Sources/Plugins/Builtin/Script",
            swiftSettings: fast
        ),
        // Lua's static library, so that a script has the same result on every machine.
        .target(
            name: "CLua",
            path: "Sources/C/CLua",
            linkerSettings: [.linkedLibrary(":liblua5.4.a"), .linkedLibrary("m")]
        ),
        .target(
            name: "BuiltinPlugins",
            dependencies: [
                "BuiltinCore", "BuiltinMQTT", "BuiltinScript", "BuiltinStream", "BuiltinUInput", "BuiltinWebhook",
                "PluginAPI",
            ],
            path: "Sources/Plugins/BuiltinPlugins",
            swiftSettings: fast
        ),
        // HTTP and WebSockets, for the plugin `stream`, the inspector and the metrics.
        .target(
            name: "Web",
            dependencies: ["CWebsockets", "Platform"],
            path: "Sources/Plugins/Web",
            swiftSettings: small
        ),
        // Server of the inspector page, whose files are embedded in the program.
        .target(
            name: "Inspector",
            dependencies: [
                "Bridge", "Contacts", "Explain", "FlightLog", "Geometry", "GestureKinds", "HandlerEvents",
                "InputEvents", "InputHub", "JSON", "LayoutRuntime", "Platform", "PluginAPI", "Recordings",
                "ResponderKit", "Schema", "Snapshots", "TouchScripts", "TouchTrace", "Web",
            ],
            path: "Sources/Diagnostics/Inspector",
            resources: [
                .embedInCode("Page/index.html"), .embedInCode("Page/inspector.css"), .embedInCode("Page/contacts.js"),
                .embedInCode("Page/elements.js"), .embedInCode("Page/explanation.js"), .embedInCode("Page/export.js"),
                .embedInCode("Page/fingers.js"), .embedInCode("Page/graph.js"), .embedInCode("Page/keys.js"),
                .embedInCode("Page/log.js"), .embedInCode("Page/main.js"), .embedInCode("Page/model.js"),
                .embedInCode("Page/overview.js"), .embedInCode("Page/panels.js"), .embedInCode("Page/probe.js"),
                .embedInCode("Page/scene.js"), .embedInCode("Page/tree.js"), .embedInCode("Page/view.js"),
                .embedInCode("Page/words.js"), .embedInCode("Page/icon.svg"),
            ],
            swiftSettings: small
        ),
        .target(name: "CExec", path: "Sources/C/CExec"),
        // Loads the network libraries of the next three targets when a layout needs them.
        .target(name: "CLibraries", path: "Sources/C/CLibraries"),
        .target(name: "CHTTP", dependencies: ["CLibraries"], path: "Sources/C/CHTTP"),
        .target(name: "CMosquitto", dependencies: ["CLibraries"], path: "Sources/C/CMosquitto"),
        .target(name: "CWebsockets", dependencies: ["CLibraries"], path: "Sources/C/CWebsockets"),
        .target(name: "CPluginSystem", dependencies: ["CExec"], path: "Sources/C/CPluginSystem"),
        // Third-party plugins: processes and shared objects.
        .target(
            name: "PluginHosts",
            dependencies: [
                "CPluginSystem", "CTouchbridgePlugin", "HandlerEvents", "JSON", "Platform", "PluginAPI",
                "PluginWorkers", "Schema", "YAML",
            ],
            path: "Sources/Plugins/PluginHosts",
            swiftSettings: fast
        ),
        .target(name: "CTouchbridgePlugin", path: "Sources/C/CTouchbridgePlugin"),
        // Linked into plugins written in Swift; not imported here.
        .target(
            name: "TouchbridgePlugin",
            dependencies: ["CTouchbridgePlugin"],
            path: "Sources/Plugins/TouchbridgePlugin",
            swiftSettings: fast
        ),
        // Scripts of finger movements, and their conversion to events of a panel.
        .target(
            name: "TouchScripts",
            dependencies: ["Contacts", "InputEvents", "InputHub", "JSON", "ResponderKit"],
            path: "Sources/Input/TouchScripts",
            swiftSettings: small
        ),
        .target(
            name: "Recordings",
            dependencies: [
                "CInput", "Geometry", "InputEvents", "JSON", "Platform", "ResponderKit", "TouchScripts", "YAML",
            ],
            path: "Sources/Input/Recordings",
            swiftSettings: fast
        ),
        .target(
            name: "Contacts",
            dependencies: ["CMtdev", "Geometry", "InputEvents", "Platform", "ResponderKit", "Schema"],
            path: "Sources/Input/Contacts",
            swiftSettings: fast
        ),
        .systemLibrary(
            name: "CMtdev",
            path: "Sources/C/CMtdev",
            pkgConfig: "mtdev",
            providers: [.apt(["libmtdev-dev"])]
        ),
        // Newest raw events of all devices.
        .target(
            name: "FlightLog",
            dependencies: ["InputEvents", "Platform"],
            path: "Sources/Input/FlightLog",
            swiftSettings: fast
        ),
        // Converts events of devices to touches and presses of an application.
        .target(
            name: "InputHub",
            dependencies: ["Contacts", "FlightLog", "Geometry", "InputEvents", "JSON", "Metrics", "ResponderKit"],
            path: "Sources/Input/InputHub",
            swiftSettings: fast
        ),
        // Decisions on the path of touches, as records and as JSON.
        .target(
            name: "TouchTrace",
            dependencies: [
                "Contacts", "GestureKinds", "HandlerEvents", "InputEvents", "InputHub", "JSON", "Platform", "PluginAPI",
                "ResponderKit",
            ],
            path: "Sources/Trace/TouchTrace",
            swiftSettings: fast
        ),
        // Layouts with checked plugins and handler calls.
        .target(
            name: "LayoutPlans",
            dependencies: [
                "Contacts", "Geometry", "HandlerEvents", "InputEvents", "InputHub", "JSON", "LayoutFile", "Platform",
                "PluginAPI", "Schema", "YAML",
            ],
            path: "Sources/Layout/LayoutPlans",
            swiftSettings: small
        ),
        // Views, handlers and plugins of a layout.
        .target(
            name: "LayoutRuntime",
            dependencies: [
                "Geometry", "GestureKinds", "HandlerEvents", "InputHub", "JSON", "LayoutFile", "LayoutPlans",
                "Platform", "PluginAPI", "ResponderKit", "Schema", "TouchTrace",
            ],
            path: "Sources/Bridge/LayoutRuntime",
            swiftSettings: fast
        ),
        .target(
            name: "Bridge",
            dependencies: [
                "Contacts", "Geometry", "HandlerEvents", "InputEvents", "InputHub", "JSON", "LayoutFile",
                "LayoutPlans", "LayoutRuntime", "Metrics", "Platform", "PluginAPI", "ResponderKit", "TouchTrace",
            ],
            path: "Sources/Bridge/Bridge",
            swiftSettings: fast
        ),
        // Snapshots of the tree and the devices as values.
        .target(
            name: "Snapshots",
            dependencies: [
                "Bridge", "Contacts", "FlightLog", "Geometry", "GestureKinds", "HandlerEvents", "InputEvents",
                "InputHub", "JSON", "LayoutFile", "LayoutPlans", "LayoutRuntime", "Platform", "PluginAPI",
                "Recordings", "ResponderKit", "Schema", "TouchTrace",
            ],
            path: "Sources/Diagnostics/Snapshots",
            swiftSettings: small
        ),
        // Explains the path of each touch in sentences.
        .target(
            name: "Explain",
            dependencies: [
                "Geometry", "GestureKinds", "HandlerEvents", "InputHub", "JSON", "LayoutRuntime", "Platform",
                "PluginAPI", "ResponderKit", "Snapshots", "TouchTrace",
            ],
            path: "Sources/Diagnostics/Explain",
            swiftSettings: small
        ),
        // Compares the results of touch scripts with their expectations.
        .target(
            name: "ScriptChecks",
            dependencies: [
                "Bridge", "HandlerEvents", "InputEvents", "JSON", "LayoutPlans", "LayoutRuntime", "PluginAPI",
                "ResponderKit", "Schema", "TouchScripts", "TouchTrace",
            ],
            path: "Sources/Diagnostics/ScriptChecks",
            swiftSettings: small
        ),
        // Random and adversarial runs of the whole bridge, with invariants.
        .target(
            name: "Torture",
            dependencies: [
                "Bridge", "BuiltinPlugins", "BuiltinUInput", "CTorture", "Contacts", "HandlerEvents", "InputEvents",
                "InputHub", "JSON", "LayoutFile", "LayoutPlans", "LayoutRuntime", "Platform", "PluginAPI",
                "ResponderKit", "Schema", "TouchTrace",
            ],
            path: "Sources/Command/Torture",
            swiftSettings: fast
        ),
        .target(name: "CTorture", path: "Sources/C/CTorture"),
        .target(
            name: "TouchbridgeTestKit",
            dependencies: [
                "Bridge", "BuiltinPlugins", "Contacts", "HandlerEvents", "InputEvents", "InputHub", "LayoutFile",
                "LayoutPlans", "LayoutRuntime", "PluginAPI", "Recordings", "ResponderKit", "Schema", "ScriptChecks",
                "TouchScripts", "TouchTrace",
            ],
            path: "Sources/TestKit/TouchbridgeTestKit",
            swiftSettings: fast
        ),
        // Event loop, journal, D-Bus and service manager.
        .target(
            name: "Systemd",
            dependencies: ["CSystemd", "Platform"],
            path: "Sources/Command/Systemd",
            swiftSettings: fast
        ),
        // Common parts of both programs: arguments, help, output, loading of layouts.
        .target(
            name: "CommandSupport",
            dependencies: [
                "Bridge", "BuiltinPlugins", "Contacts", "InputEvents", "InputHub", "LayoutFile", "LayoutPlans",
                "Platform", "PluginAPI", "PluginHosts", "Recordings", "ResponderKit", "Schema", "Systemd",
                "TouchScripts",
                "YAML",
            ],
            path: "Sources/Command/CommandSupport",
            swiftSettings: small
        ),
        // Input devices and the event loop that reads them.
        .target(
            name: "LiveInput",
            dependencies: [
                "Bridge", "CommandSupport", "DeviceNodes", "Evdev", "InputEvents", "InputHub", "LayoutFile", "Metrics",
                "Platform", "PluginAPI", "Recordings", "ResponderKit", "Systemd",
            ],
            path: "Sources/Command/LiveInput",
            swiftSettings: fast
        ),
        // Dumps of the flight recorder.
        .target(
            name: "FlightDumps",
            dependencies: [
                "Bridge", "CommandSupport", "FlightLog", "HandlerEvents", "InputEvents", "InputHub", "JSON",
                "LayoutFile", "LayoutPlans", "LayoutRuntime", "Platform", "PluginAPI", "Recordings", "Schema",
                "Snapshots", "Systemd", "TouchTrace",
            ],
            path: "Sources/Command/FlightDumps",
            swiftSettings: small
        ),
        // Control socket of a running service: the server, and the client of the commands.
        .target(
            name: "ControlSocket",
            dependencies: [
                "CommandSupport", "FlightDumps", "JSON", "Platform", "PluginAPI", "ResponderKit", "TouchTrace", "Web",
            ],
            path: "Sources/Command/ControlSocket",
            swiftSettings: small
        ),
        .target(
            name: "TouchbridgeService",
            dependencies: [
                "Bridge", "CommandSupport", "ControlSocket", "DeviceNodes", "Evdev", "FlightDumps", "Geometry",
                "InputEvents", "InputHub", "Inspector", "JSON", "LayoutFile", "LayoutPlans", "LayoutRuntime",
                "LiveInput",
                "Metrics", "Platform", "PluginAPI", "Recordings", "ResponderKit", "Schema", "Systemd", "TouchScripts",
                "TouchTrace", "Web",
            ],
            path: "Sources/Command/TouchbridgeService",
            swiftSettings: fast
        ),
        .target(
            name: "TouchbridgeCommands",
            dependencies: [
                "Bridge", "CommandSupport", "Contacts", "ControlSocket", "DeviceNodes", "Evdev", "Explain", "Geometry",
                "GestureKinds",
                "HandlerEvents", "InputEvents", "InputHub", "Inspector", "JSON", "LayoutFile", "LayoutPlans",
                "LayoutRuntime", "LiveInput", "Pictures", "Platform", "PluginAPI", "Recordings", "ResponderKit",
                "Schema", "ScriptChecks", "Snapshots", "Systemd", "TouchScripts", "TouchTrace", "Web", "YAML",
            ],
            path: "Sources/Command/TouchbridgeCommands",
            resources: [
                .embedInCode("PanelPage/Page/index.html"), .embedInCode("PanelPage/Page/panel.css"),
                .embedInCode("PanelPage/Page/panel.js"),
            ],
            swiftSettings: small
        ),
        .target(
            name: "TouchbridgeDevTools",
            dependencies: [
                "Bridge", "CommandSupport", "FlightDumps", "Geometry", "InputEvents", "InputHub", "LayoutFile",
                "LayoutPlans", "Platform", "PluginAPI", "Recordings", "ResponderKit", "ScriptChecks", "Systemd",
                "Torture",
                "TouchScripts",
            ],
            path: "Sources/Command/TouchbridgeDevTools",
            swiftSettings: fast
        ),
        .executableTarget(
            name: "touchbridge",
            dependencies: ["CommandSupport", "TouchbridgeCommands", "TouchbridgeService"],
            path: "Sources/Command/touchbridge",
            swiftSettings: fast
        ),
        .executableTarget(
            name: "touchbridge-dev",
            dependencies: ["CommandSupport", "TouchbridgeDevTools"],
            path: "Sources/Command/touchbridge-dev",
            swiftSettings: fast
        ),
        .systemLibrary(
            name: "CSystemd",
            path: "Sources/C/CSystemd",
            pkgConfig: "libsystemd",
            providers: [.apt(["libsystemd-dev"])]
        ),

        .testTarget(name: "GeometryTests", dependencies: ["Geometry", "TestSupport"], swiftSettings: tests),
        .testTarget(
            name: "ResponderKitTests",
            dependencies: ["CAllocationCount", "ResponderKit", "TestSupport", "TestTraits", "TimeLimits"],
            exclude: ["Porting/UIKitCode.txt"],
            swiftSettings: tests
        ),
        .testTarget(name: "InputEventsTests", dependencies: ["InputEvents", "TestTraits"], swiftSettings: tests),
        .testTarget(
            name: "EvdevTests",
            dependencies: ["DeviceNodes", "Evdev", "TestTraits"],
            swiftSettings: tests
        ),
        // Run only by scripts/kernel-tests: they need a kernel that allows creating devices.
        .testTarget(
            name: "KernelTests",
            dependencies: [
                "CAllocationCount", "CKernelTestSupport", "CSystemd", "DeviceNodes", "Evdev", "InputEvents", "JSON",
                "MetricsReading", "TestSupport", "TestTraits", "TimeLimits", "VirtualDevices", "touchbridge",
            ],
            swiftSettings: strict
        ),
        .testTarget(name: "YAMLTests", dependencies: ["TestTraits", "YAML"], swiftSettings: tests),
        .testTarget(name: "SchemaTests", dependencies: ["JSON", "Schema", "TestTraits", "YAML"], swiftSettings: tests),
        .testTarget(
            name: "LayoutFileTests",
            dependencies: [
                "BuiltinPlugins", "Geometry", "GestureKinds", "HandlerEvents", "InputHub", "JSON", "LayoutFile",
                "LayoutPlans", "PageReading", "PluginAPI", "PluginHosts", "ResponderKit", "Schema", "TestTraits",
                "TouchbridgeTestKit", "YAML",
            ],
            swiftSettings: tests
        ),
        .testTarget(name: "PicturesTests", dependencies: ["Geometry", "Pictures"], swiftSettings: tests),
        .testTarget(
            name: "PlatformTests",
            dependencies: ["Platform", "PluginAPI", "TestTraits"],
            swiftSettings: tests
        ),
        .testTarget(name: "JSONTests", dependencies: ["JSON", "TestTraits"], swiftSettings: tests),
        .testTarget(
            name: "PluginHostTests",
            dependencies: [
                "CTouchbridgePlugin", "HandlerEvents", "JSON", "Platform", "PluginAPI", "PluginHosts", "Schema",
                "TestTraits", "TouchbridgePlugin", "YAML",
            ],
            swiftSettings: tests
        ),
        .testTarget(
            name: "PluginAPITests",
            dependencies: [
                "CAllocationCount", "HandlerEvents", "Platform", "PluginAPI", "Schema", "TestTraits", "YAML",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "RecordingsTests",
            dependencies: [
                "Geometry", "InputEvents", "Platform", "Recordings", "ResponderKit", "TestSupport", "TestTraits",
                "TouchScripts",
            ],
            exclude: ["check-with-libinput-replay.py"],
            swiftSettings: tests
        ),
        .testTarget(
            name: "ContactsTests",
            dependencies: ["CAllocationCount", "Contacts", "Geometry", "InputEvents", "ResponderKit", "TestTraits"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "BridgeTests",
            dependencies: [
                "Bridge", "CAllocationCount", "Contacts", "FlightLog", "Geometry", "HandlerEvents", "InputEvents",
                "InputHub", "JSON", "LayoutFile", "LayoutPlans", "LayoutRuntime", "Platform", "PluginAPI", "Recordings",
                "ResponderKit", "Schema", "Snapshots", "TestSupport", "TestTraits", "TimeLimits", "TouchTrace", "YAML",
            ],
            swiftSettings: tests
        ),
        // Tests that the way of a touch from event to plugin allocates nothing.
        .testTarget(
            name: "AllocationTests",
            dependencies: [
                "Bridge", "CAllocationCount", "FlightLog", "HandlerEvents", "InputEvents", "InputHub", "LayoutFile",
                "LayoutPlans", "LayoutRuntime", "Platform", "PluginAPI", "ResponderKit", "Schema", "TestSupport",
                "TestTraits", "TouchTrace",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ExplainTests",
            dependencies: [
                "Bridge", "BuiltinPlugins", "Explain", "GestureKinds", "JSON", "LayoutFile", "LayoutPlans",
                "LayoutRuntime", "PluginAPI", "ResponderKit", "Schema", "Snapshots", "TouchTrace",
            ],
            swiftSettings: tests
        ),
        .testTarget(
            name: "BuiltinPluginsTests",
            dependencies: [
                "Bridge", "BuiltinCore", "BuiltinMQTT", "BuiltinPlugins", "BuiltinScript", "BuiltinStream",
                "BuiltinUInput", "BuiltinWebhook", "DeviceNodes", "Geometry", "HandlerEvents", "InputEvents", "JSON",
                "LayoutFile",
                "LayoutPlans", "LayoutRuntime", "Platform", "PluginAPI", "PluginWorkers", "ResponderKit", "Schema",
                "TestSupport", "TestTraits", "TimeLimits", "VirtualDevices", "Web", "YAML",
            ],
            exclude: ["Webhook/server.py"],
            swiftSettings: tests
        ),
        .testTarget(
            name: "InspectorTests",
            dependencies: [
                "Bridge", "BuiltinPlugins", "FlightLog", "Geometry", "InputEvents", "InputHub", "Inspector", "JSON",
                "LayoutFile", "LayoutPlans", "LayoutRuntime", "Platform", "PluginAPI", "Recordings", "ResponderKit",
                "Schema", "Snapshots", "TestSupport", "TestTraits", "TimeLimits", "TouchTrace",
            ],
            swiftSettings: tests
        ),
        .testTarget(
            name: "TortureTests",
            dependencies: [
                "BuiltinPlugins", "HandlerEvents", "InputEvents", "InputHub", "LayoutFile", "LayoutPlans", "Platform",
                "PluginAPI", "ResponderKit", "Schema", "Torture", "TouchTrace",
            ],
            exclude: ["breaks"],
            swiftSettings: tests
        ),
        .testTarget(
            name: "WebTests",
            dependencies: ["Platform", "PluginAPI", "Schema", "TestSupport", "TestTraits", "TimeLimits", "Web"],
            swiftSettings: tests
        ),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "Bridge", "CommandSupport", "Contacts", "ControlSocket", "FlightDumps", "FlightLog", "Geometry",
                "InputEvents", "HandlerEvents", "InputHub", "JSON",
                "LayoutFile", "LiveInput", "Metrics", "MetricsReading", "PageReading", "Platform", "PluginAPI",
                "Recordings", "ResponderKit", "Schema", "Systemd", "TestSupport", "TestTraits", "TimeLimits",
                "TouchScripts", "TouchTrace", "TouchbridgeCommands", "TouchbridgeService", "YAML", "touchbridge",
                "touchbridge-dev",
            ],
            swiftSettings: tests
        ),
        // Runs the fuzz targets with the corpus and earlier findings.
        .testTarget(
            name: "FuzzTests",
            dependencies: [
                "Bridge", "BuiltinPlugins", "BuiltinStream", "GestureKinds", "InputEvents", "InputHub", "Inspector",
                "JSON", "LayoutFile", "LayoutPlans", "LayoutRuntime", "Platform", "PluginAPI", "PluginHosts",
                "PluginWorkers", "Recordings", "ResponderKit", "Schema", "Snapshots", "TouchTrace", "Web",
            ],
            path: "Fuzz",
            exclude: ["Package.swift", "Sources/main.swift", "Words", "corpus"],
            sources: ["Sources/Targets", "Tests"],
            swiftSettings: tests
        ),
        // Timeouts of all tests.
        .target(name: "TimeLimits", path: "Tests/TimeLimits", swiftSettings: fast),
        // Traits that name the rules and limits that a test proves.
        .target(name: "TestTraits", path: "Tests/TestTraits", swiftSettings: fast),
        // Shared helpers of test modules: events of synthetic devices, sockets, programs, a browser, random numbers.
        .target(
            name: "TestSupport",
            dependencies: ["InputEvents", "JSON", "TimeLimits"],
            path: "Tests/TestSupport",
            swiftSettings: fast
        ),
        .target(
            name: "MetricsReading",
            dependencies: ["TestSupport"],
            path: "Tests/MetricsReading",
            swiftSettings: fast
        ),
        .target(name: "PageReading", path: "Tests/PageReading", swiftSettings: fast),
        .target(name: "CKernelTestSupport", path: "Tests/CKernelTestSupport"),
        .testTarget(
            name: "TouchbridgeTestKitTests",
            dependencies: [
                "Bridge", "BuiltinPlugins", "InputEvents", "InputHub", "JSON", "LayoutFile", "LayoutPlans", "PluginAPI",
                "Recordings", "ResponderKit", "Schema", "TestTraits", "TouchScripts", "TouchTrace",
                "TouchbridgeTestKit",
            ],
            exclude: ["goldens"],
            swiftSettings: tests
        ),
        // Allocation counter of the benchmarks, also used by tests.
        .target(name: "CAllocationCount", path: "Benchmarks/Sources/CAllocationCounter"),
        // Generates the page of the benchmarks.
        .target(name: "BenchmarkReport", path: "Benchmarks/Sources/Report", swiftSettings: fast),
        .testTarget(name: "BenchmarkReportTests", dependencies: ["BenchmarkReport"], swiftSettings: tests),
    ]
)

// In a release build, only the tests of the modules that process touches are built and run (scripts/swift-tests).
if Context.environment["TOUCHBRIDGE_TESTS"] == "touch-path" {
    let tests = [
        "AllocationTests", "BridgeTests", "ContactsTests", "EvdevTests", "GeometryTests", "InputEventsTests",
        "JSONTests", "PluginAPITests", "RecordingsTests", "ResponderKitTests",
    ]
    var kept = Set(tests)
    var unvisited = tests
    while let name = unvisited.popLast(), let target = package.targets.first(where: { $0.name == name }) {
        for case .byNameItem(let name, _) in target.dependencies where kept.insert(name).inserted {
            unvisited.append(name)
        }
    }
    package.targets.removeAll { !kept.contains($0.name) }
    package.products = []
}
