import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitBackups
@testable import OKitModels
@testable import OKitStorage

/// Dry runs of restores and imports, which also work where the user may only read.
@Suite struct RestoreDryRunTests {
  /// A backup of a shop stored in `form`.
  private func backup(_ form: StoredForm, _ format: BackupFormat, asStored: Bool = false) throws -> (Scene, FilePath) {
    let scene = try Scene.exampleShop(form)
    let password = format == .zip ? "password" : nil
    return (scene, FilePath(text: try scene.backUp("b", format, password: password, asStored: asStored)))
  }

  @Test(arguments: StoredForm.allCases, [BackupFormat.archive, .zip, .directory])
  func aDryRunOfARestoreWritesNothing(_ form: StoredForm, _ format: BackupFormat) throws {
    let (scene, path) = try backup(form, format)
    let calls = FaultyCalls()
    let restoration = BackupRestoration(try scene.workspace(calls: calls, dryRun: true))
    for models: [ModelName] in [[], [.default]] {
      let outcome = try restoration.restore(.file(path), .init(models: models), unlock: scene.unlock())
      #expect(outcome.models.contains(.default) && outcome.files > 1)
    }
    #expect(calls.calls.isEmpty, "\(calls.calls)")
  }

  @Test(arguments: StoredForm.allCases)
  func aDryRunOfAnImportWritesNothing(_ form: StoredForm) throws {
    for (format, asStored) in [(BackupFormat.archive, false), (.archive, true), (.zip, false), (.directory, true)] {
      let (scene, path) = try backup(form, format, asStored: asStored)
      let calls = FaultyCalls()
      let outcome = try ModelImport(scene.workspace(calls: calls, dryRun: true)).run(
        .path(path), .init(existingModels: .replace), unlock: scene.unlock())
      #expect(outcome.replaced.contains(.default))
      #expect(calls.calls.isEmpty, "\(calls.calls)")
    }
  }

  @Test(arguments: [StoredForm.age, .okitCBC])
  func aDryRunOfARestoreDetectsThatNoKeyOpensAModel(_ form: StoredForm) throws {
    let (scene, path) = try backup(form, .directory)
    let keyring = scene.keyring(identity: false, frameworkKey: false)
    let workspace = try scene.workspace(keyring: keyring, dryRun: true)
    let error = failure { _ = try BackupRestoration(workspace).restore(.file(path), .init(), unlock: scene.unlock()) }
    #expect(error?.kind == .locked)
  }

  @Test func aDryRunOfARestoreDoesNotNeedTheDataFolder() throws {
    let (scene, path) = try backup(.plain, .directory)
    try Files.remove(scene.data)
    let restoration = BackupRestoration(try scene.workspace(dryRun: true))
    #expect(try restoration.restore(.file(path), .init(), unlock: scene.unlock()).removed == [])
    #expect(!Files.exists(scene.data))
  }
}
