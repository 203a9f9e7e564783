import Ciphers
import CommandKit
import JSONDocument
import OKitBackups
import OKitModels
import OKitRemote
import OKitStorage

extension Configuration.Cipher: ArgumentValue {}

struct EncryptCommand: Command {
  static let configuration = CommandConfiguration(
    "encrypt",
    abstract: "Encrypt models.",
    discussion: """
      Encrypts models with their partials and attachments, all of them or none, and records in okit.json that they are \
      encrypted. The Swift classes do not change; okit warns if a model's class says otherwise. The cipher age \
      encrypts to the workspace's recipients and detects every change. A model encrypted with the other cipher is \
      re-encrypted. The old plain text can remain in unused disk blocks, which okit does not overwrite, and in older \
      backups, which okit lists.

      okit-cbc, the framework's own cipher, is for files that go back to a device. It does not authenticate data, so \
      okit detects only some changes.

      okit detects nearly every changed byte of a model or partial, because the decrypted JSON is then malformed; it \
      misses about one in a million. It detects a change in the first 16 bytes of an image. Once okit.json contains a \
      checksum of the right key, okit always detects a wrong key or IV; before that, it can detect one only from a \
      model's JSON and from PNG images. 'okit check' reports an attachment whose size differs from the size in the \
      model.

      okit does not detect other changed bytes of an attachment, or a file that was replaced by an older version of \
      itself or by another file with the same key. A truncated image can still be read if its padding happens to be \
      valid.
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
    let remote = session.remoteModels(workspace)
    let outcomes = try remote.sending(remote.sendable(models.names, encrypted: true), discardsWhenRefused: true) { _ in
      try ModelConversion(workspace).encrypt(models.selection, cipher: cipher)
    }
    let report = ConversionReport(verb: "encrypted", dryRun: dryRun)
    try report.write(outcomes, console)
    if outcomes.isEmpty { console.note("no model to encrypt") }
    report.warnOfMismatches(outcomes, isEncrypted: true, console)
    let changed = outcomes.filter { $0.files > 0 }
    guard !changed.isEmpty else { return }
    try workspace.warnOfPlainCopies(of: changed.map(\.name))
    guard (cipher ?? workspace.configuration?.cipher) != .okitCBC else { return }
    try session.observer.warnOnFailure(to: "check for an identity that opens the models") {
      try session.warnIfForOthers(workspace, keys)
    }
  }
}
