// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "Library",
  dependencies: [.package(name: "okit", path: "../..")],
  targets: [
    .executableTarget(name: "Library", dependencies: [.product(name: "OKitData", package: "okit")])
  ])
