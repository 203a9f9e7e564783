import CommandKit
import OKitStorage

/// The help topic on backups, which is also part of the manual.
enum BackupsText {
  static var sections: [ManualSection] {
    [
      ManualSection(
        "",
        .text("A backup contains models, partials, attachments, okit.json and the Swift files in okit/model:")),
      ManualSection(
        "Formats",
        .entries([
          ManualEntry(
            "NAME.tar.zst.age",
            "the default: encrypted with a password, or with -r to age recipients; every byte is authenticated"),
          ManualEntry(
            "NAME.zip",
            "--format zip: AES-256 with a password, for people who only have 7-Zip; names and sizes of files stay visible"
          ),
          ManualEntry(
            "NAME/",
            "--format directory: a copy of the files as stored; encrypted files stay encrypted, and plain files stay plain"
          ),
        ]),
        .text(
          """
          In the first two formats, models are decrypted and only the encryption of the archive protects them, so restoring needs no \
          keys of models. --as-stored leaves models encrypted. Backups go to okit/backup, to the folder in okit.json ("backup": \
          {"folder": …}), or to the path given with -o. A NAME with a slash is a file path. --folder names another folder for any command.
          """)),
      ManualSection(
        "Repositories",
        .text(
          """
          With "backup": {"repository": …} in okit.json, or --repository, backups are snapshots in a repository of restic 0.14 or newer: a \
          folder (in okit.json relative to the workspace), or sftp:, rest:, s3:, rclone: and others as restic takes them. A snapshot has one \
          file, NAME.tar, with the same content as the other formats. restic stores only what has changed, compressed and encrypted with the \
          password of the repository. A snapshot counts only with the tag okit-complete. The record of a backup is in tags that begin with \
          okit-; other tags are those of --tag. Instead of a name, commands take the first 8 or more digits of a snapshot's id. A verification or a pin \
          gives it a new id. okit looks \
          for a name in the folder of backups first, which still has the backups before changes.
          """)),
      ManualSection(
        "Without okit",
        .examples([
          Example("age -d NAME.tar.zst.age | tar --zstd -x", "unpack a backup with a password"),
          Example(
            "age -d -i identity.txt NAME.tar.zst.age | tar --zstd -x",
            "unpack a backup for a recipient with the identity"),
          Example("7z x NAME.zip", "unpack a zip"),
          Example(
            "restic dump SNAPSHOT NAME.tar | tar -x",
            "unpack a snapshot by its id of 'okit backup list'; okit-padding-… are no part of the backup"),
          Example("sha256sum -c SHA256SUMS", "compare all checksums"),
        ])),
      ManualSection(
        "Trust",
        .text(
          """
          'okit backup verify' reads a whole backup and compares every checksum. Restoring does the same before it changes anything. A \
          password authenticates the backup: only someone who knows the password can make it. Recipients do not authenticate it: anyone who \
          knows the public keys can make a backup for them. After you encrypt a model, the old plain text can remain in unused disk blocks \
          and in older backups; okit overwrites neither.
          """)),
      ManualSection(
        "Records",
        .text(
          """
          Beside each backup, a file with .record.json after the same name has what 'okit backup list', 'prune' and 'status' have to know \
          without a key: version, created, workspace (the id), size, tags, note, pinned, verified with time and intact, restored, the last restore test, with time and problems, unreadable, the number of \
          files that were already unreadable, as far as okit noticed, and confirmed, the last time when nothing had changed since. It proves nothing, and restoring does not need it. Without it, or if the size is \
          another one, 'okit backup prune' keeps the backup. okit/.last-backup.json has the models of the last backup, the sums \
          of the files, and where the disk of the backup folder was mounted. okit/.verified has the verifications of backups that cannot get a record, such as those of a \
          disk that is mounted read-only. Both can be deleted.
          """)),
      ManualSection(
        "Restoring",
        .text(
          """
          'okit backup restore' replaces the data in one step and keeps the previous data as before-restore-TIME. Migrations, rollbacks \
          and commands that remove models keep it as before-COMMAND-TIME. These backups are copies of the files as stored, and stay until \
          'okit backup delete' or, after a week, 'okit backup prune'. On a new machine, 'okit init DIR --from FILE' recreates the workspace, or with --repository from a snapshot.
          """),
        .examples([
          Example("okit backup create", "make a backup with a password from a prompt"),
          Example("okit backup verify", "verify the newest backup"),
          Example("okit backup restore 20261121T075014Z --dry-run", "show what restoring would change"),
        ])),
    ]
  }
}
