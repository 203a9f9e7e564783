import Bindings
import Foundation
import JSONDocument
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitBackups
@testable import OKitData
@testable import OKitEditing
@testable import OKitHistory
@testable import OKitModels
@testable import OKitStorage

/// Steps of models that are or become encrypted.
@Suite struct EncryptedHistoryTests {
  private static let name = "books[1]/name"

  /// Returns the example shop without the steps in which it was made.
  private static func shop(_ form: StoredForm) throws -> Scene {
    let scene = try Scene.exampleShop(form)
    try Files.remove(scene.root + "/okit/.steps")
    return scene
  }

  private func rename(_ scene: Scene, to name: String) throws {
    _ = try scene.workspace().edit("set") {
      try $0.set([EditItem(Binding(parsing: Self.name), .text(name))])
    }
  }

  private func name(_ scene: Scene, _ keyring: Keyring? = nil) throws -> String? {
    try OpenWorkspace(scene.root, keys: .init(identity: scene.identityPath, appKey: scene.keyPath)).value(Self.name)
  }

  /// Returns the files that contain `text` as plain text.
  private func spilled(_ text: String, _ scene: Scene) -> [String] {
    Files.files(below: scene.root).filter { path in
      let bytes = (try? Data(contentsOf: URL(fileURLWithPath: scene.root + "/" + path))) ?? Data()
      return bytes.range(of: Data(text.utf8)) != nil
    }
  }

  private func form(_ scene: Scene, _ model: String = "default") throws -> StoredForm {
    try ModelReader.form(of: OpenFile(FilePath(text: scene.data + "/\(model).json")))
  }

  private func encrypt(_ scene: Scene, _ cipher: Configuration.Cipher) throws {
    _ = try ModelConversion(scene.workspace()).encrypt(.named([.default]), cipher: cipher)
  }

