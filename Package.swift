// swift-tools-version: 6.1

import PackageDescription

/// Nothing imports the command, so what it imports is no part of an interface.
let commandSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
let settings = commandSettings + [.enableUpcomingFeature("InternalImportsByDefault")]

/// A module and its tests.
func module(_ name: String, uses dependencies: [Target.Dependency] = []) -> [Target] {
  [
    .target(name: name, dependencies: dependencies, swiftSettings: settings),
    .testTarget(
      name: name + "Tests", dependencies: [.byName(name: name), "TestSupport"] + dependencies,
      swiftSettings: settings),
  ]
}

/// What every capability of a workspace builds on.
let data: [Target.Dependency] = [
  "OKitModels", "OKitStorage", "Bindings", "Definitions", "JSONDocument", "Ciphers", "CSystem",
]

let package = Package(
  name: "okit",
  products: [
    .library(name: "OKitData", targets: ["OKitData"]),
    .executable(name: "okit", targets: ["OKitCommand"]),
  ],
  targets: [
    .executableTarget(
      name: "OKitCommand",
      dependencies: [
        "OKitData", "OKitEditing", "OKitBackups", "OKitMigrations", "OKitChecks", "OKitModels", "OKitStorage",
        "CommandKit",
        "Bindings", "Definitions", "Ciphers", "JSONDocument", "CSystem",
      ],
      swiftSettings: commandSettings),
    .testTarget(
      name: "CommandTests", dependencies: ["OKitCommand", "OKitStorage", "CommandKit", "TestSupport"],
      swiftSettings: settings),
    .target(name: "TestSupport", dependencies: ["JSONDocument"], path: "Tests/TestSupport", swiftSettings: settings),
    .target(name: "OKitEditing", dependencies: data, swiftSettings: settings),
    .target(name: "OKitBackups", dependencies: data + ["Archives"], swiftSettings: settings),
    .target(name: "OKitMigrations", dependencies: data, swiftSettings: settings),
    .target(name: "OKitChecks", dependencies: data, swiftSettings: settings),
    .target(
      name: "OKitModels",
      dependencies: ["OKitStorage", "Bindings", "Definitions", "JSONDocument", "Ciphers", "LocalDates", "CSystem"],
      swiftSettings: settings),
    .target(name: "OKitStorage", dependencies: ["Ciphers", "JSONDocument", "CSystem"], swiftSettings: settings),
    .target(name: "CSystem"),
    .target(name: "CNettle"),
    .systemLibrary(
      name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
    .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
  ]
    + module("OKitData", uses: data + ["OKitEditing", "OKitBackups", "OKitMigrations", "OKitChecks", "Archives"])
    + module("Bindings", uses: ["JSONDocument"])
    + module("Definitions", uses: ["JSONDocument"])
    + module("JSONDocument")
    + module("Ciphers", uses: ["CCrypto"])
    + module("LocalDates")
    + module("Archives", uses: ["CArchive", "CZstd", "CNettle", "CSystem"])
    + module("CommandKit", uses: ["CSystem"])
)

// The fuzzers are built with instruments that nothing else wants: see Tests/Fuzzing and `make fuzz`.
if Context.environment["OKIT_FUZZING"] != nil {
  package.targets.append(
    .executableTarget(
      name: "Fuzzing",
      dependencies: [
        "OKitData", "OKitBackups", "OKitMigrations", "OKitModels", "OKitStorage", "Bindings", "Definitions",
        "JSONDocument",
        "Ciphers", "Archives", "TestSupport",
      ],
      path: "Tests/Fuzzing", swiftSettings: settings))
}
