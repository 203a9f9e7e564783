import Ciphers
import Foundation
import OKitQueries
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitBackups
@testable import OKitData
@testable import OKitMigrations
@testable import OKitModels
@testable import OKitStorage

/// A command that changes a workspace, to be tried with every fault.
struct Operation: Sendable, CustomTestStringConvertible {
  let name: String
  /// Makes the workspace before the operation.
  let scene: @Sendable () throws -> Scene
  /// True if the model `shop` is encrypted before and after, so that no file may ever contain its plain text.
  var keepsSecret = true
  /// True if the model `shop` is plain before and encrypted afterwards, so that only backups may then contain its plain text.
  var endsSecret = false
  /// True if the operation keeps a backup of the previous data.
  var keepsOld = false
  /// The error with which a call always fails.
  var refusing: @Sendable (Call) -> Int32? = { _ in nil }
  /// The way to recover after a crash.
  var recovery = Recovery.nextCommand
  /// True if it makes random ids, which differ each time.
  var makesIDs = false
  /// The state of the records beside backups after a crash.
  var records = Records.mayBeMissing
  /// True if a failure is only worth a warning, so that it may succeed without a change.
  var mayOnlyWarn = false
  let run: @Sendable (Scene, any FileSystemCalls) throws -> Void

  /// The way to recover after a crash.
  enum Recovery {
    /// The next command that writes in the workspace.
    case nextCommand
    /// The same command again, since there is no workspace yet, or none that it belongs to.
    case again
    /// The same command again, which finishes what it began. Until then the state may be neither the old nor the new one.
    case continuing
  }

  /// The state of the records beside backups.
  enum Records {
    /// A backup may be without one.
    case mayBeMissing
    /// Each backup has one that describes it.
    case kept
    /// They are as before or as after the operation.
    case compared
  }

  var testDescription: String { name }

  func snapshot(_ scene: Scene) throws -> Snapshot {
    var snapshot = try scene.snapshot(
      hidingID: recovery == .again, namingIDs: makesIDs, outside: true, records: records == .compared)
    // A folder without okit.json is no workspace, even if it has .gitignore and the record of definitions.
    if snapshot.files["okit.json"] == nil {
      for path in [".gitignore", AppliedDefinitions.pathInBackup] { snapshot.files[path.text] = nil }
    }
    return snapshot
  }

  static let all =
    conversions + backups + records + restorations + imports + creations + models + repairs + partials
    + attachments + settings + edits + files + applies + rollbacks + history + remote + others
  static let small = [conversions[0], restorations[0]]
}

extension Operation {
  /// Creates an operation on the workspace of the scene.
  init(
    name: String, scene: @escaping @Sendable () throws -> Scene, keepsSecret: Bool = true, endsSecret: Bool = false,
    keepsOld: Bool = false, makesIDs: Bool = false, records: Records = .mayBeMissing, mayOnlyWarn: Bool = false,
    refusing: @escaping @Sendable (Call) -> Int32? = { _ in nil },
    run: @escaping @Sendable (Scene, Workspace) throws -> Void
  ) {
    self.init(
      name: name, scene: scene, keepsSecret: keepsSecret, endsSecret: endsSecret, keepsOld: keepsOld,
      refusing: refusing,
      makesIDs: makesIDs, records: records, mayOnlyWarn: mayOnlyWarn
    ) { scene, calls in try run(scene, scene.workspace(calls: calls)) }
  }

  static let conversions = [
    Operation(name: "encrypt", scene: { try SampleShop.scene(.okitCBC) }) { scene, workspace in
      _ = try ModelConversion(workspace).encrypt(
        .named([SampleShop.shop]), cipher: .age)
    },
    Operation(
      name: "encrypt plain models", scene: { try SampleShop.scene(.plain) }, keepsSecret: false, endsSecret: true
    ) {
      scene, workspace in
      _ = try ModelConversion(workspace).encrypt(
        .named([SampleShop.shop, .named("plain")]), cipher: .okitCBC)
    },
    Operation(name: "decrypt", scene: { try SampleShop.scene(.age) }, keepsSecret: false) { scene, workspace in
      _ = try ModelConversion(workspace).decrypt(.all)
    },
    Operation(
      name: "rekey",
      scene: {
        let scene = try SampleShop.scene(.age)
        let other = X25519Identity.generate().recipient
        _ = try RecipientChange(scene.workspace()).add([other])
        return scene
      },
      run: { scene, workspace in
        _ = try ModelConversion(workspace).rekey()
      }),
  ]

