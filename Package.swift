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
        .library(name: "ResponderKit", targets: ["ResponderKit"]),
        .library(name: "Contacts", targets: ["Contacts", "InputEvents", "Geometry"]),
    ],
    targets: [
        // The compiler turns rounding into calls of the C library's; their results are exact everywhere.
        .target(name: "Geometry", swiftSettings: strict, linkerSettings: [.linkedLibrary("m")]),
        .target(name: "ResponderKit", dependencies: ["Geometry"], swiftSettings: strict),
        .target(name: "InputEvents", swiftSettings: strict),
        .systemLibrary(name: "CMtdev", pkgConfig: "mtdev", providers: [.apt(["libmtdev-dev"])]),
        .target(name: "Contacts", dependencies: ["InputEvents", "Geometry", "CMtdev"], swiftSettings: strict),
        .testTarget(name: "GeometryTests", dependencies: ["Geometry"], swiftSettings: strict),
        .testTarget(
            name: "ResponderKitTests",
            dependencies: ["ResponderKit", "CAllocationCount"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ContactsTests",
            dependencies: ["Contacts", "InputEvents", "Geometry", "CAllocationCount"],
            swiftSettings: strict
        ),
        // The benchmarks' counter of allocations, so that tests hold what the benchmarks show.
        .target(name: "CAllocationCount", path: "Benchmarks/Sources/CAllocationCounter"),
    ]
)
