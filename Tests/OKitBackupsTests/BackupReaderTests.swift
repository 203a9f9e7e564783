import Foundation
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitBackups
@testable import OKitModels
@testable import OKitStorage

@Suite struct BackupReaderTests {
  /// The error of verifying the forgery in each container. Restoring it fails with the same error and changes nothing.
  private func errors(
    _ forgery: ForgedBackup, _ containers: [ForgedBackup.Container] = ForgedBackup.Container.allCases
  ) throws -> [OKitError?] {
    try containers.map { container in
      let scene = try SampleShop.scene(.plain)
      let path = try forgery.write(container, to: scene.folder, recipient: scene.recipient)
      let before = try scene.snapshot()
      let error = failure {
        _ = try BackupInspection(unlock: scene.unlock(ForgedBackup.password)).verify(.file(FilePath(text: path)))
      }
      let restoring = failure {
        _ = try BackupRestoration(scene.workspace()).restore(
          .file(FilePath(text: path)), .init(), unlock: scene.unlock(ForgedBackup.password))
      }
      #expect(restoring == error, "\(container)")
      if error != nil { #expect(try scene.snapshot() == before, "\(container)") }
      #expect(scene.staged == [], "\(container)")
      #expect(
        Files.namesIfPresent(in: scene.folder).filter {
          !["w", "identity.txt", "okit-cbc.json"].contains($0) && !$0.hasPrefix("forged.")
        } == [])
      return error
    }
  }

  private func expectMalformed(
    _ forgery: ForgedBackup, naming name: String,
    _ containers: [ForgedBackup.Container] = ForgedBackup.Container.allCases
  ) throws {
    for error in try errors(forgery, containers) {
      #expect(error?.kind == .malformed)
      #expect(error?.message.contains(name) == true, "\(String(describing: error))")
    }
  }

  /// The paths and sizes in the manifest.
  private func sizes(_ forgery: ForgedBackup) -> [(path: String, size: Int)] {
    forgery.files.map { ($0.name, $0.bytes.count) }
  }

  /// The correct checksums.
  private func sums(_ forgery: ForgedBackup) throws -> String {
    String(decoding: try #require(forgery.entries().last).bytes, as: UTF8.self)
  }

  @Test func aValidBackupIsAccepted() throws {
    #expect(try errors(ForgedBackup()) == [nil, nil, nil])
  }

  @Test func aManifestThatIsNotFirstIsRefused() throws {
    var forgery = ForgedBackup()
    forgery.rearrange = { $0.swapAt(0, 1) }
    try expectMalformed(forgery, naming: "okit-backup.json", [.archive])
    forgery.rearrange = { $0.removeFirst() }
    try expectMalformed(forgery, naming: "okit-backup.json", [.folder, .archive])
  }

  @Test func aFileThatTheManifestLacksIsRefused() throws {
    var forgery = ForgedBackup()
    forgery.manifest.files = ManifestText.list(sizes(forgery))
    forgery.files.append(.init(name: "data/extra.json", bytes: [1]))
    try expectMalformed(forgery, naming: "data/extra.json")
  }

  @Test func aFileMissingFromTheBackupIsRefused() throws {
    var forgery = ForgedBackup()
    forgery.manifest.files = ManifestText.list(sizes(forgery) + [("data/gone.json", 0)])
    try expectMalformed(forgery, naming: "data/gone.json")
  }

  @Test func aManifestThatListsAFileTwiceIsRefused() throws {
    var forgery = ForgedBackup()
    forgery.manifest.files = ManifestText.list(sizes(forgery) + [("data/one.json", 29)])
    try expectMalformed(forgery, naming: "data/one.json")
  }

  @Test func aRenamedFileIsRefused() throws {
    var forgery = ForgedBackup()
    forgery.manifest.files = ManifestText.list(sizes(forgery))
    forgery.files[2].name = "data/c.json"
    try expectMalformed(forgery, naming: "data/c.json")
  }

  @Test(arguments: [28, 30, 0])
  func aFileOfAnotherSizeIsRefused(_ size: Int) throws {
    var forgery = ForgedBackup()
    forgery.manifest.files = ManifestText.list(sizes(forgery).map { $0 == "data/one.json" ? ($0, size) : ($0, $1) })
    try expectMalformed(forgery, naming: "data/one.json")
  }

  @Test func aChangedByteIsRefused() throws {
    var forgery = ForgedBackup()
    let sums = try sums(forgery)
    forgery.changeSums = { $0 = sums }
    forgery.files[1].bytes[7] ^= 1
    try expectMalformed(forgery, naming: "data/one.json")
  }

  @Test func aManifestThatContradictsTheSumsIsRefused() throws {
    var forgery = ForgedBackup()
    let sums = try sums(forgery)
    forgery.changeSums = { $0 = sums }
    forgery.manifest.whole = forgery.manifest.text(forgery.files) + "\n"
    try expectMalformed(forgery, naming: "okit-backup.json")
  }

  @Test func missingEarlyOrMalformedSumsAreRefused() throws {
    var forgery = ForgedBackup()
    forgery.rearrange = { $0.removeLast() }
    try expectMalformed(forgery, naming: "SHA256SUMS")
    forgery.rearrange = { $0.swapAt($0.count - 2, $0.count - 1) }
    try expectMalformed(forgery, naming: "SHA256SUMS", [.archive])
    forgery.rearrange = { _ in }
    forgery.changeSums = { $0 = "nothing" }
    try expectMalformed(forgery, naming: "SHA256SUMS")
  }

  @Test func sumsWithAFileTooFewOrTooManyAreRefused() throws {
    var forgery = ForgedBackup()
    let right = try sums(forgery)
    let lines = right.split(separator: "\n")
    for (index, name) in ["okit-backup.json", "okit.json", "data/one.json", "data/two.json"].enumerated() {
      forgery.changeSums = { $0 = lines.indices.filter { $0 != index }.map { lines[$0] + "\n" }.joined() }
      try expectMalformed(forgery, naming: name)
    }
    forgery.changeSums = { $0 = right + "\(String(repeating: "00", count: 32))  data/more.json\n" }
    try expectMalformed(forgery, naming: "data/more.json")
  }

  @Test(arguments: [
    "../x", "/x", "data/../../x", "hooks/post-restore", "data/.hidden", "okit-backup.json", "data/a//b",
  ])
  func aPathOutsideTheFoldersOfABackupIsRefused(_ path: String) throws {
    var forgery = ForgedBackup()
    forgery.manifest.files = ManifestText.list(sizes(forgery) + [(path, 0)])
    try expectMalformed(forgery, naming: path)
  }

  @Test func aLinkInABackupFolderIsRefused() throws {
    let scene = try SampleShop.scene(.plain)
    let path = try ForgedBackup().write(.folder, to: scene.folder, recipient: scene.recipient)
    try Files.remove(path + "/data/one.json")
    try Files.write(#"{"id":"ONE","title":"forged"}"#, to: scene.folder + "/outside")
    try Files.link(path + "/data/one.json", to: scene.folder + "/outside")
    let error = failure {
      _ = try BackupInspection(unlock: scene.unlock(ForgedBackup.password)).verify(.file(FilePath(text: path)))
    }
    #expect(error?.kind == .malformed)
    #expect(error?.message.contains("data/one.json") == true)
  }
}
