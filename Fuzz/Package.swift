// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

// scripts/fuzz builds this package with libFuzzer's compiler flags.
let package = Package(
    name: "Fuzz",
    dependencies: [.package(name: "Touchbridge", path: "..")],
    targets: [
        .executableTarget(
            name: "Fuzz",
            dependencies: [.product(name: "Fuzzed", package: "Touchbridge")],
            path: "Sources",
            swiftSettings: strict
        )
    ]
)
