import Foundation
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitData
@testable import OKitModels
@testable import OKitStorage

/// The interface of the library, on a copy of the Bookshop.
@Suite struct OpenWorkspaceTests {
  private static let example = Repository.folder + "/Examples/Bookshop"
  private let folder: TemporaryFolder
  private let root: String
  private let shop: OpenWorkspace

  private struct Book: Codable, Equatable {
    var name: String
    var price: Double
    var date: Date?
  }

  init() throws {
    folder = try TemporaryFolder()
    root = folder.path + "/shop"
    // Git does not preserve that the key file is private.
    try Files.copy(Self.example + "/cryptinfo.json", to: folder.path + "/key.json")
    try Files.setMode(0o600, folder.path + "/key.json")
    shop = try OpenWorkspace.create(
      root, copying: Self.example + "/data", definitions: [Self.example + "/model"],
      keys: .init(appKey: folder.path + "/key.json"))
  }

  private func bytes() throws -> [String: [UInt8]] {
    Dictionary(
      uniqueKeysWithValues: try Files.files(below: root).filter { !$0.hasSuffix(".lock") }
        .map { ($0, try Files.read(root + "/" + $0)) })
  }

  private func password() -> SecretBytes { SecretBytes(copying: "correct horse".utf8) }

  // MARK: - Values

  @Test func readsTypedValues() throws {
    #expect(try shop.value("books[0]/name") == "The Dispossessed")
    #expect(try shop.value("books.@count") == 4)
    #expect(try shop.value("books[0]/date", as: Date.self) == Date(timeIntervalSinceReferenceDate: 462_567_262.25))
    #expect(try shop.value("books[0]/comment", as: String.self) == nil)
    let books: [Book] = try shop.values("books[*]")
    #expect(books.count == 4 && books[0].price == 9.99)
    #expect(try shop.json("books[0]/price") == "9.99")
  }

  @Test func aWrongPathIsNotFound() throws {
    let error = try #require(throws: OKitError.self) { try shop.value("books[0]/titel", as: String.self) }
    #expect(error.kind == .notFound && error.message.contains("'books[0]/titel'"))
    #expect(throws: OKitError.self) { try shop.value("books[", as: String.self) }
  }