  private static func backup(_ format: BackupFormat) -> Operation {
    Operation(name: "backup create as \(format.rawValue)", scene: { try SampleShop.scene() }) { scene, workspace in
      let creation = BackupCreation(workspace, scryptWorkFactor: 1)
      _ = try creation.create(
        "made", format: format, to: .folder(nil), asStored: false,
        protection: format == .directory ? .none : .password(secret("password")))
    }
  }

  static let backups = BackupFormat.allCases.map(backup)

  private static func backUpIfChanged(_ name: String, _ workspace: Workspace) throws -> BackupCreation.Outcome {
    try BackupCreation(workspace).create(
      name, format: .directory, to: .folder(nil), asStored: true, protection: .none, onlyIfChanged: true)
  }

  private static func backedUp() throws -> Scene {
    let scene = try SampleShop.scene(.age)
    for (index, format) in [BackupFormat.archive, .directory, .archive].enumerated() {
      try scene.backUp("backup\(index)", format)
    }
    return scene
  }

  /// A scene with backups and another, empty folder.
  private static func withOtherFolder() throws -> Scene {
    let scene = try backedUp()
    try Files.makeFolder(scene.folder + "/usb")
    return scene
  }

  private static func backedUpElsewhere() throws -> Scene {
    let scene = try withOtherFolder()
    for name in Files.namesIfPresent(in: scene.backups) {
      try Files.move(scene.backups + "/" + name, to: scene.folder + "/usb/" + name)
    }
    return scene
  }

