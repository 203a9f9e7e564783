import Bindings
import JSONDocument
import Testing

@testable import OKitQueries

@Suite struct SortKeyTests {
  /// Values in their order: numbers by size, texts by code points, booleans, then nothing.
  private static let ordered = [
    "-2e400", "-1e400", "-12345678901234567891", "-12345678901234567890", "-1.5", "-0.0", "1e-400", "2e-400", "1e-3",
    "1", "2.0", "10",
    "12345678901234567890", "12345678901234567891", "1e400", "2e400", #""""#, #""\u0000""#, #""10""#, #""9""#, #""Z""#,
    #""a""#, #""abcdefgh""#, #""abcdefgh\u0000""#, #""abcdefghi""#, #""abcdefgi""#, #""é""#, "false", "true", "null",
  ]

  private func key(_ json: String) throws -> SortKey {
    SortKey(.json(try JSONDocument(parsing: json).root), nil)
  }

  @Test func valuesAreInTheirOrder() throws {
    let keys = try Self.ordered.map(key)
    for (left, one) in keys.enumerated() {
      for (right, other) in keys.enumerated() {
        #expect(
          one.order(to: other).signum() == (left - right).signum(), "\(Self.ordered[left]) \(Self.ordered[right])")
      }
    }
  }

  @Test(arguments: [("1", "1.0"), ("0", "-0"), ("100", "1e2"), ("1234567890123456789", "1234567890123456789.0")])
  func numbersAreEqualByValue(_ one: String, _ other: String) throws {
    #expect(try key(one).order(to: key(other)) == 0)
    #expect(try key(other).order(to: key(one)) == 0)
  }
}
