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
      Encrypts models with their partials and attachments, all of them or none, and records their kind in okit.json. The cipher age \
      encrypts to the workspace's recipients and notices every change. A model that is encrypted with the other cipher is taken from one \
      to the other. Freed disk blocks and older plain backups are not wiped.

      okit-cbc, the framework's own cipher, is for files that go back to a device. It protects nothing against changes. A wrong key or IV \
      is always noticed once okit.json keeps a sum of the right one, and before that as far as a model's JSON and PNG images tell; so is, \
      but for one in a million, a changed byte of a model or partial, since it breaks the JSON. What is not noticed: changed bytes inside an image or other attachment, beyond the first 16 of \
      an image; an image that lost whole blocks of 16 bytes at its end where its padding happens to fit; a file replaced by an older \
      version of itself, or by another one of the same key.
      """,
    examples: [
      Example("okit encrypt default", "one model"),
      Example("okit encrypt --all", "all of them, but for the framework's settings"),
    ])

  @OptionGroup var models: ModelArguments
  @Option(.long, help: "The cipher: age or okit-cbc. (default: the workspace's)", valueName: "cipher")
  var cipher: Configuration.Cipher?
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Only say what would be done.")
  var dryRun: Bool
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(keys)
    let outcomes = try ModelConversion(workspace)
      .encrypt(models.selection, cipher: cipher, dryRun: dryRun)
    try ConversionReport(verb: "encrypted", dryRun: dryRun).write(outcomes, console)
    if outcomes.isEmpty { console.note("there is no model to encrypt") }
    let changed = outcomes.filter { $0.files > 0 }
    guard !changed.isEmpty else { return }
    let names = changed.map(\.name)
    try session.observer.warnOnFailure(to: "look for older plain backups") {
      for backup in try workspace.backupsHoldingPlain(names) {
        console.warn("backup \(backup) still holds models in plain text")
      }
    }
    guard (cipher ?? workspace.configuration?.cipher) == .age else { return }
    try session.observer.warnOnFailure(to: "check whether an identity here opens the models") {
      try session.warnIfForOthers(workspace)
    }
  }
}
