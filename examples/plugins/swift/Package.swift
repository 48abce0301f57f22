// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Knock",
    products: [.library(name: "Knock", type: .dynamic, targets: ["Knock"])],
    dependencies: [.package(name: "Touchbridge", path: "../../..")],
    targets: [
        .target(name: "Knock", dependencies: [.product(name: "TouchbridgePlugin", package: "Touchbridge")])
    ]
)
