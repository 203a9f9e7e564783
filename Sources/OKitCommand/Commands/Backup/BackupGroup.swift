import CommandKit
import JSONDocument
import OKitBackups
import OKitModels
import OKitStorage

struct BackupGroup: Command {
  static let configuration = CommandConfiguration(
    "backup",
    abstract: "Make, check and restore backups.",
    discussion: """
      A backup is one file, NAME.tar.zst.age, that opens with a password or with a recipient's identity; or NAME.zip, for people without \
      okit; or a folder NAME with the files as they are stored. A NAME with a slash in it is a file anywhere.
      """,
    examples: [
      Example("okit backup create", "one sealed file with everything"),
      Example("okit backup verify", "whether the newest opens and is whole"),
      Example("okit backup restore 20261121T075014Z", "asks first, and keeps what is there now"),
    ],
    subcommands: [
      BackupCreateCommand.self, BackupListCommand.self, BackupShowCommand.self, BackupVerifyCommand.self,
      BackupRestoreCommand.self, BackupDeleteCommand.self,
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
  }
}
