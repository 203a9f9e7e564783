import Ciphers
import Foundation
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitBackups
@testable import OKitModels
@testable import OKitStorage

@Suite struct FrameworkKeyTests {
  /// Writes a key file with one wrong bit, of the 256 bits of the key or the 128 of the IV after them, and returns its path.
  private func change(_ bit: Int, in scene: Scene) throws -> String {
    let path = scene.file("changed-\(bit).json")
    let key = try scene.frameworkKey.withUnsafeBytes { Array($0) + Array($1) }
    var changed = key
    changed[bit / 8] ^= 1 << (bit % 8)
    try Files.write(
      #"{"key":[\#(changed.prefix(32).map(String.init).joined(separator: ","))],"iv":[\#(changed.dropFirst(32).map(String.init).joined(separator: ","))]}"#,
      to: path)
    return path
  }

  private func keyring(_ path: String, _ workspace: Workspace) -> Keyring {
    Keyring(
      identityPath: nil, frameworkKeyPath: FilePath(text: path), frameworkKeyCheck: workspace.configuration?.keyCheck,
      passphrase: Scene.noPassphrase)
  }

  /// Uses of a wrong key, each of which throws and changes nothing.
  private static let uses: [(name: String, run: @Sendable (Workspace) throws -> Void)] = [
    (
      "reading",
      { workspace in
        _ = try ModelFiles(SampleShop.shop, in: workspace, reader: ModelReader(workspace))
      }
    ),
    ("decrypting", { _ = try ModelConversion($0).decrypt(.all) }),
    (
      "encrypting",
      { _ = try ModelConversion($0).encrypt(.named([.named("plain")]), cipher: .okitCBC) }
    ),
    ("restoring", { try Self.restore($0) }),
    (
      "importing",
      { workspace in
        _ = try ModelImport(workspace).run(
          .path(FilePath(text: Self.backup(workspace).text)), .init(existingModels: .replace),
          unlock: Self.unlock(workspace.keyring))
      }
    ),
    (
      "exporting for a device",
      { workspace in
        _ = try ModelExport(workspace).export(
          [.named("plain")], to: workspace.root.appending("out"), forDevice: true)
      }
    ),
  ]

  private static func backup(_ workspace: Workspace) -> FilePath { workspace.root.appending("../sealed.zip") }

  private static func unlock(_ keyring: Keyring) -> BackupUnlock {
    BackupUnlock(keyring: keyring) { secret("password") }
  }

  private static func restore(_ workspace: Workspace) throws {
    _ = try BackupRestoration(workspace).restore(
      .file(FilePath(text: backup(workspace).text)), .init(), unlock: unlock(workspace.keyring))
  }

  /// A workspace with a model in the framework's cipher, and a backup in which it is decrypted.
  private func scene() throws -> Scene {
    let scene = try SampleShop.scene(.okitCBC)
    // A model of an encrypted kind that is now stored plain.
    let path = scene.root + "/okit/okit.json"
    let text = try Files.text(path).replacingOccurrences(
      of: #""models": {"#, with: #""models": {"plain": {"kind": "encrypted"},"#)
    try Files.write(text, to: path)
    try #require(try scene.workspace().configuration?.models[.named("plain")]?.kind?.isEncrypted == true)
    let made = try scene.backUp("sealed", .zip, password: "password")
    try FileManager.default.moveItem(atPath: made, toPath: scene.file("sealed.zip"))
    return scene
  }

  @Test func aDamagedKeyIsRefusedIfTheRightOneIsOnRecord() throws {
    let scene = try scene()
    #expect(try scene.workspace().configuration?.keyCheck == scene.frameworkKey.check)
    let before = try scene.rawFiles()
    let bits = Effort.sample(24, of: 0..<384)
    for bit in bits {
      let path = try change(bit, in: scene)
      for use in Self.uses {
        let workspace = try scene.workspace()
        let error = failure { try use.run(workspace.reopened(with: keyring(path, workspace))) }
        #expect(error?.kind == .locked, "bit \(bit), \(use.name)")
        #expect(error?.message.contains("is not the key of this workspace") == true, "bit \(bit), \(use.name)")
      }
      #expect(
        kind { _ = try FrameworkKeyRecord(scene.workspace(), keyPath: FilePath(text: path)) } == .locked, "bit \(bit)")
      #expect(try scene.rawFiles() == before, "bit \(bit)")
    }
    Effort.report(
      "wrong keys and IVs where the right one is on record: \(bits.count) refused \(Self.uses.count) times each")
  }

