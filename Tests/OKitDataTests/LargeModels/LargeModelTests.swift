import Ciphers
import Foundation
import JSONDocument
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitData
@testable import OKitModels
@testable import OKitStorage

@Suite("A large model is converted while it is read")
struct LargeModelTests {
  private static let name = ModelName.named("large")
  private static let count = 40

  /// A model of more than a megabyte, with images at all distances from the ends of the pieces in which it is read.
  private static func model(padding: Int = 0) -> [UInt8] {
    var text = #"{"id":"L","pad":"\#(String(repeating: "x", count: padding))","books":["#
    for number in 0..<count {
      for book in 0..<130 {
        text += #"{"id":"B\#(number)-\#(book)","name":"Geschichte für Anfänger \#(book)","pages":[\#(book),"#
        text += #"2.5e3,true,null],"notes":{"a":"\#(String(repeating: "lorem ipsum ", count: 12))"}},"# + "\n"
      }
      let id = number % 2 == 0 ? "I\(number)" : #"\u0049\#(number)"#
      let key = number % 3 == 0 ? #"templ\u0061te"# : "template"
      text += #"{"id":"\#(id)","format":"image/png","label":"","quality":1,"scale":1,"\#(key)":{"deep":[]},"size":20},"#
    }
    return Array((text + #"{"id":"last"}],"template":"none"}"#).utf8)
  }

  private static func image(_ number: Int) -> [UInt8] {
    Array((SampleAttachment.pngSignature + Array("image \(number) of many".utf8)).prefix(20))
  }

  private func scene(_ text: [UInt8] = LargeModelTests.model()) throws -> Scene {
    let scene = try Scene()
    let source = scene.folder + "/source"
    try Files.write(text, to: "\(source)/large.json")
    for number in 0..<Self.count { try Files.write(Self.image(number), to: "\(source)/_image/I\(number).png") }
    try WorkspaceCreation(FilePath(text: scene.root), calls: FaultyCalls()).create(.dataFolder(FilePath(text: source)))
    _ = try RecipientChange(scene.workspace()).add(scene.identities.map(\.recipient))
    return scene
  }

  private func content(_ scene: Scene) throws -> [String: [UInt8]] {
    try Dictionary(
      uniqueKeysWithValues: Files.files(below: scene.data).map { ($0, try Files.read(scene.data + "/" + $0)) })
  }

  private func decrypted(_ bytes: [UInt8], _ scene: Scene) throws -> [UInt8] {
    let file = MemorySource(JSONBytes(bytes))
    let decryptor = try AgeDecryptor(identities: scene.identities) { file.read(into: $0) }
    var plain: [UInt8] = []
    try forEachPiece(of: { try decryptor.read(into: $0) }) { plain += $0 }
    return plain
  }

  @Test("conversion and its reverse change all attachments", arguments: [0, 1, 60_000, 77_777])
  func conversionOfALargeModelIsReversible(_ padding: Int) throws {
    let scene = try scene(Self.model(padding: padding))
    let before = try content(scene)
    try #require(try #require(before["large.json"]).count > 1 << 20)
    let conversion = ModelConversion(try scene.workspace())
    let expected = ModelConversion.Outcome(name: Self.name, files: 1 + Self.count, orphans: [])
    #expect(try conversion.encrypt(.named([Self.name])) == [expected])
    for (path, bytes) in try content(scene) { #expect(try decrypted(bytes, scene) == before[path], "\(path)") }
    #expect(try ModelConversion(scene.workspace()).rekey() == [expected])
    #expect(try ModelConversion(scene.workspace()).decrypt(.named([Self.name])) == [expected])
    #expect(try content(scene) == before)
  }

  @Test("an object that is larger than the buffer is converted")
  func anObjectLargerThanTheBufferIsConverted() throws {
    let label = String(repeating: "l", count: 300_000)
    let object =
      #"{"id":"I0","label":"\#(label)","format":"image/png","quality":1,"scale":1,"template":false,"size":20},"#
    let text = String(decoding: Self.model(), as: UTF8.self).replacingOccurrences(of: "[{", with: "[\(object){")
    let scene = try scene(Array(text.utf8))
    let outcomes = try ModelConversion(scene.workspace()).encrypt(.named([Self.name]))
    #expect(outcomes.map(\.files) == [1 + Self.count])
  }

  @Test("malformed or damaged data are refused with the reader's error, and nothing changes")
  func aDamagedLargeModelIsRefusedUnchanged() throws {
    let text = Self.model()
    for place in [1, text.count / 2, 262_144, text.count - 2] {
      var broken = text
      broken[place] = 0x01
      let scene = try scene(broken)
      try expectRefusal(scene) { _ = try ModelConversion(scene.workspace()).encrypt(.named([Self.name])) }
    }
    let scene = try scene()
    _ = try ModelConversion(scene.workspace()).encrypt(.all)
    let path = scene.data + "/large.json"
    let sealed = try Files.read(path)
    for place in [sealed.count - 1, sealed.count / 2, 300] {
      var changed = sealed
      changed[place] ^= 1
      try Files.write(changed, to: path)
      try expectRefusal(scene) { _ = try ModelConversion(scene.workspace()).decrypt(.all) }
    }
    try Files.write(sealed.dropLast(70_000), to: path)
    try expectRefusal(scene) { _ = try ModelConversion(scene.workspace()).decrypt(.all) }
  }

  private func expectRefusal(
    _ scene: Scene, at location: SourceLocation = #_sourceLocation, _ work: () throws -> Void
  ) throws {
    let before = try content(scene)
    let workspace = try scene.workspace()
    let refusal = #expect(throws: OKitError.self, sourceLocation: location) {
      _ = try ModelReader(workspace).document("okit/data/large.json")
    }
    let found = #expect(throws: OKitError.self, sourceLocation: location) { try work() }
    #expect(found?.description == refusal?.description, sourceLocation: location)
    #expect(found?.kind == refusal?.kind, sourceLocation: location)
    #expect(try content(scene) == before, sourceLocation: location)
  }
}
