// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "TouchTest",
    dependencies: [.package(name: "Touchbridge", path: "../..")],
    targets: [
        .target(name: "Dimmer", dependencies: [.product(name: "ResponderKit", package: "Touchbridge")]),
        .executableTarget(
            name: "TouchTest",
            dependencies: ["Dimmer", .product(name: "TouchbridgeTestKit", package: "Touchbridge")]
        ),
        .testTarget(
            name: "DimmerTests",
            dependencies: ["Dimmer", .product(name: "TouchbridgeTestKit", package: "Touchbridge")],
            exclude: ["goldens"]
        ),
    ]
)
