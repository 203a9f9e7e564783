import CommandKit
import JSONDocument
import OKitBackups
import OKitModels
import OKitStorage

struct BackupGroup: Command {
  static let configuration = CommandConfiguration(
    "backup",
    abstract: "Create, verify and restore backups.",
    discussion: """
      A backup is one file, NAME.tar.zst.age, encrypted with a password or to age recipients; or a file NAME.zip, \
      for people without okit; or a folder NAME with the files as stored. A NAME with a slash is a file path. With \
      --repository, or "repository" in okit.json, it is a snapshot in a restic repository.
      """,
    examples: [
      Example("okit backup create", "back up everything into one encrypted file"),
      Example("okit backup verify", "verify the newest backup"),
      Example("okit backup restore 20261121T075014Z", "restore all models, and keep the current data as a backup"),
    ],
    subcommands: [
      BackupCreateCommand.self, BackupListCommand.self, BackupShowCommand.self, BackupVerifyCommand.self,
      BackupRestoreCommand.self, BackupDeleteCommand.self, BackupPruneCommand.self, BackupPinCommand.self,
      BackupUnpinCommand.self, BackupStatusCommand.self, BackupCopyCommand.self, BackupRekeyCommand.self,
      BackupRepositoryGroup.self,
    ])
}

extension BackupFormat: ArgumentValue {}

extension BackupListing.Backup {
  /// Writes the members of the backup. A `record` that cannot be read is reported where something depends on it.
  func write(_ record: BackupRecord?, to writer: inout JSONWriter) throws {
    writer.member("name", name)
    writer.member("format", formatName)
    writer.member("path", source.path)
    let snapshot = source.snapshot
    writer.member("snapshot", snapshot?.id)
    writer.member("repository", snapshot?.repositoryName)
    writer.member("size", Int(try size))
    writer.member("modified", Timestamp.internet(modified))
    writer.member("created", record.map { Timestamp.internet($0.created) })
    writer.member("workspace", record?.workspace)
    writer.array("tags", of: record?.label.tags ?? [])
    writer.member("note", record?.label.note)
    writer.member("pinned", record?.label.isPinned ?? false)
    writer.member("confirmed", record?.confirmed.map(Timestamp.internet))
    writer.member("unreadable", record?.unreadableFiles ?? 0)
    writer.member("damaged", isKnownToBeDamaged(record))
    if let verification = record?.verification {
      verification.write("verified", to: &writer)
    } else {
      writer.member("verified", nil)
    }
    if let test = record?.restoreTest {
      test.write("restored", to: &writer)
    } else {
      writer.member("restored", nil)
    }
  }
}
