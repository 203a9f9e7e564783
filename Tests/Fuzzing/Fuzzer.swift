@testable import OKitModels
@testable import OKitStorage

/// What is tried with any bytes, and what must hold of it whatever they are.
struct Fuzzer: Sendable {
  /// Also the name of its folders of inputs.
  let name: String
  /// Inputs that lead to where mutation alone would take long to get.
  let seeds: @Sendable () throws -> [[UInt8]]
  /// Calls ``require(_:_:)`` with each property. Errors that it throws are refusals, and no finds.
  let run: @Sendable ([UInt8]) throws -> Void

  static let all = [
    json, jsonEdit, ageHeader, ageArmor, ageFile, ageCrafted, tarZstd, tar, zip, configuration, history, exportRecord,
    journal,
    keyFile,
    binding, definitions, strings,
  ]
}

/// Ends the process, and so makes the input a find, unless a property holds.
func require(_ holds: Bool, _ property: @autoclosure () -> String) {
  if !holds { fatalError("does not hold: \(property())") }
}

/// Runs what has to work with what was accepted before.
func mustNotThrow<Result>(_ property: String, _ body: () throws -> Result) -> Result {
  do {
    return try body()
  } catch {
    fatalError("\(property) threw \(error)")
  }
}

/// The first bytes of an input, taken as numbers that decide what is done with the rest.
struct Choices {
  private(set) var rest: ArraySlice<UInt8>

  init(_ input: [UInt8]) { rest = input[...] }

  /// A number below `limit`; 0 when the input has ended.
  mutating func number(below limit: Int) -> Int {
    limit > 0 ? Int(rest.popFirst() ?? 0) % limit : 0
  }

  /// As many bytes as the next byte says, at most what is left.
  mutating func piece() -> [UInt8] {
    let count = min(number(below: 256), rest.count)
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }
}
