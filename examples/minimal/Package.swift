// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Minimal",
    dependencies: [.package(name: "Touchbridge", path: "../..")],
    targets: [
        .executableTarget(name: "Minimal", dependencies: [.product(name: "ResponderKit", package: "Touchbridge")])
    ]
)
