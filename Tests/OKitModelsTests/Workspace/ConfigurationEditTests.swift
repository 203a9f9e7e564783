import Ciphers
import Foundation
import JSONDocument
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitModels
@testable import OKitStorage

@Suite struct ConfigurationEditTests {
  private static let one = X25519Identity.generate().recipient
  private static let two = X25519Identity.generate().recipient
  private let text = #"""
    {
        "extra": [1.50, {"z":1,"a":2}],
      "version":1 , "id" : "5C2C359D-E698-B612-04D1-C71A496E84FF",
      "models": { "a": {"class": "A",  "kind": "encrypted", "note": "x" } ,
         "b": {"class":"B"}, "h": {"kind":"http"} },
      "recipients": ["\#(one)"]
    }

    """#

  private func edited(_ text: String, _ body: (inout ConfigurationEdit) -> Void) throws -> String? {
    var edit = ConfigurationEdit(try Configuration(parsing: JSONBytes(text.utf8), path: "okit.json"))
    body(&edit)
    return try edit.bytes().map { bytes in bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
  }

  @Test func anEditThatChangesNothingReturnsNil() throws {
    #expect(try edited(text) { _ in } == nil)
    let same = try edited(text) { edit in
      edit.setKind(true, of: .named("a"))
      edit.setKind(false, of: .named("h"))
      edit.setKind(.http, of: .named("h"))
      edit.setRecipients([Self.one])
    }
    #expect(same == nil)
  }

  @Test func settingAKindChangesNoOtherByte() throws {
    let result = try edited(text) { $0.setKind(false, of: .named("a")) }
    #expect(result == text.replacingOccurrences(of: #""kind": "encrypted""#, with: #""kind": "plain""#))
    let http = try edited(text) { $0.setKind(true, of: .named("h")) }
    #expect(http == text.replacingOccurrences(of: #""kind":"http""#, with: #""kind":"encrypted-http""#))
  }

  @Test func aFirstKindIsRecorded() throws {
    let result = try #require(try edited(text) { $0.setKind(false, of: .named("b")) })
    let configuration = try Configuration(parsing: JSONBytes(result.utf8), path: "okit.json")
    #expect(configuration.models[.named("b")] == .init(className: "B", kind: .plain))
    #expect(configuration.models[.named("a")] == .init(className: "A", kind: .encrypted))
  }

  @Test func settingRecipientsChangesNoOtherByte() throws {
    let result = try edited(text) { $0.setRecipients([Self.one, Self.two]) }
    #expect(result == text.replacingOccurrences(of: #"["\#(Self.one)"]"#, with: #"["\#(Self.one)", "\#(Self.two)"]"#))
    #expect(try edited(text) { $0.setRecipients([]) } == text.replacingOccurrences(of: "\"\(Self.one)\"", with: ""))
  }

  @Test func additionsKeepEverything() throws {
    let result = try #require(
      try edited(text) { edit in
        edit.setKind(true, of: .named("b"))
        edit.setKind(.settings, of: .named("ä \"x\""))
      })
    let configuration = try Configuration(parsing: JSONBytes(result.utf8), path: "okit.json")
    #expect(configuration.models[.named("b")] == .init(className: "B", kind: .encrypted))
    #expect(configuration.models[.named("ä \"x\"")] == .init(className: nil, kind: .settings))
    #expect(configuration.models[.named("a")] == .init(className: "A", kind: .encrypted))
    #expect(result.contains(#""extra": [1.50, {"z":1,"a":2}],"#))
    #expect(result.contains(#""a": {"class": "A",  "kind": "encrypted", "note": "x" }"#))
    #expect(result.hasSuffix("}\n"))
  }

  @Test func missingMembersAreAdded() throws {
    let bare = #"{"version":1,"id":"5C2C359D-E698-B612-04D1-C71A496E84FF"}"#
    let result = try #require(
      try edited(bare) { edit in
        edit.setKind(true, of: .default)
        edit.setKind(true, of: .named("b"))
        edit.setRecipients([Self.two])
      })
    let configuration = try Configuration(parsing: JSONBytes(result.utf8), path: "okit.json")
    #expect(configuration.models.mapValues(\.kind) == [.default: .encrypted, .named("b"): .encrypted])
    #expect(configuration.recipients == [Self.two])
    #expect(result.hasPrefix(String(bare.dropLast())))
  }

  @Test func aDuplicateKeyIsRefused() throws {
    let twice = text.replacingOccurrences(of: #""extra""#, with: #""recipients": [], "extra""#)
    #expect(throws: (any Error).self) { try edited(twice) { $0.setRecipients([Self.two]) } }
  }

  @Test func anEditKeepsMarkModeAndUnknownKeys() throws {
    let scene = try SampleShop.scene(.plain)
    let path = scene.root + "/okit/okit.json"
    try Files.write("\u{feff}" + text, to: path)
    try Files.setMode(0o640, path)
    let added = try RecipientChange(scene.workspace()).add([Self.one, Self.two])
    #expect(added == [Self.two])
    let expected = text.replacingOccurrences(of: #"["\#(Self.one)"]"#, with: #"["\#(Self.one)", "\#(Self.two)"]"#)
    #expect(try Files.read(path) == Array(("\u{feff}" + expected).utf8))
    #expect(try Files.mode(path) == 0o640)
    #expect(try RecipientChange(scene.workspace()).remove([Self.two]) == [Self.two])
    #expect(try Files.read(path) == Array(("\u{feff}" + text).utf8))
  }
}
