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
        // The table, as values: the library's tests try it too.
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
        // The peer of our reader goes its own way to libevdev.
        .systemLibrary(name: "CPlainLibevdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
        .target(name: "CLibevdevLoop", dependencies: ["CPlainLibevdev"]),
    ]
)
