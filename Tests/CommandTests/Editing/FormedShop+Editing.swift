import TestSupport
import Testing

extension FormedShop {
  /// The differences that `body` makes in the stored files of the workspace.
  func changes(_ body: () throws -> Void) throws -> [String] {
    let before = try shop.tree()
    try body()
    return try shop.tree().differences(from: before)
  }

  /// Expects a command to fail with one error that contains `fragment`, and to change nothing.
  func refuses(
    _ words: [String], status: Int32, _ fragment: String, input: [UInt8] = [],
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let changed = try changes {
      let output = try shop.machine.okit(words, status: status, input: input, in: shop.root, at: location)
      #expect(output.bytes == [], "\(words)", sourceLocation: location)
      #expect(output.errors.hasPrefix("okit: error: "), "\(words): \(output.errors)", sourceLocation: location)
      #expect(output.errors.contains(fragment), "\(words): \(output.errors)", sourceLocation: location)
    }
    #expect(changed == [], "\(words)", sourceLocation: location)
  }

  /// Expects a command to report its changes and make none.
  func onlySays(_ words: [String], at location: SourceLocation = #_sourceLocation) throws {
    let changed = try changes {
      let output = try shop.okit(words + ["-n"], at: location)
      #expect(output.errors.contains("would have"), "\(words): \(output.errors)", sourceLocation: location)
      let json = try shop.okit(words + ["-n", "--json"], at: location)
      #expect(json.text.contains(#""dryRun":true"#), "\(words): \(json.text)", sourceLocation: location)
    }
    #expect(changed == [], "\(words)", sourceLocation: location)
  }
}
