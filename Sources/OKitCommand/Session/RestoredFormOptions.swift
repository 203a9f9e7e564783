import Ciphers
import CommandKit
import OKitBackups
import OKitStorage

/// Options that say in which form models of a backup are stored.
struct RestoredFormOptions: ParsableArguments {
  @Option(
    .customShort("r"), .customLong("recipient"),
    help: "Encrypt encrypted models to this age recipient. Can be repeated.",
    valueName: "age1…", completion: .workspace(.recipients))
  var recipients: [String] = []
  @Flag(.long, help: "Store all models decrypted.")
  var decrypted: Bool
  @Flag(.long, help: "Store models as the backup holds them, even when no key here opens them.")
  var asStored: Bool

  func validate() throws {
    if [!recipients.isEmpty, decrypted, asStored].count(where: { $0 }) > 1 {
      throw UsageError("--recipient, --decrypted and --as-stored exclude each other", showsUsage: true)
    }
  }

  func choice() throws -> RestoredForm.Choice {
    if decrypted { return .decrypted }
    if asStored { return .asStored }
    return recipients.isEmpty ? .recorded : .recipients(try recipients.parsedRecipients())
  }
}

extension [String] {
  /// Each as an age recipient. Throws an error of usage that says what is wrong with it, and of kind `malformed` for one that is insecure.
  func parsedRecipients() throws -> [X25519Recipient] {
    try map { text in
      do {
        return try X25519Recipient(parsing: text)
      } catch let error as AgeKeyError where error.kind == .insecure {
        throw OKitError(.malformed, "\(text): \(error)")
      } catch {
        // What was given by mistake may be a secret.
        throw UsageError("not an age recipient: \(error)")
      }
    }
  }
}
