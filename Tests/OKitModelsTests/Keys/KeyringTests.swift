import Ciphers
import Foundation
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitModels
@testable import OKitStorage

@Suite struct KeyringTests {
  /// Writes a framework key that differs from the Bookshop's.
  private func writeOtherKey(_ path: String) throws {
    let bytes = (0..<48).map(String.init)
    let text = #"{"key":[\#(bytes[..<32].joined(separator: ","))],"iv":[\#(bytes[32...].joined(separator: ","))]}"#
    try Files.write(text, to: path)
  }

  private func open(_ scene: Scene, _ name: ModelName) -> OKitError? {
    failure {
      let workspace = try scene.workspace()
      _ = try ModelFiles(name, in: workspace, reader: ModelReader(workspace))
    }
  }

  @Test func aMissingOrWrongFrameworkKeyIsLocked() throws {
    let scene = try Scene.bookshop()
    try writeOtherKey(scene.keyPath)
    #expect(open(scene, .default)?.kind == .locked)
    #expect(open(scene, .default)?.remedy == .importFrameworkKey)
    try Files.remove(scene.keyPath)
    #expect(open(scene, .default)?.kind == .locked)
    #expect(open(scene, .default)?.remedy == .importFrameworkKey)
    #expect(open(scene, .named("directory")) == nil)
  }

  @Test func aDamagedModelIsDamagedIfTheKeyOpensAnother() throws {
    let scene = try Scene.bookshop()
    var bytes = try Files.read(scene.data + "/default.json")
    try Files.copy(scene.data + "/default.json", to: scene.data + "/other.json")
    bytes[100] ^= 1
    try Files.write(bytes, to: scene.data + "/default.json")
    #expect(open(scene, .default)?.kind == .malformed)
    #expect(open(scene, .named("other")) == nil)
    try Files.remove(scene.data + "/other.json")
    #expect(open(scene, .default)?.kind == .locked)
  }

  @Test func aBrokenLinkBesideADamagedModelHidesNothing() throws {
    let scene = try Scene.bookshop()
    let bytes = try Files.read(scene.data + "/default.json")
    try Files.write(bytes, to: scene.data + "/other.json")
    try Files.write(bytes.prefix(160), to: scene.data + "/default.json")
    try Files.link(scene.data + "/a.json", to: "nowhere.json")
    let error = open(scene, .default)
    #expect(error?.kind == .malformed && error?.message.contains("default.json is damaged") == true)
  }

  @Test func aModelCutToWholeBlocksIsDamaged() throws {
    let scene = try Scene.bookshop()
    let bytes = try Files.read(scene.data + "/default.json")
    try Files.write(bytes, to: scene.data + "/other.json")
    for length in [16, 160, bytes.count - 16] {
      try Files.write(bytes.prefix(length), to: scene.data + "/default.json")
      #expect(open(scene, .default)?.kind == .malformed, "\(length)")
    }
  }

  @Test func aMissingOrWrongIdentityIsLocked() throws {
    let scene = try SampleShop.scene(.age)
    let right = try Files.read(scene.identityPath)
    try Files.remove(scene.identityPath)
    #expect(open(scene, SampleShop.shop)?.kind == .locked)
    try Files.write(X25519Identity.generate().encoded().withUnsafeBytes { Array($0) }, to: scene.identityPath)
    #expect(open(scene, SampleShop.shop)?.kind == .locked)
    #expect(open(scene, SampleShop.shop)?.remedy == .nameIdentity)
    try Files.write(right + Array("# a comment\n".utf8), to: scene.identityPath)
    #expect(open(scene, SampleShop.shop) == nil)
  }

