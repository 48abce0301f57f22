// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "Benchmarks",
    dependencies: [.package(name: "Touchbridge", path: "..")],
    targets: [
        .target(name: "CAllocationCounter"),
        .target(name: "CSlotLoop"),
        .target(name: "CBareDecode"),
        // Data model of the report; its tests are in the main package.
        .target(name: "Report", swiftSettings: strict),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "CAllocationCounter", "CBareDecode", "CLibevdevLoop", "CSlotLoop", "Report",
                .product(name: "ResponderKit", package: "Touchbridge"),
                .product(name: "Pipeline", package: "Touchbridge"),
            ],
            swiftSettings: strict
        ),
        // A separate module map, so that this libevdev reader does not depend on Touchbridge's module.
        .systemLibrary(name: "CPlainLibevdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
        .target(name: "CLibevdevLoop", dependencies: ["CPlainLibevdev"]),
    ]
)
