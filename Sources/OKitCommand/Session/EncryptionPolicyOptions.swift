import Ciphers
import CommandKit
import OKitBackups
import OKitStorage

/// Options that choose how restored models are stored.
struct EncryptionPolicyOptions: ParsableArguments {
  @Option(
    .customShort("r"), .customLong("recipient"),
    help: "Use this age recipient for encrypted models. Can be repeated.",
    valueName: "age1…", completion: .workspace(.recipients))
  var recipients: [String] = []
  @Flag(.long, help: "Store all models decrypted.")
  var decrypted: Bool
  @Flag(.long, help: "Store models as they are in the backup, even if no available key opens them.")
  var asStored: Bool

  /// The name of an option that was given; nil if there is none.
  var givenOption: String? {
    if !recipients.isEmpty { return "--recipient" }
    if decrypted { return "--decrypted" }
    return asStored ? "--as-stored" : nil
  }

  func validate() throws {
    if [!recipients.isEmpty, decrypted, asStored].count(where: { $0 }) > 1 {
      throw UsageError("--recipient, --decrypted and --as-stored cannot be used together", showsUsage: true)
    }
  }

  func choice() throws -> EncryptionPolicy.Choice {
    if decrypted { return .decrypted }
    if asStored { return .asStored }
    return recipients.isEmpty ? .recorded : .recipients(try recipients.parsedRecipients())
  }
}

extension [String] {
  /// Parses age recipients. Throws a usage error for a malformed one, and an error of kind `malformed` for an insecure one.
  func parsedRecipients() throws -> [X25519Recipient] {
    try map { text in
      do {
        return try X25519Recipient(parsing: text)
      } catch let error as AgeKeyError where error.kind == .insecure {
        throw OKitError(.malformed, "\(text): \(error)")
      } catch {
        // The text is not shown, because it may be a secret given by mistake.
        throw UsageError("not an age recipient: \(error)")
      }
    }
  }
}
