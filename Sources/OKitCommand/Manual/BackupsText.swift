import CommandKit
import OKitStorage

/// Backups, for help and manual.
enum BackupsText {
  static var sections: [ManualSection] {
    [
      ManualSection(
        "", .text("A backup holds models, partials and attachments, okit.json and the Swift files in okit/model:")),
      ManualSection(
        "Formats",
        .entries([
          ManualEntry(
            "NAME.tar.zst.age",
            "the default: sealed with a password, or with -r for the owners of keys; every byte is authenticated"),
          ManualEntry(
            "NAME.zip",
            "--format zip: AES-256 with a password, for people who have nothing but 7-Zip; names and sizes of files can be seen"
          ),
          ManualEntry(
            "NAME/",
            "--format directory: a copy as stored; what is encrypted stays encrypted, and what is plain stays plain"),
        ]),
        .text(
          """
          In the first two, models lie decrypted, protected by the archive alone, so that they open without the keys of models; --as-stored \
          leaves them encrypted. Backups go to okit/backup, or to where "backup": {"folder": …} in okit.json or -o say. A NAME with a slash \
          in it is a file anywhere.
          """)),
      ManualSection(
        "Without okit",
        .examples([
          Example("age -d NAME.tar.zst.age | tar --zstd -x", "with the password"),
          Example("age -d -i identity.txt NAME.tar.zst.age | tar --zstd -x", "with an identity"),
          Example("7z x NAME.zip", "a zip"), Example("sha256sum -c SHA256SUMS", "and then the sums of everything"),
        ])),
      ManualSection(
        "Trust",
        .text(
          """
          'okit backup verify' reads a backup whole and compares every sum; restoring does the same before it changes anything. A password \
          proves that who made the backup knew it. Recipients do not: who knows their public keys can make such a file. Freed disk blocks and \
          older plain backups are not wiped.
          """)),
      ManualSection(
        "Going back",
        .text(
          """
          'okit backup restore' replaces the data in one step and keeps what was there as before-restore-TIME. The same is kept before \
          migrations, rollbacks and whatever else takes models away, as before-COMMAND-TIME: plain copies as stored, which stay until \
          'okit backup delete'. On a new machine 'okit init DIR --from FILE' makes the workspace again.
          """),
        .examples([
          Example("okit backup create", "asks for a password"),
          Example("okit backup verify", "the newest"),
          Example("okit backup restore 20261121T075014Z --dry-run", "what would be done"),
        ])),
    ]
  }
}
