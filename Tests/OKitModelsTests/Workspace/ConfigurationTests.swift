import Ciphers
import Foundation
import JSONDocument
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitModels
@testable import OKitStorage

@Suite struct ConfigurationTests {
  static let id = "5C2C359D-E698-B612-04D1-C71A496E84FF"
  private static let recipient = X25519Identity.generate().recipient.description

  private func parse(_ text: String) throws -> Configuration {
    try Configuration(parsing: JSONBytes(text.utf8), path: "okit.json")
  }

  @Test func aFullConfigurationIsRead() throws {
    let configuration = try parse(
      #"""
      {"version": 1, "id": "\#(Self.id)", "models": {"default": {"class": "Shop", "kind": "encrypted"}, "x y": {}},
       "recipients": ["\#(Self.recipient)"], "cipher": "okit-cbc", "definitions": ["a/*.swift"], "endpoint": "https://x",
       "backup": {"format": "zip", "folder": "/b", "to": "recipients", "keep": {"daily": 3}}, "extra": [1]}
      """#)
    #expect(configuration.id == Self.id)
    #expect(
      configuration.models == [
        .default: .init(className: "Shop", kind: .encrypted), .named("x y"): .init(className: nil, kind: nil),
      ])
    #expect(configuration.recipients.map(\.description) == [Self.recipient])
    #expect(configuration.cipher == .okitCBC)
    #expect(configuration.definitions == ["a/*.swift"])
    #expect(configuration.backup.format == .zip)
    #expect(configuration.backup.folder == "/b")
    #expect(configuration.backup.toRecipients)
  }

  @Test func defaultsApplyToAnEmptyConfiguration() throws {
    let configuration = try parse(#"{"version": 1, "id": "\#(Self.id)"}"#)
    #expect(configuration.models == [:])
    #expect(configuration.recipients == [])
    #expect(configuration.cipher == .age)
    #expect(configuration.backup.format == .archive)
    #expect(configuration.backup.folder == nil)
    #expect(!configuration.backup.toRecipients)
  }

  @Test func anIDWithOtherDigitsIsRefused() throws {
    let wide = "\u{FF11}\u{FF12}" + "AB-E698-B612-04D1-C71A496E84FF"
    try #require(wide.utf8.count == 36)
    #expect(kind { _ = try parse(#"{"version":1,"id":"\#(wide)"}"#) } == .configuration)
    #expect(!StagedName.matches(".okit-" + String(repeating: "\u{FF11}", count: 5) + "1"))
    #expect(StagedName.matches(".okit-0123456789abcdef") && !StagedName.matches(".okit-0123456789ABCDEF"))
  }

  @Test(arguments: ["1", "null", #""""#, #""abc""#, "[]"])
  func aKeyCheckIsASHA256(_ text: String) throws {
    #expect(kind { _ = try parse(#"{"version":1,"id":"\#(Self.id)","keyCheck":\#(text)}"#) } == .configuration)
    let check = try OKitCBCKey(key: SecretBytes(random: 32), iv: SecretBytes(random: 16)).check
    #expect(try parse(#"{"version":1,"id":"\#(Self.id)","keyCheck":"\#(check)"}"#).keyCheck == check)
  }

  @Test(arguments: ModelKind.allCases)
  func everyKindIsRead(_ kind: ModelKind) throws {
    let text = #"{"version":1,"id":"\#(Self.id)","models":{"m":{"kind":"\#(kind.rawValue)"}}}"#
    #expect(try parse(text).models[.named("m")]?.kind == kind)
  }

  @Test func aModelWithAControlCharacterInItsNameIsRead() throws {
    let text = #"{"version":1,"id":"\#(Self.id)","models":{"a\nb":{"kind":"plain"},"m":{}}}"#
    #expect(try parse(text).models.keys.sorted() == [.named("a\nb"), .named("m")])
  }

  /// A wrong text in place of a member in line 3, and the column of the error.
  struct Mistake: CustomTestStringConvertible, Sendable {
    let text: String
    let column: Int
    var testDescription: String { text }

    init(_ text: String, _ column: Int) {
      self.text = text
      self.column = column
    }
  }

  @Test(arguments: [
    Mistake(#" "models": []"#, 12), Mistake(#" "models": {"a": 1}"#, 18), Mistake(#" "models": {"a/b": {}}"#, 20),
    Mistake(#" "models": {"_data": {}}"#, 22), Mistake(#" "models": {"m": {"kind": "secret"}}"#, 27),
    Mistake(#" "models": {"ä": {"kind": 1}}"#, 27),
    Mistake(#" "recipients": {}"#, 16), Mistake(#" "recipients": [1]"#, 17),
    Mistake(#" "recipients": ["age1x"]"#, 17),
    Mistake(#" "cipher": "rot13""#, 12), Mistake(#" "cipher": null"#, 12), Mistake(#" "definitions": "x""#, 17),
    Mistake(#" "definitions": [null]"#, 18), Mistake(#" "backup": []"#, 12),
    Mistake(#" "backup": {"format": "rar"}"#, 23), Mistake(#" "backup": {"folder": ""}"#, 23),
    Mistake(#" "backup": {"folder": 1}"#, 23), Mistake(#" "backup": {"to": "me"}"#, 19),
    Mistake(#" "models": nul"#, 15), Mistake(#" x"#, 2),
  ])
  func aWrongValueIsAnErrorWithItsPosition(_ mistake: Mistake) {
    let error = failure { _ = try parse("{\"version\": 1,\n\"id\": \"\(Self.id)\",\n\(mistake.text)\n}") }
    #expect(error?.kind == .configuration)
    #expect(error?.message.hasPrefix("okit.json:3:\(mistake.column): ") == true, "\(String(describing: error))")
  }

  @Test(arguments: [
    ("", "okit.json:1:1: "), ("[]", "okit.json:1:1: "), ("{}", "okit.json: missing version"),
    (#"{"version": "1"}"#, "okit.json:1:13: missing version"), (#"{"version": 1}"#, "okit.json: id is not"),
    (#"{"version": 2, "id": "x"}"#, "okit.json:1:13: version 2"),
    (#"{"version": 1, "id": "x"}"#, "okit.json:1:22: id is not"),
    (#"{"version": 0, "id": "5C2C359D-E698-B612-04D1-C71A496E84FF"}"#, "okit.json:1:13: "),
    (#"{"version": 1, "id": 7}"#, "okit.json:1:22: id is not"), ("{\"version\": 1,,}", "okit.json:1:15: "),
  ])
  func aWrongConfigurationIsAnError(_ text: String, _ message: String) {
    let error = failure { _ = try parse(text) }
    #expect(error?.kind == .configuration)
    #expect(error?.message.hasPrefix(message) == true, "\(String(describing: error))")
  }

  @Test func aWorkspaceWithAWrongConfigurationDoesNotOpen() throws {
    let scene = try SampleShop.scene(.plain)
    try Files.write("{", to: scene.root + "/okit/okit.json")
    #expect(kind { _ = try scene.workspace() } == .configuration)
  }

  @Test(arguments: [
    (id, true), (id.lowercased(), true), ("5C2C359D-E698-B612-04D1-C71A496E84F", false), (id + "0", false),
    ("", false),
    ("5C2C359DE698-B612-04D1-C71A496E84FF-", false), ("GC2C359D-E698-B612-04D1-C71A496E84FF", false),
    ("{\(id)}", false), ("５C2C359D-E698-B612-04D1-C71A496E84FF", false), ("-----", false),
  ])
  func uuidsAreRecognized(_ text: String, _ isOne: Bool) {
    #expect(UUIDText.isValid(text) == isOne)
  }

  @Test func newUUIDsAreOfVersion4AndDiffer() {
    let made = (0..<200).map { _ in UUIDText.new() }
    #expect(Set(made).count == 200)
    for text in made {
      #expect(UUIDText.isValid(text) && text == text.uppercased())
      let characters = Array(text)
      #expect(characters[14] == "4" && "89AB".contains(characters[19]))
    }
  }
}
