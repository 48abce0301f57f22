// swift-tools-version: 6.2
import PackageDescription

/// Every target is held to the same rules; `make` adds the check of imports that only the driver knows.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "Touchbridge",
    products: [
        .library(name: "ResponderKit", targets: ["ResponderKit"])
    ],
    targets: [
        // The compiler turns rounding into calls of the C library's; their results are exact everywhere.
        .target(name: "Geometry", swiftSettings: strict, linkerSettings: [.linkedLibrary("m")]),
        .target(name: "ResponderKit", dependencies: ["Geometry"], swiftSettings: strict),
        .target(name: "InputEvents", swiftSettings: strict),
        .target(
            name: "Evdev",
            dependencies: ["InputEvents", "CInput", "CLibevdev", "CLibudev"],
            swiftSettings: strict
        ),
        .target(name: "CInput", dependencies: ["CLibevdev"]),
        .systemLibrary(name: "CLibevdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
        .systemLibrary(name: "CLibudev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
        .testTarget(name: "GeometryTests", dependencies: ["Geometry"], swiftSettings: strict),
        .testTarget(
            name: "ResponderKitTests",
            dependencies: ["ResponderKit", "CAllocationCount"],
            swiftSettings: strict
        ),
        .testTarget(name: "InputEventsTests", dependencies: ["InputEvents"], swiftSettings: strict),
        .testTarget(name: "EvdevTests", dependencies: ["Evdev", "InputEvents"], swiftSettings: strict),
        // Run by scripts/kernel-tests alone: they need a kernel that lets them make devices.
        .testTarget(
            name: "KernelTests",
            dependencies: ["Evdev", "InputEvents", "CAllocationCount", "CKernelTestSupport"],
            swiftSettings: strict
        ),
        .target(name: "CKernelTestSupport", path: "Tests/CKernelTestSupport"),
        // The benchmarks' counter of allocations, so that tests hold what the benchmarks show.
        .target(name: "CAllocationCount", path: "Benchmarks/Sources/CAllocationCounter"),
    ]
)