  @Test func aDamagedKeyIsRefusedBeforeAnyWriteIfAnImageProvesIt() throws {
    let scene = try scene()
    try scene.forgetKey()
    let before = try scene.rawFiles()
    let bits = Effort.sample(24, of: 0..<384)
    var read = 0
    for bit in bits {
      let path = try change(bit, in: scene)
      for use in Self.uses {
        let workspace = try scene.workspace()
        let error = failure { try use.run(workspace.reopened(with: keyring(path, workspace))) }
        // A wrong bit in the IV may only change a letter of the JSON, which is then readable; the image prevents a change.
        if use.name == "reading", bit >= 256, error == nil {
          read += 1
          continue
        }
        #expect(
          error?.kind == .locked || error?.kind == .malformed && bit >= 256, "bit \(bit), \(use.name): \(error as Any)")
      }
      #expect(
        kind { _ = try FrameworkKeyRecord(scene.workspace(), keyPath: FilePath(text: path)) } == .locked, "bit \(bit)")
      #expect(try scene.rawFiles() == before, "bit \(bit)")
    }
    Effort.report(
      "wrong keys and IVs without a record: \(bits.count) refused before a change, of which \(read) can be read with")
  }

  @Test func aKeyIsRecordedWhenItOpensAModel() throws {
    let scene = try SampleShop.scene(.okitCBC)
    try scene.forgetKey()
    try FrameworkKeyRecord(scene.workspace(), keyPath: FilePath(text: scene.keyPath)).write()
    #expect(try scene.workspace().configuration?.keyCheck == scene.frameworkKey.check)
    let other = try change(3, in: scene)
    #expect(kind { _ = try FrameworkKeyRecord(scene.workspace(), keyPath: FilePath(text: other)) } == .locked)
    _ = try ModelConversion(scene.workspace()).decrypt(.all)
    try FrameworkKeyRecord(scene.workspace(), keyPath: FilePath(text: other)).write()
    let check = try KeyFile.frameworkKey(FilePath(text: other), warn: { _ in }).check
    #expect(try scene.workspace().configuration?.keyCheck == check)
  }

  @Test func anImageProvesTheIV() throws {
    let scene = try SampleShop.scene(.okitCBC)
    try scene.forgetKey()
    // This model comes before the one with the image, and opens with any IV that only changes a letter of it.
    _ = try ModelConversion(scene.workspace()).encrypt(
      .named([.named("plain")]), cipher: .okitCBC)
    try scene.forgetKey()
    let letter = try change(256 + 8 * 3, in: scene)
    #expect(kind { _ = try FrameworkKeyRecord(scene.workspace(), keyPath: FilePath(text: letter)) } == .locked)
    #expect(try scene.workspace().configuration?.keyCheck == nil)
    try Files.remove(scene.data + "/shop.json")
    try FrameworkKeyRecord(scene.workspace(), keyPath: FilePath(text: letter)).write()
    #expect(try scene.workspace().configuration?.keyCheck == nil)
  }

  @Test func aProvenKeyReplacesAWrongRecord() throws {
    let scene = try SampleShop.scene(.okitCBC)
    let path = scene.root + "/okit/okit.json"
    let check = try #require(try scene.workspace().configuration?.keyCheck)
    let wrong = String(check.description.reversed())
    try Files.write(Files.text(path).replacingOccurrences(of: check.description, with: wrong), to: path)
    #expect(try scene.workspace().configuration?.keyCheck != check)
    try FrameworkKeyRecord(scene.workspace(), keyPath: FilePath(text: scene.keyPath)).write()
    #expect(try scene.workspace().configuration?.keyCheck == check)
  }

  @Test func aDryRunRecordsNoKey() throws {
    let scene = try SampleShop.scene(.plain)
    let before = try scene.rawFiles()
    _ = try ModelConversion(scene.workspace(dryRun: true)).encrypt(.all, cipher: .okitCBC)
    #expect(try scene.rawFiles() == before)
  }

  @Test func aWorkspaceWithoutSuchModelsRecordsNoKey() throws {
    let scene = try SampleShop.scene(.age)
    try FrameworkKeyRecord(scene.workspace(), keyPath: FilePath(text: scene.keyPath)).write()
    #expect(try scene.workspace().configuration?.keyCheck == nil)
  }
}

extension Scene {
  func file(_ name: String) -> String { folder + "/" + name }

  /// Removes the check of the framework's key from `okit.json`.
  fileprivate func forgetKey() throws {
    let path = root + "/okit/okit.json"
    let lines = try Files.text(path).split(separator: "\n", omittingEmptySubsequences: false)
    let text = lines.filter { !$0.contains("keyCheck") }.joined(separator: "\n")
    try Files.write(text.replacingOccurrences(of: ",\n}", with: "\n}"), to: path)
    try #require(try workspace().configuration?.keyCheck == nil)
  }
}
