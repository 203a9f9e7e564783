import Ciphers
import Testing

@testable import HTTPServer

@Suite struct EntityTagTests {
  private static let one = EntityTag(Array("one".utf8).withUnsafeBytes { SHA256Hasher.hash($0) })
  private static let two = EntityTag(Array("two".utf8).withUnsafeBytes { SHA256Hasher.hash($0) })

  @Test func listMatchesEachOfItsTags() throws {
    let list = try #require(EntityTagCondition(parsing: ["\"x\" , \(Self.one)", "\(Self.two)"]))
    #expect(list.matches(Self.one) && list.matches(Self.two) && !list.matches(nil))
    let other = try #require(EntityTagCondition(parsing: ["\"x\",\"\""]))
    #expect(!other.matches(Self.one) && !other.matchesWeakly(Self.one))
  }

  @Test func weakTagMatchesOnlyWeakly() throws {
    let weak = try #require(EntityTagCondition(parsing: ["W/\(Self.one)"]))
    #expect(!weak.matches(Self.one) && weak.matchesWeakly(Self.one) && !weak.matchesWeakly(Self.two))
  }

  @Test func asteriskMatchesAnyFile() throws {
    let any = try #require(EntityTagCondition(parsing: [" * "]))
    #expect(any.matches(Self.one) && any.matchesWeakly(Self.two) && !any.matches(nil) && !any.matchesWeakly(nil))
  }

  @Test(arguments: ["x", "\"x", "\"x\" \"y\"", "W/x", "*, \"x\"", "\"x\",y"])
  func malformedListIsRefused(text: String) { #expect(EntityTagCondition(parsing: [text]) == nil) }
}
