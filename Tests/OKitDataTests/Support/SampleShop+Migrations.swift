import TestSupport
import WorkspaceTestSupport

@testable import OKitBackups
@testable import OKitData
@testable import OKitMigrations
@testable import OKitModels
@testable import OKitStorage

extension Scene {
  /// Acts like an apply: keeps a backup, stores files (nil removes one) by their paths below `okit/`, and records it. Returns the name of the backup.
  @discardableResult
  func apply(
    _ migrations: [String], from: Int, to: Int, _ files: [String: [UInt8]?],
    calls: any FileSystemCalls = FaultyCalls(), configuring: (inout ConfigurationEdit) throws -> Void = { _ in }
  ) throws -> String {
    let workspace = try workspace(calls: calls)
    return try workspace.storage.writing {
      let safetyBackup = try BackupCreation(workspace).makeSafetyBackup(before: "migrate")
      try Transaction.run(workspace.storage, command: "migrate apply") { transaction in
        transaction.keep(staged: safetyBackup.staged, backup: safetyBackup.name)
        for (path, bytes) in files.sorted(by: { $0.key < $1.key }) {
          let old = try workspace.storage.snapshot(WorkspacePath(text: "okit/" + path))
          if let bytes {
            try transaction.ensureFolder(WorkspacePath("okit/\(path)").parent)
            try transaction.replace(WorkspacePath(text: "okit/" + path), old: old) { staged in
              try bytes.withUnsafeBytes { try staged.write($0) }
            }
          } else if let old {
            try transaction.remove(WorkspacePath(text: "okit/" + path), old: old)
          }
        }
        var edit = ConfigurationEdit(try workspace.currentConfiguration())
        try configuring(&edit)
        try edit.stage(in: transaction)
        let change = MigrationChange(
          kind: .renamed, subject: "Shop.name", detail: "title", count: 1, examples: ["\"\(SampleShop.secret)\""])
        let apply = MigrationApply(
          migrations: migrations, models: [.init(name: SampleShop.shop, changes: [change])], from: from, to: to,
          backup: safetyBackup.name)
        try MigrationHistory.append(apply: apply, in: transaction, of: workspace)
      }
      return safetyBackup.name
    }
  }
}

extension SampleShop {
  static func applied(_ stage: Int) -> [UInt8] {
    Array(#"{"version":1,"migrations":[],"stored":["plain","shop"],"models":{},"stage":\#(stage)}"#.utf8)
  }

  /// The workspace before any migration, with definitions that its data conforms to.
  static func unmigrated(_ form: StoredForm = .age) throws -> Scene {
    let scene = try scene(form)
    try Files.write(applied(0), to: scene.root + "/okit/model/applied.json")
    return scene
  }

  /// A first migration, which changes the model, a partial, an attachment and another model, removes a partial and an attachment, adds one of each,
  /// and records a class.
  @discardableResult
  static func migrateOnce(_ scene: Scene, _ form: StoredForm) throws -> String {
    func shop(_ text: String) throws -> [UInt8]? { try scene.stored(text, form) }
    return try scene.apply(
      ["0001-titles"], from: 0, to: 1,
      [
        "data/shop.json": shop(#"{"id":"SHOP","title":"\#(secret)","groups":[{"id":"G1"},{"id":"G3"}]}"#),
        "data/shop/G1.json": shop(#"{"id":"E1","title":"\#(secret) group one"}"#), "data/shop/G2.json": nil,
        "data/shop/G3.json": shop(#"{"id":"E3"}"#), "data/_image/LOGO.png": nil,
        "data/_data/SOUND.raw": shop("\(secret) another sound"), "data/_data/NEW.raw": shop("\(secret) new"),
        "data/plain.json": Array(#"{"id":"PLAIN","name":"open"}"#.utf8), "model/applied.json": applied(1),
      ]
    ) { edit in
      edit.setClass("Store", of: .named("shop"))
      edit.setKind(.plain, of: .named("plain"))
      edit.setClass("New", of: .named("new"))
    }
  }

  /// A second migration.
  @discardableResult
  static func migrateTwice(_ scene: Scene, _ form: StoredForm) throws -> String {
    try scene.apply(
      ["0002-more", "0003-most"], from: 1, to: 3,
      [
        "data/shop.json": scene.stored(#"{"id":"SHOP","title":"\#(secret)","groups":[]}"#, form),
        "data/shop/G1.json": nil, "model/applied.json": applied(2),
      ])
  }

  /// The workspace after both migrations, with further changes after each.
  static func migrated(_ form: StoredForm = .age) throws -> Scene {
    let scene = try unmigrated(form)
    try migrateOnce(scene, form)
    try Files.write(#"{"id":"PLAIN","name":"open late"}"#, to: scene.data + "/plain.json")
    try migrateTwice(scene, form)
    try Files.write(#"{"id":"LATER"}"#, to: scene.data + "/later.json")
    return scene
  }
}
