import CommandKit
import OKitEditing
import OKitStorage

/// An error of an edit whose text is kept, so that the person can continue.
struct KeptTextError: Error {
  /// The maximum number of faults that are listed after the first one.
  private static let listed = 20

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
      failure.details += faults.faults.dropFirst().prefix(Self.listed).map {
        "  \(path.name):\($0.line): \(describe($0.error).message)"
      }
      if faults.faults.count > Self.listed + 1 {
        failure.details.append("  and \(faults.faults.count - Self.listed - 1) more")
      }
    } else {
      failure = describe(underlying)
    }
    let kept = "the text is kept in \(path)"
    if let hint = failure.hint {
      if (underlying as? OKitError)?.remedy == Self.startingAgain {
        failure.hint = "\(kept); \(hint)"
        return failure
      }
      failure.details.append("  " + hint)
    }
    failure.hint = "\(kept); \(advice)"
    return failure
  }

  /// The remedy of an error after which nobody can continue.
  static let startingAgain = OKitError.Remedy.words("copy what you need from it, and use --discard to start again")

  var advice: String { Self.advice(for: command, to: "edit it again") }

  /// Returns the advice to continue with `command`. `purpose` is an infinitive, such as `store it`.
  static func advice(for command: String, to purpose: String) -> String { "run '\(command) --continue' to \(purpose)" }
}