  /// Changes of the records beside backups, and of the backups that they describe.
  static let records = [
    Operation(
      name: "backup create if changed",
      scene: {
        let scene = try backedUp()
        _ = try backUpIfChanged("before", scene.workspace())
        try Files.write(#"{"id":"NEW"}"#, to: scene.data + "/new.json")
        return scene
      },
      run: { _, workspace in
        let outcome = try backUpIfChanged("made", workspace)
        #expect(!outcome.isUnchanged)
      }),
    Operation(
      name: "backup create if nothing changed",
      scene: {
        let scene = try backedUp()
        _ = try backUpIfChanged("before", scene.workspace())
        return scene
      }, records: .compared,
      run: { _, workspace in
        let outcome = try backUpIfChanged("made", workspace)
        #expect(outcome.isUnchanged)
      }),
    Operation(
      name: "backup copy",
      scene: withOtherFolder,
      run: { scene, workspace in
        let path = FilePath(text: scene.backups + "/backup0.tar.zst.age")
        _ = try BackupCopying(BackupFolder(of: workspace)).copy(path, to: FilePath(text: scene.folder + "/usb"))
      }),
    Operation(
      name: "backup copy to an archive",
      scene: withOtherFolder,
      run: { scene, workspace in
        let path = FilePath(text: scene.backups + "/backup0.tar.zst.age")
        let conversion = BackupConversion(of: .file(path), unlock: scene.unlock(), observer: workspace.observer)
        let target = BackupFolder(of: workspace, at: FilePath(text: scene.folder + "/usb"))
        _ = try conversion.copy(to: target, .recipients(scene.identities.map(\.recipient)))
      }),
    Operation(name: "backup rekey", scene: backedUp, records: .kept) { scene, workspace in
      let path = FilePath(text: scene.backups + "/backup0.tar.zst.age")
      let recipients = try scene.identities.map(\.recipient)
      _ = try BackupRekeying(BackupFolder(of: workspace)).rekey(
        path, unlock: scene.unlock(), .recipients(recipients + recipients))
    },
    Operation(name: "backup prune", scene: backedUp) { _, workspace in
      var rules = RetentionRules()
      rules.counts[.last] = 2
      _ = try BackupPruning(BackupPlaces(workspace), observer: workspace.observer).run({
        .init(rules, neededForRollback: []) { _ in 0 }
      }) { _ in }
    },
    Operation(name: "backup pin", scene: backedUp, records: .compared) { scene, workspace in
      let path = FilePath(text: scene.backups + "/backup1")
      try BackupFolder(of: workspace).changeRecords(of: [path]) { $0.label.isPinned = true }
    },
    Operation(name: "backup prune in another folder", scene: backedUpElsewhere) { scene, workspace in
      var rules = RetentionRules()
      rules.counts[.last] = 2
      let places = BackupPlaces(
        folder: BackupFolder(of: workspace, at: FilePath(text: scene.folder + "/usb")), repository: nil,
        workspace: workspace.configuration?.id, isDryRun: false, observer: workspace.observer)
      _ = try BackupPruning(places, observer: workspace.observer).run({ .init(rules, neededForRollback: []) { _ in 0 } }
      ) {
        _ in
      }
    },
    Operation(name: "backup pin in another folder", scene: backedUpElsewhere, records: .compared) { scene, workspace in
      let folder = BackupFolder(of: workspace, at: FilePath(text: scene.folder + "/usb"))
      try folder.changeRecords(of: [folder.path.appending("backup1")]) { $0.label.isPinned = true }
    },
    Operation(name: "recording of a verification", scene: backedUp, records: .compared, mayOnlyWarn: true) {
      scene, workspace in
      let path = FilePath(text: scene.backups + "/backup0.tar.zst.age")
      let verification = try BackupVerification(of: .file(path))
      let manifest = try BackupInspection(unlock: scene.unlock()).verify(.file(path))
      if let verification { try BackupFolder(of: workspace).record([verification.intact(manifest)]) }
    },
    Operation(name: "recording of a verification in the workspace", scene: backedUpElsewhere, mayOnlyWarn: true) {
      scene, workspace in
      let path = FilePath(text: scene.folder + "/usb/backup0.tar.zst.age")
      let verification = try BackupVerification(of: .file(path))
      let manifest = try BackupInspection(unlock: scene.unlock()).verify(.file(path))
      let folder = BackupFolder(of: workspace, at: path.parent)
      try workspace.observer.warnOnFailure(to: "record the verification") {
        if let verification { try folder.keep([verification.intact(manifest)], in: workspace) }
      }
    },
    Operation(name: "backup rekey with a password", scene: backedUp, records: .kept) { scene, workspace in
      let path = FilePath(text: scene.backups + "/backup0.tar.zst.age")
      _ = try BackupRekeying(BackupFolder(of: workspace), scryptWorkFactor: 1).rekey(
        path, unlock: scene.unlock(), .password(secret("password")))
    },
  ]

  /// A workspace with all kinds of changes since its backup `old`.
  private static func changed(_ form: StoredForm = .age) throws -> Scene {
    let scene = try SampleShop.scene(form)
    try scene.record(AppliedDefinitions(models: SampleShop.recordedModels()))
    for folder in ["rules", "forms"] {
      try Files.makeFolder("\(scene.root)/okit/\(folder)")
      try Files.write("{}", to: "\(scene.root)/okit/\(folder)/Shop.json")
    }
    try scene.backUp("old", .archive)
    try Files.write(#"{"title":"changed"}"#, to: scene.root + "/okit/rules/Shop.json")
    try Files.remove(scene.root + "/okit/forms")
    try scene.record(AppliedDefinitions(models: SampleShop.recordedModels(SampleShop.newClasses, migration: 1)))
    try Files.write(#"{"id":"PLAIN","title":"changed"}"#, to: scene.data + "/plain.json")
    try Files.write(#"{"id":"NEW"}"#, to: scene.data + "/new.json")
    try Files.remove(scene.data + "/shop/G2.json")
    try Files.write("class Other: Model {}\n", to: scene.root + "/okit/model/Other.swift")
    return scene
  }

  private static func restoration(
    _ name: String, models: [ModelName] = [], definitions: Bool = false,
    refusing: @escaping @Sendable (Call) -> Int32? = { _ in nil }
  ) -> Operation {
    Operation(name: name, scene: { try changed() }, keepsOld: true, refusing: refusing) { scene, workspace in
      _ = try BackupRestoration(workspace).restore(
        .file(FilePath(text: scene.backups + "/old.tar.zst.age")), .init(models: models, definitions: definitions),
        unlock: scene.unlock())
    }
  }

  static let restorations = [
    restoration("restore"),
    restoration("restore with definitions", definitions: true),
    restoration("restore file by file") { $0.kind == .exchange ? EXDEV : nil },
    restoration("restore with backups on another file system") { call in
      let crosses = call.path.contains("/okit/.okit-") && call.newPath?.contains("/okit/backup/") == true
      return crosses && (call.kind == .rename || call.kind == .renameExclusively) ? EXDEV : nil
    },
    restoration("restore one model", models: [SampleShop.shop]),
    restoration("restore a plain model", models: [.named("plain")]),
  ]

  private static func importing(
    _ name: String, refusing: @escaping @Sendable (Call) -> Int32? = { _ in nil }
  ) -> Operation {
    Operation(name: name, scene: { try changed() }, keepsOld: true, refusing: refusing) { scene, workspace in
      _ = try ModelImport(workspace).run(
        .path(FilePath(text: scene.backups + "/old.tar.zst.age")), .init(existingModels: .replace),
        unlock: scene.unlock())
    }
  }

  static let imports = [
    importing("import --replace"),
    importing("import --replace across file systems") { call in
      call.kind == .rename && call.path.split(separator: "/").filter { $0.hasPrefix(".okit-") }.count == 1
        && call.newPath?.contains("/.okit-") == true ? EXDEV : nil
    },
  ]

  /// `init`, which gives the workspace a new id each time.
  private static func creation(
    _ name: String, _ prepare: @escaping @Sendable (Scene) throws -> Void,
    _ origin: @escaping @Sendable (Scene) -> WorkspaceCreation.Origin
  ) -> Operation {
    Operation(
      name: "init \(name)",
      scene: {
        let scene = try Scene()
        try prepare(scene)
        return scene
      }, keepsSecret: false, recovery: .again
    ) { scene, calls in
      let creation = WorkspaceCreation(FilePath(text: scene.root), calls: calls)
      if try !creation.workspaceExists { try creation.create(origin(scene)) }
    }
  }

  static let creations = [
    creation("alone", { _ in }) { _ in .empty },
    creation("in a folder", { try Files.write("unrelated", to: $0.root + "/notes.txt") }) { _ in .empty },
    creation("around an empty folder that is there", { try Files.makeFolder($0.root + "/okit") }) { _ in .empty },
    creation("around data that are there", { try SampleShop.write(to: $0.data) }) { _ in .empty },
    creation("around data and definitions that are there") { scene in
      try SampleShop.write(to: scene.data)
      try scene.define(SampleShop.classes)
    } _: { _ in
      .empty
    },
    creation("--data", { try SampleShop.write(to: $0.folder + "/source/data") }) {
      .dataFolder(FilePath(text: $0.folder + "/source"))
    },
    creation("--from") { scene in
      let other = try SampleShop.scene()
      try other.backUp("old", .archive)
      for name in ["identity.txt", "okit-cbc.json"] {
        try Files.remove(scene.folder + "/" + name)
        try Files.copy(other.folder + "/" + name, to: scene.folder + "/" + name)
      }
      try Files.copy(other.backups + "/old.tar.zst.age", to: scene.folder + "/old.tar.zst.age")
    } _: { scene in
      let unlock = scene.unlock()
      return .backup(.init(.file(FilePath(text: scene.folder + "/old.tar.zst.age"))) { _ in unlock })
    },
  ]

  /// Returns the same id for each new model, so that each run gives the same result.
  static let newID: @Sendable () -> String = { "7E62AA0A-1DF9-4D78-9C65-39382B0537E6" }

  static let models = [
    Operation(name: "model create", scene: { try SampleShop.scene() }) { scene, workspace in
      let properties = try ["name:String", "books:[Leaflet]"].map { try NewProperty(parsing: $0) }
      _ = try ModelCreation(workspace, newID: newID).create(
        .init(name: .named("catalogue"), properties: properties))
    },
    Operation(name: "model delete", scene: { try SampleShop.recordedScene(.age) }, keepsOld: true) { scene, workspace in
      _ = try ModelDeletion(workspace).delete(SampleShop.shop)
    },
    Operation(
      name: "model delete of a missing model",
      scene: {
        let scene = try SampleShop.scene()
        try Files.remove(scene.data + "/plain.json")
        try Files.write(#"{"id":"LEFT"}"#, to: scene.data + "/plain/LEFT.json")
        return scene
      }, keepsOld: true,
      run: { scene, workspace in
        _ = try ModelDeletion(workspace).delete(.named("plain"))
      }),
    Operation(
      name: "model create in a workspace without a record",
      scene: {
        let scene = try SampleShop.scene()
        try Files.remove(scene.root + "/okit/model")
        return scene
      },
      run: { scene, workspace in
        _ = try ModelCreation(workspace, newID: newID).create(
          .init(name: .named("catalogue"), properties: []))
      }),
    Operation(name: "model infer --write", scene: { try SampleShop.scene() }) { scene, workspace in
      _ = try WorkspaceInference(workspace).write(
        [SampleShop.shop, .named("plain")])
    },
    Operation(name: "rules infer --write", scene: { try SampleShop.scene() }) { _, workspace in
      let rules = ["Book", "Author"].map { (className: $0, json: Array(#"{"required": ["name"]}"#.utf8)) }
      _ = try RuleFiles.write(rules, in: workspace)
    },
    Operation(
      name: "rules import",
      scene: {
        let scene = try SampleShop.scene()
        try Files.write(#"{"properties": {"title": {"maxLength": 9}}}"#, to: scene.root + "/okit/rules/Sign.json")
        return scene
      }
    ) { _, workspace in
      _ = try workspace.writing {
        try RuleFiles.add(
          [
            RuleAddition(className: "Sign", property: "title", [.init("maxLength", "5")]),
            RuleAddition(className: "Shop", property: "name", [.init("minLength", "1")]),
          ], replacing: true, EntityClasses(workspace), in: workspace)
      }
    },
  ]

  private static func export(_ name: String, to folder: String?) -> Operation {
    Operation(name: name, scene: { try SampleShop.scene() }, keepsSecret: false) { scene, workspace in
      _ = try ModelExport(workspace).export(
        [], to: folder.map { FilePath("\(scene.folder)/\($0)") }, forDevice: false)
    }
  }

  private static func tables(_ name: String, _ format: TableExport.Format) -> Operation {
    Operation(name: name, scene: { try SampleShop.scene() }, keepsSecret: false) { scene, workspace in
      _ = try TableExport(workspace).export([], as: format, to: FilePath("\(scene.folder)/tables"))
    }
  }

  /// `key generate`, which makes the same identity each time.
  private static func generation(isProtected: Bool) -> Operation {
    Operation(
      name: "key generate" + (isProtected ? " --passphrase" : ""), scene: { try SampleShop.scene() },
      recovery: .continuing
    ) { scene, calls in
      let path = scene.folder + "/keys/of/a workspace/identity.txt"
      let creation = try IdentityCreation(scene.workspace(calls: calls), at: FilePath(text: path))
      if try creation.isInterrupted() {
        _ = try creation.finish()
      } else {
        try creation.create(
          identity.get(), contents: secret(isProtected ? sealedIdentity : identityText))
      }
    }
  }

  private static let identityText = "AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX\n"
  private static let identity = Result { try X25519Identity(parsing: secret(String(identityText.dropLast()))) }
  /// Only the beginning of such a file, since finishing a generation does not open it.
  private static let sealedIdentity = "-----BEGIN AGE ENCRYPTED FILE-----\n"

  static let others = [
    export("export", to: nil),
    export("export -o", to: "elsewhere"),
    tables("export --format sqlite", .sqlite), tables("export --format csv", .csv),
    Operation(
      name: "export --clear",
      scene: {
        let scene = try SampleShop.scene()
        _ = try ModelExport(scene.workspace()).export(
          [], to: nil, forDevice: false)
        try Files.write("mine", to: scene.root + "/okit/export/mine.txt")
        return scene
      }, keepsSecret: false, recovery: .continuing
    ) { scene, calls in
      _ = try ModelExport(scene.workspace(calls: calls)).clear()
    },
    Operation(name: "key add", scene: { try SampleShop.scene() }) { _, workspace in
      _ = try RecipientChange(workspace).add([X25519Recipient(parsing: otherRecipient)])
    },
    generation(isProtected: false), generation(isProtected: true),
    Operation(name: "key import", scene: { try Scene() }, keepsSecret: false, recovery: .again) { scene, calls in
      let path = scene.folder + "/keys/of/a workspace/identity.txt"
      try KeyFile.create(FilePath(text: path), contents: secret("AGE-SECRET-KEY-1"), calls: calls)
    },
    Operation(
      name: "backup delete",
      scene: {
        let scene = try SampleShop.scene()
        try scene.backUp("old", .directory)
        return scene
      },
      run: { scene, workspace in
        try BackupFolder(of: workspace).remove(["\(scene.backups)/old"]) { _ in }
      }),
  ]

  private static let otherRecipient = "age1lxjx997tg9wheqxlpalen0q03zsld8yrqylgt7legwf7ezjsaswsl4xmrd"
}
