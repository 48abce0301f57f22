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
        .target(name: "Geometry", swiftSettings: strict),
        .target(name: "ResponderKit", dependencies: ["Geometry"], swiftSettings: strict),
        .testTarget(name: "GeometryTests", dependencies: ["Geometry"], swiftSettings: strict),
        .testTarget(name: "ResponderKitTests", dependencies: ["ResponderKit"], swiftSettings: strict),
    ]
)
