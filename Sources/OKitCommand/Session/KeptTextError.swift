import CommandKit
import OKitEditing
import OKitStorage

/// An error of an edit whose text is kept, so that the person can continue.
struct KeptTextError: Error {
  let underlying: any Error
  /// The file with the text.
  let path: FilePath
  /// The command that continues.
  let command: String

  var failure: Failure {
    var failure: Failure
    if let faults = underlying as? DraftFaults, let first = faults.faults.first {
      failure = describe(first.error)
      failure.message = "\(path.name):\(first.line): \(failure.message)"
    } else {
      failure = describe(underlying)
    }
    if let hint = failure.hint { failure.details.append("  " + hint) }
    failure.hint = "the text is kept in \(path); \(advice)"
    return failure
  }

  var advice: String { "run '\(command) --continue' to edit it again" }
}