  @Test(arguments: [0, 30, 120, 210, -1])
  func aDamagedAgeFileIsMalformed(_ place: Int) throws {
    let scene = try SampleShop.scene(.age)
    let path = scene.data + "/shop.json"
    var bytes = try Files.read(path)
    let index = place < 0 ? bytes.count + place : place
    bytes[index] ^= 1
    try Files.write(bytes, to: path)
    let error = open(scene, SampleShop.shop)
    #expect(error?.kind == .malformed || error?.kind == .locked)
    #expect(error != nil)
    if place < 0 { #expect(error?.kind == .malformed) }
  }

  @Test(arguments: [
    "", "{}", "[]", "x", #"{"key":[1],"iv":[2]}"#, #"{"key":"x","iv":"y"}"#,
    #"{"key":[\#((0..<32).map { _ in "1" }.joined(separator: ","))]}"#,
    #"{"key":[\#((0..<32).map { _ in "256" }.joined(separator: ","))],"iv":[\#((0..<16).map { _ in "1" }.joined(separator: ","))]}"#,
    #"{"key":[\#((0..<32).map { _ in "1.5" }.joined(separator: ","))],"iv":[\#((0..<16).map { _ in "1" }.joined(separator: ","))]}"#,
  ])
  func malformedKeyFilesAreRefused(_ text: String) throws {
    let scratch = try TemporaryFolder()
    try Files.write(text, to: scratch.file("key"))
    #expect(kind { _ = try KeyFile.frameworkKey(FilePath(text: scratch.file("key")), warn: { _ in }) } == .malformed)
    #expect(kind { _ = try KeyFile.kind(of: FilePath(text: scratch.file("key"))) } == .malformed)
  }

  @Test func aKeyFileIsRecognizedAndAWarningGivenIfOthersCanReadIt() throws {
    let scene = try Scene()
    #expect(try KeyFile.kind(of: FilePath(text: scene.identityPath)) == .identity)
    #expect(try KeyFile.kind(of: FilePath(text: scene.keyPath)) == .frameworkKey)
    var warnings: [String] = []
    _ = try KeyFile.frameworkKey(FilePath(text: scene.keyPath)) { warnings.append($0) }
    #expect(warnings == [])
    try Files.setMode(0o640, scene.keyPath)
    _ = try KeyFile.frameworkKey(FilePath(text: scene.keyPath)) { warnings.append($0) }
    #expect(warnings == ["other users can read \(scene.keyPath) (mode 640); run 'chmod 600' on it"])
  }

  @Test func aNewKeyFileIsPrivateAndReplacesNothing() throws {
    let scratch = try TemporaryFolder()
    let path = scratch.file("a/b/identity.txt")
    try KeyFile.create(FilePath(text: path), contents: secret("one"))
    #expect(try Files.text(path) == "one")
    #expect(try Files.mode(path) == 0o600)
    #expect(try Files.mode(scratch.file("a")) & 0o077 == 0)
    #expect(kind { try KeyFile.create(FilePath(text: path), contents: secret("two")) } == .exists)
    #expect(try Files.text(path) == "one")
    #expect(Files.namesIfPresent(in: scratch.file("a/b")) == ["identity.txt"])
  }

  @Test func aFailedKeyFileLeavesNothing() throws {
    for number in 1... {
      let scratch = try TemporaryFolder()
      let calls = FaultyCalls(.fail(ENOSPC, at: number))
      var failed = false
      do {
        try KeyFile.create(FilePath(text: scratch.file("k")), contents: secret("one"), calls: calls)
      } catch is SystemError {
        failed = true
      }
      if calls.calls.count < number { break }
      #expect(failed)
      #expect(Files.namesIfPresent(in: scratch.path) == [])
    }
  }

  @Test func aPassphraseIsAskedForOnceBeforeTheLock() throws {
    var asked = 0
    let scene = try SampleShop.scene(.age)
    let text = try Files.read(scene.identityPath)
    var sealed: [UInt8] = []
    let recipient = ScryptRecipient(passphrase: secret("open"), workFactor: 1)
    let encryptor = try AgeEncryptor(recipients: [recipient]) { sealed += $0 }
    try text.withUnsafeBytes { try encryptor.write($0) }
    try encryptor.finish()
    try Files.write(sealed, to: scene.identityPath)
    let other = try scene.workspace()
    func keyring(_ passphrase: String) -> Keyring {
      Keyring(identityPath: FilePath(text: scene.identityPath), frameworkKeyPath: nil) { _ in
        asked += 1
        try other.storage.writing {}
        return secret(passphrase)
      }
    }
    #expect(try keyring("open").identityPresence() == .protected)
    #expect(try keyring("open").identityRecipients() == nil)
    #expect(asked == 0)
    _ = try ModelConversion(scene.workspace(keyring: keyring("open"))).rekey()
    #expect(asked == 1)
    #expect(
      kind { _ = try ModelConversion(scene.workspace(keyring: keyring("wrong"))).rekey() } == .locked)
  }
}
