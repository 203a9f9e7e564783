import Ciphers
import CommandKit
import JSONDocument
import OKitBackups
import OKitModels
import OKitStorage

extension Configuration.Cipher: ArgumentValue {}

struct EncryptCommand: Command {
  static let configuration = CommandConfiguration(
    "encrypt",
    abstract: "Encrypt models.",
    discussion: """
      Encrypts models with their partials and attachments, all of them or none, and records their kind in okit.json. \
      The cipher age encrypts to the workspace's recipients and detects every change. A model encrypted with the other \
      cipher is re-encrypted. Freed disk blocks and older plain backups are not wiped.

      okit-cbc, the framework's own cipher, is for files that go back to a device. It does not authenticate data, so \
      okit detects only some changes. Once okit.json contains a checksum of the right key, okit always detects a wrong \
      key or IV; before that, it can detect one only from a model's JSON and from PNG images. In a model or partial, a \
      changed byte nearly always makes the decrypted JSON malformed, so okit detects it: it misses about one in a \
      million. It does not detect changed bytes of an attachment, except in the first 16 bytes of an image. Nor does \
      it detect an image that is truncated by whole blocks of 16 bytes if the padding happens to be valid, or a file \
      that was replaced by an older version of itself or by another file with the same key.
      """,
    examples: [
      Example("okit encrypt default", "encrypt one model"),
      Example("okit encrypt --all", "encrypt all models, except the framework's settings"),
    ])

  @OptionGroup var models: ModelArguments
  @Option(.long, help: "The cipher; by default the workspace's.", valueName: "cipher")
  var cipher: Configuration.Cipher?
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Show what would happen, and change nothing.")
  var dryRun: Bool
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(keys, dryRun: dryRun)
    let outcomes = try ModelConversion(workspace)
      .encrypt(models.selection, cipher: cipher)
    let report = ConversionReport(verb: "encrypted", dryRun: dryRun)
    try report.write(outcomes, console)
    if outcomes.isEmpty { console.note("no model to encrypt") }
    report.warnOfMismatches(outcomes, isEncrypted: true, console)
    let changed = outcomes.filter { $0.files > 0 }
    guard !changed.isEmpty else { return }
    let names = changed.map(\.name)
    try session.observer.warnOnFailure(to: "check older backups for plain copies") {
      for backup in try workspace.backupsWithPlainCopies(of: names) {
        console.warn("backup \(backup) still contains a plain copy of an encrypted model")
      }
    }
    guard (cipher ?? workspace.configuration?.cipher) != .okitCBC else { return }
    try session.observer.warnOnFailure(to: "check for an identity that opens the models") {
      try session.warnIfForOthers(workspace, keys)
    }
  }
}
