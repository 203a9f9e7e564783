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
      for people without okit; or a folder NAME with the files as stored. A NAME with a slash is a file path.
      """,
    examples: [
      Example("okit backup create", "back up everything into one encrypted file"),
      Example("okit backup verify", "verify the newest backup"),
      Example("okit backup restore 20261121T075014Z", "restore all models, and keep the current data as a backup"),
    ],
    subcommands: [
      BackupCreateCommand.self, BackupListCommand.self, BackupShowCommand.self, BackupVerifyCommand.self,
      BackupRestoreCommand.self, BackupDeleteCommand.self, BackupPruneCommand.self, BackupPinCommand.self,
      BackupUnpinCommand.self,
    ])
}

extension BackupFormat: ArgumentValue {}

extension BackupListing.Backup {
  func write(to writer: inout JSONWriter) throws {
    writer.member("name", name)
    writer.member("format", format.rawValue)
    writer.member("path", path)
    writer.member("size", Int(try size))
    writer.member("modified", Timestamp.internet(modified))
    // A damaged record is reported where something depends on it.
    if let record = try? record() {
      writer.member("workspace", record.workspace)
      record.writeDetails(to: &writer)
    }
  }
}