  @Test func anEncryptedModelNeedsItsKey() throws {
    let error = try #require(throws: OKitError.self) {
      try OpenWorkspace(root).value("books[0]/name", as: String.self)
    }
    #expect(error.kind == .locked)
  }

  @Test func editsAreStoredTogether() throws {
    let summary = try shop.edit {
      try $0.set("books[0]/price", to: 12.5)
      try $0.add(Book(name: "Emma", price: 7.5), to: "books", at: 0)
      try $0.set("books[0]/genre", to: "FANTASY")
      try $0.move("books[0]", to: "books[2]")
    }
    #expect(summary.newIDs.count == 1)
    #expect(try shop.value("books[2]/name") == "Emma")
    #expect(try shop.value("books[2]/genre/ref/name") == "Fantasy")
    #expect(try shop.value("books[0]/price") == 12.5)
    try shop.edit { try $0.remove("books[name=Emma]") }
    #expect(try shop.value("books.@count") == 4)
  }

  @Test func anEditThatFailsChangesNothing() throws {
    struct Stop: Error {}
    let before = try bytes()
    #expect(throws: Stop.self) {
      try shop.edit {
        try $0.set("books[0]/price", to: 12.5)
        throw Stop()
      }
    }
    let error = try #require(throws: OKitError.self) {
      try shop.edit {
        try $0.set("books[0]/price", to: 12.5)
        try $0.set("books[0]/copies", to: "many")
      }
    }
    #expect(error.kind == .malformed)
    #expect(try bytes() == before)
  }

  @Test func referencesToARemovedEntityCanBeCleared() throws {
    #expect(try shop.references(to: "FANTASY").count > 0)
    #expect(throws: OKitError.self) { try shop.edit { try $0.remove("@FANTASY") } }
    try shop.edit(removing: .clear) { try $0.remove("@FANTASY") }
    #expect(try shop.references().allSatisfy { $0.id != "FANTASY" })
  }

  // MARK: - Dry runs

  @Test func aDryRunAnswersAndChangesNothing() throws {
    try shop.backups.create("monday", for: .asStored)
    let before = try bytes()
    let dry = try OpenWorkspace(root, keys: .init(appKey: folder.path + "/key.json"), dryRun: true)
    #expect(try dry.edit { try $0.set("books[0]/price", to: 12.5) }.paths == ["default:books[0]/price"])
    try dry.models.create("notes", properties: ["title:String"])
    #expect(try dry.models.delete("directory") == nil)
    try dry.models.decrypt()
    try dry.models.export(to: root + "/elsewhere")
    #expect(try dry.backups.restore("monday") == nil)
    try dry.backups.create("tuesday", for: .password(password()))
    try dry.backups.delete(["monday"])
    #expect(try dry.addRecipients([Self.recipient]) == [Self.recipient])
    try dry.attachments.remove("books[0]/icon")
    _ = try dry.repair()
    #expect(try bytes() == before)
  }

  // MARK: - Backups

  /// Only the workspace's own folder of backups has a last backup that matters.
  @Test func aBackupInAnotherFolderLeavesNothingInTheWorkspace() throws {
    let elsewhere = folder.file("elsewhere")
    try Files.makeFolder(elsewhere)
    try shop.backups.create("monday", for: .asStored, in: elsewhere)
    #expect(try !Files.names(in: root + "/okit").contains { $0.hasPrefix(".last-backup") })
    try shop.backups.create("monday", for: .asStored)
    #expect(try Files.names(in: root + "/okit").contains { $0.hasPrefix(".last-backup") })
  }

  // MARK: - Models

  private static let recipient = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"

  @Test func modelsAreCreatedListedAndDeleted() throws {
    try shop.models.create("notes", properties: ["title:String", "pages:Int=1"])
    let notes = try #require(try shop.models.list().first { $0.name == "notes" })
    #expect(notes == .init(name: "notes", className: "Notes", isEncrypted: false, isStored: true))
    #expect(try shop.value("notes:pages") == 1)
    let kept = try #require(try shop.models.delete("notes"))
    #expect(try shop.backups.list().map(\.name) == [kept])
    #expect(try !shop.models.list().contains { $0.name == "notes" && $0.isStored })
  }

  @Test func anEditKnowsTheClassOfAModelThatWasJustCreated() throws {
    try shop.models.create("notes", properties: ["pages:Int=1"])
    try shop.edit { try $0.set("notes:pages", to: "7") }
    #expect(try shop.json("notes:pages") == "7")
    #expect(throws: OKitError.self) { try shop.edit { try $0.set("notes:pages", to: "many") } }
  }

  @Test func noFileStaysOpenAfterACall() throws {
    _ = try shop.check()
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)
    }
    #expect(!open.contains { $0.hasPrefix(root + "/") })
  }

  @Test func aDryRunOfARestoreLeavesNoDataFolder() throws {
    try shop.backups.create("monday", for: .asStored)
    try Files.remove(root + "/okit/data")
    let dry = try OpenWorkspace(root, keys: .init(appKey: folder.path + "/key.json"), dryRun: true)
    #expect(try dry.backups.restore("monday") == nil)
    #expect(!Files.exists(root + "/okit/data"))
  }

  @Test func aBackupCanBeNamedTwiceForDeletion() throws {
    try shop.backups.create("monday", for: .asStored)
    try shop.backups.delete(["monday", "monday"])
    #expect(try shop.backups.list() == [])
  }

  @Test func modelsAreDecryptedExportedAndImported() throws {
    try shop.models.decrypt(["default"])
    #expect(try OpenWorkspace(root).value("books[0]/name") == "The Dispossessed")
    try shop.models.export(["default"], to: folder.path + "/out")
    let other = try OpenWorkspace.create(folder.path + "/other")
    #expect(try other.models.importModels(from: folder.path + "/out") == ["default"])
    #expect(try other.json("default:.") == shop.json("default:."))
    let error = try #require(throws: OKitError.self) { try other.models.importModels(from: folder.path + "/out") }
    #expect(error.kind == .exists)
    #expect(try other.models.importModels(from: folder.path + "/out", existing: .keep) == [])
  }

  @Test func attachmentsAreReadAndStored() throws {
    let before = try shop.attachments.list(["default"])
    try shop.attachments.write("books[0]/icon", to: folder.path + "/icon.png")
    try shop.attachments.remove("books[0]/icon")
    #expect(try shop.attachments.list(["default"]).count == before.count - 1)
    try shop.attachments.put(folder.path + "/icon.png", at: "books[0]/icon")
    #expect(try shop.attachments.list(["default"]).map(\.size) == before.map(\.size))
  }

  @Test func checkFindsProblemsAndRepairFixesThem() throws {
    #expect(try shop.check() == [])
    try Files.write("x", to: root + "/okit/data/stray.txt")
    #expect(try shop.check().map(\.kind) == ["stray"])
    try Files.remove(root + "/okit/data/stray.txt")
    try Files.remove(root + "/okit/data/directory/4F426DCB-B394-4B36-BB2D-420F0F88080B.json")
    #expect(try shop.check().map(\.kind) == ["missing-partial"])
    #expect(try shop.repair() == [])
  }

  // MARK: - Backups

  @Test(arguments: ["password", "zip", "as stored"])
  func aBackupCanBeRestored(_ kind: String) throws {
    let before = try shop.json("default:.")
    let path =
      switch kind {
      case "password": try shop.backups.create("monday", for: .password(password()))
      case "zip": try shop.backups.create("monday", for: .zip(password: password()))
      default: try shop.backups.create("monday", for: .asStored)
      }
    #expect(try shop.backups.list().map(\.path) == [path])
    try shop.edit { try $0.set("books[0]/name", to: "Changed") }
    #expect(try shop.backups.verify("monday") { password() } == ["default", "directory", "settings"])
    let kept = try shop.backups.restore("monday") { password() }
    #expect(try shop.json("default:.") == before && kept?.hasPrefix("before-restore-") == true)
    try shop.backups.delete(["monday"])
    #expect(!Files.exists(path))
  }

  @Test func aWrongPasswordIsLocked() throws {
    try shop.backups.create("monday", for: .password(password()))
    let error = try #require(throws: OKitError.self) {
      try shop.backups.verify("monday") { SecretBytes(copying: "wrong".utf8) }
    }
    #expect(error.kind == .locked)
    #expect(throws: OKitError.self) { try shop.backups.verify("monday") }
    #expect(throws: OKitError.self) { try shop.backups.create("tuesday", for: .recipients(["age1nobody"])) }
  }

  // MARK: - Keys

  @Test func modelsAreEncryptedToRecipients() throws {
    let identity = folder.path + "/identity.txt"
    try Files.write(
      "AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX\n", to: identity)
    try Files.setMode(0o600, identity)
    let other = try OpenWorkspace.create(
      folder.path + "/other", copying: Self.example + "/data",
      keys: .init(identity: identity, appKey: folder.path + "/key.json"))
    try other.models.decrypt()
    #expect(throws: OKitError.self) { try other.models.encrypt(["directory"]) }
    let recipient = "age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj"
    #expect(try other.addRecipients([recipient]) == [recipient] && other.recipients == [recipient])
    try other.models.encrypt(["directory"])
    #expect(try other.value("directory:groups.@count", as: Int.self) != nil)
    #expect(try Files.read(other.root + "/okit/data/directory.json").starts(with: "age-encryption.org".utf8))
    try other.rekey()
    #expect(try other.removeRecipients([recipient]) == [recipient])
  }

  @Test func aWorkspaceHasARootAndMigrations() throws {
    #expect(shop.root == FilePath(text: root).resolved?.text)
    #expect(try shop.migrations.isInAgreement && shop.migrations.plan() == [])
    #expect(try shop.migrations.apply() == nil)
    let error = try #require(throws: OKitError.self) { try shop.migrations.rollBack() }
    #expect(error.kind == .notFound)
  }

  @Test func changesAreUndoneAndRedone() throws {
    let before = try shop.history.steps.count
    try shop.edit { try $0.set("books[0]/price", to: 12.5) }
    let step = try #require(try shop.history.steps.first)
    #expect(step.command == "edit" && step.canBeUndone)
    #expect(try shop.history.undo() == [step.number])
    #expect(try shop.value("books[0]/price") == 9.99)
    try shop.history.redo()
    #expect(try shop.value("books[0]/price") == 12.5)
    #expect(try shop.history.steps.count == before + 3)
    try Files.write("{}", to: root + "/okit/data/default.json")
    #expect(kind(of: { try shop.history.undo() }) == .busy)
  }

  @Test func theDataIsMigratedToChangedClassesAndBack() throws {
    let scene = try Scene.exampleShop(.plain)
    let classes = scene.root + "/okit/model/Bookshop.swift"
    // The present classes are recorded first, so that the change of them is known.
    #expect(try OpenWorkspace(scene.root).migrations.apply() == nil)
    let old = try Files.text(classes)
    try Files.write(
      old.replacing("var copies: Int = 0", with: "var copies: Int = 0\n  var shelf: String = \"A\""), to: classes)
    let shop = try OpenWorkspace(scene.root)
    #expect(try !shop.migrations.isInAgreement)
    #expect(try shop.migrations.plan().contains { $0.contains("Book.shelf") && $0.hasSuffix(": 4") })
    let backup = try #require(try shop.migrations.apply())
    #expect(backup.hasPrefix("before-migrate-"))
    #expect(try shop.values("books[*]/shelf", as: String.self) == ["A", "A", "A", "A"])
    try Files.write(old, to: classes)
    #expect(try shop.migrations.rollBack() != nil)
    #expect(try shop.json("books[0]")?.contains("shelf") == false)
  }

  @Test func aFolderWithoutWorkspaceIsNotFound() throws {
    let error = try #require(throws: OKitError.self) { try OpenWorkspace(folder.path + "/nothing") }
    #expect(error.kind == .notFound)
    #expect(kind(of: { _ = try OpenWorkspace.create(root) }) == .exists)
    #expect(kind(of: { _ = try OpenWorkspace("") }) == .usage)
    #expect(kind(of: { _ = try OpenWorkspace(root, language: "not a language") }) == .usage)
  }

  @Test func aCreationThatCannotOpenTheWorkspaceLeavesNothing() throws {
    let new = folder.path + "/new"
    #expect(kind(of: { _ = try OpenWorkspace.create(new, language: "not a language") }) == .usage)
    #expect(kind(of: { _ = try OpenWorkspace.create(new, keys: .init(identity: "")) }) == .usage)
    #expect(!Files.exists(new))
  }

  @Test(arguments: ["", ".hidden", "a/b", "_data", "a\u{0}b"])
  func anInvalidNameIsAMistakeOfTheCaller(_ name: String) throws {
    let before = try bytes()
    for call: (String) throws -> Void in [
      { try shop.models.create($0) }, { _ = try shop.models.delete($0) }, { try shop.models.encrypt([$0]) },
      { try shop.models.export([$0], to: folder.path + "/out") }, { _ = try shop.references(in: [$0]) },
      { _ = try shop.check([$0]) }, { _ = try shop.attachments.list([$0]) },
    ] {
      #expect(kind(of: { try call(name) }) == .usage)
    }
    #expect(try bytes() == before)
  }

  @Test func aNewModelHasNoControlCharacterInItsName() throws {
    let before = try bytes()
    #expect(kind(of: { try shop.models.create("a\nb") }) == .usage)
    #expect(try bytes() == before)
  }
}
