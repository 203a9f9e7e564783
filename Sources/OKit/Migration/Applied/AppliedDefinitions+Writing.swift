import Ciphers
import Definitions
import JSONDocument

extension AppliedDefinitions {
  /// The text of the file.
  var text: [UInt8] {
    var writer = JSONWriter(pretty: true)
    writer.object { writer in
      writer.member("version", Self.currentVersion)
      writer.array("migrations") { writer in
        for migration in migrations {
          writer.object { writer in
            writer.member("name", migration.name)
            writer.member("checksum", migration.checksum.hex)
          }
        }
      }
      writer.object("models") { writer in
        for (name, model) in models.sorted(by: { $0.key < $1.key }) {
          writer.object(name.description) { writer in
            writer.member("migration", model.migration)
            if !model.former.isEmpty {
              writer.array("former", of: model.former.map(\.hex))
            }
            model.snapshot.write(to: &writer)
          }
        }
      }
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  /// Whether there is nothing to record.
  var isEmpty: Bool { models.isEmpty && migrations.isEmpty }

  /// Stages the file where it says something else than before; without anything to record there is none.
  func stage(in transaction: Transaction, of workspace: Workspace) throws {
    let stored = stored ?? ([:], [])
    guard models != stored.models || migrations != stored.migrations else { return }
    try Self.stage(isEmpty ? nil : text, old: file, in: transaction)
  }

  /// Stages the file of a backup in place of that of `workspace`, as it is; nil where the backup has none.
  static func stage(_ bytes: JSONBytes?, in transaction: Transaction, of workspace: Workspace) throws {
    guard try FileStatus.of(workspace.absolute(path)) != nil else {
      return try stage(bytes.map(Array.init), old: nil, in: transaction)
    }
    let file = try workspace.open(workspace.absolute(path))
    if let bytes, file.size == Int64(bytes.count), try file.contents().elementsEqual(bytes) { return }
    try stage(bytes.map(Array.init), old: file.snapshot, in: transaction)
  }

  private static func stage(_ bytes: [UInt8]?, old: FileSnapshot?, in transaction: Transaction) throws {
    if let bytes {
      try transaction.ensureFolder(Path.parent(of: path))
      try transaction.replace(path, old: old) { staged in try bytes.withUnsafeBytes { try staged.write($0) } }
    } else if let old {
      try transaction.remove(path, old: old)
    }
  }
}
