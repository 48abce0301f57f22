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
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "CAllocationCounter", "CSlotLoop",
                .product(name: "ResponderKit", package: "Touchbridge"),
                .product(name: "Pipeline", package: "Touchbridge"),
            ],
            swiftSettings: strict
        ),
    ]
)
