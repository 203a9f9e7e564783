// swift-tools-version: 6.1

import PackageDescription

/// Nothing imports the command, so its imports are not part of any interface.
let commandSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
let settings = commandSettings + [.enableUpcomingFeature("InternalImportsByDefault")]
/// Optimizing the tests themselves would take longer than it saves, even if the code they test is optimized.
let testSettings = settings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// A module and its tests. `support` is added for tests that need a workspace.
func module(
  _ name: String, uses dependencies: [Target.Dependency] = [], support: [Target.Dependency] = []
) -> [Target] {
  [
    .target(name: name, dependencies: dependencies, swiftSettings: settings),
    .testTarget(
      name: name + "Tests", dependencies: [.byName(name: name), "TestSupport"] + dependencies + support,
      swiftSettings: testSettings),
  ]
}

/// A module of the library that works on a workspace, and its tests.
func library(_ name: String, uses dependencies: [Target.Dependency]) -> [Target] {
  module(name, uses: dependencies, support: ["WorkspaceTestSupport"])
}

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
        "OKitData", "OKitServer", "OKitEditing", "OKitBackups", "OKitMigrations", "OKitChecks", "OKitHistory",
        "OKitQueries", "OKitRemote", "OKitModels", "OKitStorage", "HTTPServer", "HTTPClient", "Tables", "Rules",
        "Forms", "XcodeFiles", "Bindings",
        "Definitions", "JSONDocument", "Ciphers", "CommandKit", "Restic", "CSystem",
      ],
      swiftSettings: commandSettings),
    .testTarget(
      name: "OKitCommandTests", dependencies: ["OKitCommand", "CommandKit", "TestSupport"],
      swiftSettings: testSettings),
    // These tests start the command as a process. By far the most of all, they are compiled beside the modules, not after them.
    .testTarget(
      name: "CommandTests", dependencies: ["JSONDocument", "TestSupport"], swiftSettings: testSettings),
    .target(
      name: "TestSupport", dependencies: ["Ciphers", "JSONDocument"], path: "Tests/TestSupport", swiftSettings: settings
    ),
    .target(
      name: "WorkspaceTestSupport",
      dependencies: [
        "OKitData", "OKitBackups", "OKitChecks", "OKitHistory", "OKitMigrations", "OKitModels", "OKitStorage",
        "Tables", "Definitions", "JSONDocument", "Ciphers", "TestSupport",
      ],
      path: "Tests/WorkspaceTestSupport", swiftSettings: settings),
    .target(name: "CSystem"),
    .target(name: "CNettle"),
    .systemLibrary(
      name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
    .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    // Of these two, only the types are used; the libraries are loaded when they are needed.
    .systemLibrary(name: "CCurl"),
    .systemLibrary(name: "CMicroHTTPD"),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
  ]
    + module(
      "OKitData",
      uses: [
        "OKitEditing", "OKitBackups", "OKitMigrations", "OKitChecks", "OKitHistory", "OKitModels", "OKitStorage",
        "Bindings", "Definitions", "JSONDocument", "Ciphers", "Restic", "CSystem",
      ],
      // The tests of faults also run the exports of queries, and the exchange with servers.
      support: ["WorkspaceTestSupport", "OKitQueries", "OKitRemote", "HTTPClient"])
    + library(
      "OKitServer",
      uses: [
        "OKitData", "OKitEditing", "OKitQueries", "OKitModels", "OKitStorage", "HTTPServer", "Bindings",
        "JSONDocument", "Ciphers",
      ])
    + library(
      "OKitEditing",
      uses: [
        "OKitModels", "OKitStorage", "Forms", "Rules", "Tables", "Bindings", "Definitions", "JSONDocument", "Ciphers",
      ])
    + library("OKitBackups", uses: ["OKitModels", "OKitStorage", "JSONDocument", "Ciphers", "Archives", "Restic"])
    + module("HTTPServer", uses: ["OKitStorage", "JSONDocument", "Ciphers", "CSystem", "CMicroHTTPD"])
    + module("Restic", uses: ["OKitStorage", "JSONDocument", "Ciphers", "CSystem"])
    + library(
      "OKitMigrations", uses: ["OKitModels", "OKitStorage", "Bindings", "Definitions", "JSONDocument", "Ciphers"])
    + library(
      "OKitRemote",
      uses: [
        "OKitModels", "OKitStorage", "HTTPClient", "XcodeFiles", "Bindings", "Definitions", "JSONDocument", "Ciphers",
      ])
    + library("OKitHistory", uses: ["OKitModels", "OKitStorage", "JSONDocument", "Ciphers"])
    + library(
      "OKitQueries",
      uses: [
        "OKitModels", "OKitStorage", "Bindings", "Definitions", "JSONDocument", "Ciphers", "LocalText", "SQLite",
        "Tables",
      ])
    + library(
      "OKitChecks",
      uses: [
        "OKitModels", "OKitStorage", "Forms", "Rules", "Bindings", "Definitions", "JSONDocument", "XcodeFiles",
      ])
    + library(
      "OKitModels",
      uses: ["OKitStorage", "Forms", "Rules", "Bindings", "Definitions", "JSONDocument", "Ciphers", "LocalText"])
    + library("OKitStorage", uses: ["JSONDocument", "Ciphers", "CSystem"])
    + module("Tables", uses: ["Bindings", "JSONDocument"])
    + module("Forms", uses: ["Rules", "Bindings", "JSONDocument"])
    + module("Rules", uses: ["Bindings", "JSONDocument", "LocalText"])
    + module("Bindings", uses: ["JSONDocument"])
    + module("Definitions", uses: ["JSONDocument"])
    + module("JSONDocument")
    + module("Ciphers", uses: ["CCrypto"])
    + module("HTTPClient", uses: ["Ciphers", "CCurl"])
    + module("LocalText")
    + module("XcodeFiles")
    + module("SQLite", uses: ["CSQLite"])
    + module("Archives", uses: ["CArchive", "CZstd", "CNettle"])
    + module("CommandKit", uses: ["CSystem"])
)

// libFuzzer needs the fuzzers as a program, built with its own instrumentation: see Tests/Fuzzing and `make fuzz`. Otherwise they are tests, which
// run on their seeds.
let fuzzed: [Target.Dependency] = [
  "OKitData", "OKitServer", "HTTPServer", "HTTPClient", "OKitRemote", "OKitEditing", "OKitBackups", "OKitMigrations",
  "OKitQueries",
  "OKitModels", "OKitStorage", "Tables", "Rules", "Forms", "Bindings", "Definitions", "JSONDocument", "Ciphers",
  "Archives", "Restic", "XcodeFiles", "TestSupport",
]
package.targets.append(
  Context.environment["OKIT_FUZZING"] != nil
    ? .executableTarget(
      name: "Fuzzing", dependencies: fuzzed, path: "Tests/Fuzzing", exclude: ["SeedTests.swift"],
      swiftSettings: settings)
    : .testTarget(
      name: "FuzzingTests", dependencies: fuzzed, path: "Tests/Fuzzing", exclude: ["EntryPoint.swift"],
      swiftSettings: testSettings))