  @Test(arguments: StoredForm.allCases)
  func anEditIsUndoneAndRedoneInItsForm(_ form: StoredForm) throws {
    let scene = try Self.shop(form)
    try rename(scene, to: "Eden")
    try rename(scene, to: "Fiasco")
    let history = History(try scene.workspace())
    _ = try history.undo()
    #expect(try name(scene) == "Eden" && self.form(scene) == form)
    _ = try history.undo()
    #expect(try name(scene) == "Solaris" && self.form(scene) == form)
    _ = try history.redo()
    #expect(try name(scene) == "Eden" && self.form(scene) == form)
    if form.isEncrypted {
      for text in ["Eden", "Fiasco", "Solaris"] { #expect(spilled(text, scene).isEmpty) }
    }
  }

  @Test(arguments: [Configuration.Cipher.age, .okitCBC])
  func noPlainTextOutlivesItsEncryption(_ cipher: Configuration.Cipher) throws {
    let scene = try Self.shop(.plain)
    try rename(scene, to: "KEEPSECRET")
    try rename(scene, to: "Eden")
    #expect(!spilled("KEEPSECRET", scene).isEmpty)
    let observer = RecordingObserver()
    _ = try ModelConversion(scene.workspace(observer: observer)).encrypt(.named([.default]), cipher: cipher)
    #expect(spilled("KEEPSECRET", scene).isEmpty && spilled("Solaris", scene).isEmpty)
    #expect(observer.warnings.contains { $0.hasPrefix("2 earlier changes can no longer be undone") })
    #expect(try History(scene.workspace()).steps().map(\.state) == [.keys, .lost, .lost])
    #expect(failure { _ = try History(scene.workspace()).undo(to: 1) }?.kind == .notFound)
    #expect(try name(scene) == "Eden")
  }

  @Test func plainTextOfOtherModelsIsKept() throws {
    let scene = try Self.shop(.plain)
    _ = try scene.workspace().edit("set") {
      try $0.set([EditItem(Binding(parsing: "directory:groups[0]/name"), .text("Many"))])
    }
    try encrypt(scene, .age)
    let plan = try History(scene.workspace()).undo(to: 0)
    #expect(plan.steps == [1])
    #expect(spilled("\"Many\"", scene).allSatisfy { $0.hasPrefix("okit/.steps/") })
  }

  @Test func aReencryptedModelIsRestoredForTheCurrentRecipientsOnly() throws {
    let scene = try Self.shop(.age)
    try rename(scene, to: "Eden")
    let other = try Scene()
    let workspace = try scene.workspace()
    _ = try RecipientChange(workspace).add(other.identities.map(\.recipient))
    _ = try RecipientChange(scene.workspace()).remove(scene.identities.map(\.recipient))
    // Both identities are available, the old one for the history and the new one for the models.
    let both = try Files.text(scene.identityPath) + Files.text(other.identityPath)
    try Files.write(both, to: scene.identityPath)
    _ = try ModelConversion(scene.workspace()).rekey()
    #expect(failure { _ = try History(scene.workspace()).undo() }?.kind == .usage)
    _ = try History(scene.workspace()).undo(to: 0)
    #expect(try name(scene) == "Solaris")
    let stored = try Files.read(scene.data + "/default.json")
    #expect(try Bytes.age(stored, with: other.identities).count > 1000)
    #expect(try scene.workspace().currentConfiguration().recipients == other.identities.map(\.recipient))
  }

  @Test func withoutTheIdentityNothingIsUndone() throws {
    let scene = try Self.shop(.age)
    try rename(scene, to: "Eden")
    let before = try FileTree(scene.root, includingSteps: true)
    let error = failure { _ = try History(scene.workspace(keyring: scene.keyring(identity: false))).undo() }
    #expect(error?.kind == .locked)
    #expect(try FileTree(scene.root, includingSteps: true) == before)
  }

  @Test(arguments: [Configuration.Cipher.age, .okitCBC])
  func anUndoneDecryptionEncryptsAgain(_ cipher: Configuration.Cipher) throws {
    let scene = try Self.shop(cipher == .age ? .age : .okitCBC)
    let before = try scene.snapshot()
    _ = try ModelConversion(scene.workspace()).decrypt(.named([.default]))
    try rename(scene, to: "KEEPSECRET")
    _ = try History(scene.workspace()).undo(to: 0)
    #expect(try scene.snapshot() == before)
    #expect(spilled("KEEPSECRET", scene).isEmpty && spilled("Solaris", scene).isEmpty)
  }

  @Test func attachmentsFollowAChangeOfTheCipher() throws {
    let scene = try Self.shop(.okitCBC)
    let before = try scene.snapshot()
    _ = try scene.workspace().edit("remove") { try $0.remove([Binding(parsing: "books[1]")]) }
    try encrypt(scene, .age)
    _ = try History(scene.workspace()).undo(to: 0)
    let after = try scene.snapshot()
    #expect(Set(after.files.keys) == Set(before.files.keys))
    for (path, file) in before.files where path.hasPrefix("data/") { #expect(after.files[path]?.plain == file.plain) }
    // The removed image had no file when the cipher changed, so it keeps its own.
    #expect(try form(scene) == .age)
  }

  @Test func anEntityThatMovesToAnEncryptedModelLeavesNoPlainText() throws {
    let scene = try Self.shop(.plain)
    _ = try ModelConversion(scene.workspace()).encrypt(.named([.named("directory")]), cipher: .age)
    try rename(scene, to: "KEEPSECRET")
    #expect(!spilled("KEEPSECRET", scene).isEmpty)
    let workspace = try scene.workspace()
    _ = try workspace.edit("add") { try $0.add([EditItem(Binding(parsing: "authors"), .json(try Self.author()))]) }
    _ = try workspace.edit("move") {
      try $0.move(Binding(parsing: "authors[-1]"), to: Binding(parsing: "directory:authors"))
    }
    #expect(spilled("MOVEDSECRET", scene).isEmpty)
    #expect(try History(scene.workspace()).steps().first?.state == .lost)
  }

  @Test func anEntityThatMovesBackToAnEncryptedModelLeavesNoPlainText() throws {
    let scene = try Self.shop(.plain)
    _ = try ModelConversion(scene.workspace()).encrypt(.named([.named("directory")]), cipher: .age)
    _ = try scene.workspace().edit("add") {
      try $0.add([EditItem(Binding(parsing: "directory:authors"), .json(try Self.author()))])
    }
    _ = try scene.workspace().edit("move") {
      try $0.move(Binding(parsing: "directory:authors[-1]"), to: Binding(parsing: "authors"))
    }
    #expect(!spilled("MOVEDSECRET", scene).isEmpty)
    _ = try History(scene.workspace()).undo()
    #expect(spilled("MOVEDSECRET", scene).isEmpty)
    #expect(failure { _ = try History(scene.workspace()).redo() }?.kind == .notFound)
  }

  @Test func anUndoOfSeveralModelsIsRedoneAlsoWhereOneOfThemIsEncrypted() throws {
    let scene = try Self.shop(.plain)
    _ = try ModelConversion(scene.workspace()).encrypt(.named([.named("directory")]), cipher: .age)
    try rename(scene, to: "Eden")
    _ = try scene.workspace().edit("add") {
      try $0.add([EditItem(Binding(parsing: "directory:authors"), .json(try Self.author()))])
    }
    let before = try scene.snapshot()
    _ = try History(scene.workspace()).undo(to: 1)
    #expect(try name(scene) == "Solaris")
    _ = try History(scene.workspace()).redo()
    #expect(try scene.snapshot() == before)
  }

  @Test func anEntityThatLeftAnEncryptedModelAndWasRemovedLeavesNoPlainText() throws {
    let scene = try Self.shop(.plain)
    _ = try ModelConversion(scene.workspace()).encrypt(.named([.named("directory")]), cipher: .age)
    _ = try scene.workspace().edit("add") {
      try $0.add([EditItem(Binding(parsing: "directory:authors"), .json(try Self.author()))])
    }
    _ = try scene.workspace().edit("move") {
      try $0.move(Binding(parsing: "directory:authors[-1]"), to: Binding(parsing: "authors"))
    }
    _ = try scene.workspace().edit("remove") { try $0.remove([Binding(parsing: "authors[-1]")]) }
    #expect(!spilled("MOVEDSECRET", scene).isEmpty)
    _ = try History(scene.workspace()).undo(to: 2)
    #expect(spilled("MOVEDSECRET", scene).isEmpty)
  }

  @Test func anUndoLeavesTheKindsOfOtherModels() throws {
    let scene = try Self.shop(.age)
    _ = try ModelConversion(scene.workspace()).decrypt(.named([.default]))
    _ = try ModelConversion(scene.workspace()).encrypt(.named([.named("directory")]), cipher: .age)
    let kind = try scene.workspace().currentConfiguration().models[.named("directory")]?.kind
    _ = try History(scene.workspace()).undo(to: 0)
    let models = try scene.workspace().currentConfiguration().models
    #expect(kind == .encrypted && models[.named("directory")]?.kind == .encrypted)
    #expect(models[.default]?.kind == .encrypted)
  }

  /// A step that changes models of different forms: each attachment has the form of its own model.
  @Test func attachmentsOfDifferentModelsKeepTheirForms() throws {
    let scene = try SampleShop.withAlbums(.okitCBC)
    let data = Array("0123456789abcdef".utf8)
    let raw = scene.data + "/_data/PLAIN-RAW.raw"
    try Files.makeFolder(scene.data + "/_data")
    try Files.write(data, to: raw)
    let document = #"{"id":"PLAIN","title":"t","raw":{"id":"PLAIN-RAW","format":"","size":16}}"#
    try Files.write(document, to: scene.data + "/plain.json")
    let before = try scene.snapshot()
    let workspace = try scene.workspace()
    try workspace.writing {
      try workspace.changing("test") { transaction in
        for path in ["okit/data/_data/PLAIN-RAW.raw", "okit/data/plain.json", "okit/data/shop.json"] as [WorkspacePath]
        {
          let old = try #require(try workspace.storage.snapshot(path))
          try transaction.remove(path, old: old)
        }
      }
    }
    _ = try History(scene.workspace()).undo()
    #expect(try Files.read(raw) == data)
    #expect(try scene.snapshot() == before)
  }

  private static func author() throws -> JSONValue {
    try JSONDocument(parsing: #"{"id":"A-NEW","name":"MOVEDSECRET"}"#).root
  }

  @Test func aRestoredBackupIsAStepThatNamesTheBackupBefore() throws {
    let scene = try Self.shop(.age)
    try scene.backUp("old", .archive)
    try rename(scene, to: "Eden")
    let outcome = try BackupRestoration(scene.workspace()).restore(
      .file(FilePath(text: scene.backups + "/old.tar.zst.age")), .init(models: []), unlock: scene.unlock())
    let backup = try #require(outcome.safetyBackup)
    #expect(try History(scene.workspace()).steps().map(\.state) == [.backup(backup), .undoable])
    let error = try #require(failure { _ = try History(scene.workspace()).undo() })
    #expect(error.kind == .usage && error.message.contains(backup))
    #expect(failure { _ = try History(scene.workspace()).undo(to: 0) }?.kind == .usage)
  }

  @Test func modelsThatWereCreatedAndDeletedComeAndGoWithTheirKinds() throws {
    let scene = try Self.shop(.age)
    let before = try scene.snapshot()
    _ = try ModelDeletion(scene.workspace()).delete(.default)
    #expect(try scene.workspace().currentConfiguration().models[.default] == nil)
    _ = try History(scene.workspace()).undo()
    let after = try scene.snapshot()
    for (path, file) in before.files where path.hasPrefix("data/") { #expect(after.files[path] == file) }
    #expect(try scene.workspace().currentConfiguration().models[.default]?.kind == .encrypted)
    #expect(try scene.workspace().missingModels(ModelKinds(scene.workspace())).isEmpty)
  }
}
