import Foundation
import Glibc
import TestSupport
import Testing

/// A machine for one test: a temporary folder with an empty home, and an environment with no other variables.
final class Machine {
  private let place: TemporaryFolder
  var folder: String { place.path }
  var environment: [String: String]
  private var runtime: TemporaryFolder?
  /// The most memory that okit may ask for, in bytes, if less than the limit of every program.
  var memory: Int?
  /// The limits of each program.
  var limits = ChildProcess.Limits()

  init() throws {
    place = try TemporaryFolder()
    let folder = place.path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    environment = [
      "HOME": folder + "/home", "XDG_CONFIG_HOME": folder + "/config", "PATH": path, "LC_ALL": "C",
    ]
    // The options of the sanitizers and of the coverage, if the tests are built with them.
    for name in ["ASAN_OPTIONS", "TSAN_OPTIONS", "LLVM_PROFILE_FILE"] {
      if let options = getenv(name) { environment[name] = String(cString: options) }
    }
    try Files.makeFolder(folder + "/home")
    try Files.makeFolder(folder + "/streams")
  }

  /// The command that was built: beside the tests, or at the path in `OKIT_BINARY`.
  static let okit: String = {
    if let path = ProcessInfo.processInfo.environment["OKIT_BINARY"] { return path }
    let program = CommandLine.arguments[0]
    let candidates = Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent().path } + [program]
    let bundle = candidates.map { $0 + "/okit" }.first { access($0, X_OK) == 0 }
    return bundle ?? URL(fileURLWithPath: program).deletingLastPathComponent().path + "/okit"
  }()

  /// A PATH that begins with the command that was built.
  var pathWithOKit: String {
    let folder = Self.okit.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    return "\(folder):\(environment["PATH"] ?? "")"
  }

  func path(_ name: String) -> String { "\(folder)/\(name)" }

  @discardableResult
  func write(_ text: String, _ name: String, mode: mode_t = 0o600) throws -> String {
    try Files.write(text, to: path(name), mode: mode)
    return path(name)
  }

  /// The folder of the user for the time of a login, in memory.
  func runtimeFolder() throws -> String {
    let folder = try runtime ?? TemporaryFolder(inMemory: true)
    runtime = folder
    return folder.path
  }

  /// Lets okit run a script as the editor, which gets the file as `$1`. `$okit` is the command.
  func useEditor(_ script: String) throws {
    environment["EDITOR"] = try write("#!/bin/sh\nokit='\(Self.okit)'\n\(script)\n", "editor", mode: 0o700)
    environment["XDG_RUNTIME_DIR"] = try runtimeFolder()
  }

  /// Adds folders to the safe ones in the user's settings.
  func trust(_ folders: String...) throws {
    try Files.makeFolder(folder + "/config")
    try Files.makeFolder(folder + "/config/okit")
    let list = folders.map { "\"\($0)\"" }.joined(separator: ", ")
    try write("{\"safe\": {\"folder\": [\(list)]}}\n", "config/okit/config.json")
  }

  // MARK: - Running

  /// Runs okit, and records an issue unless it ends as expected.
  @discardableResult
  func okit(
    _ arguments: String..., status: Int32 = 0, input: [UInt8] = [], with variables: [String: String] = [:],
    in place: String? = nil, at location: SourceLocation = #_sourceLocation
  ) throws -> Output {
    try okit(arguments, status: status, input: input, with: variables, in: place, at: location)
  }

  @discardableResult
  func okit(
    _ arguments: [String], status: Int32 = 0, input: [UInt8] = [], with variables: [String: String] = [:],
    in place: String? = nil, at location: SourceLocation = #_sourceLocation
  ) throws -> Output {
    let limits = ChildProcess.Limits.isSanitized ? [] : memory.map { ["prlimit", "--as=\($0)"] } ?? []
    let output = try launch(limits + [Self.okit] + arguments, input, variables, place)
    output.check(.status(status), ["okit"] + arguments, location)
    return output
  }

  /// Runs another program, and throws unless it ends as expected.
  @discardableResult
  func run(
    _ arguments: String..., status: Int32 = 0, input: [UInt8] = [], with variables: [String: String] = [:],
    in place: String? = nil
  ) throws -> Output {
    try launch(arguments, input, variables, place).ending(with: status, arguments)
  }

  /// Runs a line in `sh`, with `$okit` as the command.
  @discardableResult
  func shell(
    _ line: String, status: Int32 = 0, with variables: [String: String] = [:], in place: String? = nil
  ) throws -> Output {
    let merged = variables.merging(["okit": Self.okit]) { first, _ in first }
    return try run("sh", "-c", line, status: status, with: merged, in: place)
  }

  func launch(
    _ arguments: [String], _ input: [UInt8], _ variables: [String: String], _ place: String?
  ) throws -> Output {
    try ChildProcess.run(
      arguments, environment: environment.merging(variables) { $1 }, in: place ?? folder, input: input, limits: limits)
  }

  /// The key and IV in hexadecimal, as `openssl enc` takes them.
  func openSSLKey(of key: String = Fixture.key) throws -> [String] {
    let object = try JSONSerialization.jsonObject(with: Data(Files.read(key)))
    let parts = try #require(object as? [String: [Int]])
    let text = try ["key", "iv"].map { part in
      try #require(parts[part]).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    return ["-K", text[0], "-iv", text[1]]
  }
}
