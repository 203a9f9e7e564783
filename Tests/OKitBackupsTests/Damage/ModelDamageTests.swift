import Ciphers
import Foundation
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitBackups
@testable import OKitModels
@testable import OKitStorage

@Suite struct ModelDamageTests {
  /// The results of a number of damages.
  private struct Tally {
    var refused = 0
    var right = 0
    var unnoticed = 0
    var wrong: [String] = []
  }

  private static let forms: [StoredForm] = [.age, .okitCBC]

  /// Expects correct data, or an error of the right kind that names a file.
  private func judge(
    _ damage: Damage, _ form: StoredForm, _ tally: inout Tally, _ body: () throws -> [String: [UInt8]]
  ) {
    do {
      let found = try body()
      if found == SampleShop.shopFiles {
        tally.right += 1
      } else if form == .okitCBC, damage.isUnnoticeable(found, for: SampleShop.shopFiles) {
        tally.unnoticed += 1
      } else {
        tally.wrong.append("\(damage) gives other data")
      }
    } catch let error as OKitError where [.malformed, .locked].contains(error.kind) {
      tally.refused += 1
      if !error.message.contains(".") || error.message.contains("\n") { tally.wrong.append("\(damage): \(error)") }
    } catch {
      tally.wrong.append("\(damage): \(error)")
    }
  }

  private func report(_ tally: Tally, _ form: StoredForm, _ what: String) {
    let unnoticed = form == .okitCBC ? ", \(tally.unnoticed) inside of attachments, which no reader can notice" : ""
    Effort.report(
      "\(what) of a damaged \(form.rawValue) model: \(tally.refused) refused, \(tally.right) right\(unnoticed)")
    #expect(tally.wrong == [])
    #expect(tally.refused > 0)
    #expect(form == .age ? tally.unnoticed == 0 : true)
  }

  @Test(arguments: forms)
  func readingADamagedModelIsRefusedOrGivesTheRightData(_ form: StoredForm) throws {
    let scene = try SampleShop.scene(form)
    #expect(try scene.shopContent() == SampleShop.shopFiles)
    var tally = Tally()
    for damage in Effort.sample(1_500, of: try scene.shopDamages()) {
      try damage.inflict(on: scene) { judge(damage, form, &tally) { try scene.shopContent() } }
    }
    report(tally, form, "reading")
  }

  @Test(arguments: forms)
  func convertingADamagedModelChangesAllFilesOrNone(_ form: StoredForm) throws {
    let template = try SampleShop.scene(form)
    var tally = Tally()
    let damages = try template.shopDamages()
    for damage in Effort.sample(120, of: Effort.isWhole ? damages.everyNth(7) : damages) {
      let scene = try template.copy()
      try Files.write(
        damage.applied(to: Files.read(scene.data + "/" + damage.path)), to: scene.data + "/" + damage.path)
      let before = try scene.rawFiles()
      judge(damage, form, &tally) {
        do {
          _ = try ModelConversion(scene.workspace()).decrypt(
            .named([SampleShop.shop]))
        } catch {
          #expect(try scene.rawFiles() == before, "\(damage)")
          throw error
        }
        return try scene.shopContent()
      }
      #expect(scene.staged == [], "\(damage)")
    }
    report(tally, form, "decrypting")
  }

  @Test(arguments: forms)
  func aBackupOfADamagedModelHoldsTheRightDataOrReportsIt(_ form: StoredForm) throws {
    let scene = try SampleShop.scene(form)
    var tally = Tally()
    let damages = try scene.shopDamages()
    for damage in Effort.sample(60, of: Effort.isWhole ? damages.everyNth(23) : damages) {
      try damage.inflict(on: scene) {
        let observer = RecordingObserver()
        judge(damage, form, &tally) {
          let creation = BackupCreation(
            try scene.workspace(observer: observer), scryptWorkFactor: 1)
          let path = try creation.create(
            "made", format: .archive, to: .folder(nil), asStored: false,
            protection: .recipients(scene.identities.map(\.recipient))
          ).path
          defer {
            if let path { for ending in ["", BackupRecord.ending] { try? Files.remove(path.text + ending) } }
          }
          var content: [String: [UInt8]] = [:]
          try BackupReader(try #require(path), unlock: scene.unlock()).readAll { file, source in
            let bytes = try readAll(source)
            if let path = DataPath(file.path), path != "plain.json" { content[path.text] = bytes }
          }
          // An unreadable model is kept unchanged and reported.
          let isKept = observer.warnings.contains {
            $0.contains("kept in the backup") || $0.contains("the backup contains it unchanged")
          }
          if content != SampleShop.shopFiles, isKept {
            return SampleShop.shopFiles
          }
          return content
        }
        #expect(Files.namesIfPresent(in: scene.backups).isEmpty, "\(damage)")
      }
    }
    report(tally, form, "backups")
  }

  @Test func aBackupThatCannotBeMadeWarnsOfNoFileThatItKeeps() throws {
    let scene = try SampleShop.scene(.age)
    try Files.write("{", to: scene.data + "/damaged.json")
    let observer = RecordingObserver()
    func create(_ keyring: Keyring) throws {
      let creation = BackupCreation(try scene.workspace(observer: observer, keyring: keyring), scryptWorkFactor: 1)
      _ = try creation.create(
        "made", format: .archive, to: .folder(nil), asStored: false,
        protection: .recipients(scene.identities.map(\.recipient)))
    }
    #expect(kind { try create(scene.keyring(identity: false)) } == .locked)
    #expect(observer.warnings == [])
    try create(scene.keyring())
    #expect(observer.warnings.map { $0.hasSuffix("; the damaged file is kept in the backup") } == [true])
  }
}

extension Array {
  /// Each `step`th element.
  fileprivate func everyNth(_ step: Int) -> [Element] { stride(from: 0, to: count, by: step).map { self[$0] } }
}
