@testable import OKitModels
@testable import OKitStorage

/// A test that any bytes must pass.
struct Fuzzer: Sendable {
  /// The name, also of the folders of its inputs.
  let name: String
  /// Inputs that reach code that mutation alone would take long to reach.
  let seeds: @Sendable () throws -> [[UInt8]]
  /// Calls ``require(_:_:)`` with each property. Thrown errors are refusals, not findings.
  let run: @Sendable ([UInt8]) throws -> Void

  static let all = [
    json, jsonEdit, ageHeader, ageArmor, ageFile, ageCrafted, tarZstd, tar, zip, configuration, history, exportRecord,
    backupRecord, keptVerifications, lastBackup, snapshots, snapshotArchive,
    journal,
    keyFile,
    binding, definitions, strings, stringSearch, table, query, rules, functions, form, commentedJSON, draft, storyboard,
    request, merge, response, commonState, propertyList,
  ]
}

/// Ends the process unless a property holds. libFuzzer then reports the input as a finding.
func require(_ holds: Bool, _ property: @autoclosure () -> String) {
  if !holds { fatalError("does not hold: \(property())") }
}

/// Runs code that must not throw for input that was accepted before.
func mustNotThrow<Result>(_ property: String, _ body: () throws -> Result) -> Result {
  do {
    return try body()
  } catch {
    fatalError("\(property) threw \(error)")
  }
}

/// The first bytes of an input, used as numbers that choose the actions on the rest.
struct Choices {
  private(set) var rest: ArraySlice<UInt8>

  init(_ input: [UInt8]) { rest = input[...] }

  /// A number below `limit`; 0 at the end of the input.
  mutating func number(below limit: Int) -> Int {
    limit > 0 ? Int(rest.popFirst() ?? 0) % limit : 0
  }

  /// The next byte's number of bytes, or all that are left.
  mutating func piece() -> [UInt8] {
    let count = min(number(below: 256), rest.count)
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }
}
