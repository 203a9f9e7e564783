// swift-tools-version: 6.1

import PackageDescription

let package = Package(name: "store", targets: [.executableTarget(name: "store")])
