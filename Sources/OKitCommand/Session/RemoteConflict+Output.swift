import CommandKit
import JSONDocument
import OKitRemote
import OKitStorage

extension Console {
  /// Prints conflicts, both changes of each, in the form of 'diff'.
  func write(_ conflicts: [RemoteConflict]) throws {
    for conflict in conflicts {
      for (side, value) in [("here", conflict.ours), ("there", conflict.theirs)] {
        let line = "\(Console.printable(conflict.path)) \(side): \(Self.text(conflict, value, isHere: side == "here"))"
        try standardOutput.writeLine(standardOutput.styled(line, side == "here" ? .red : .green))
      }
    }
  }

  private static func text(_ conflict: RemoteConflict, _ value: JSONValue?, isHere: Bool) -> String {
    switch conflict.kind {
    case .order: "another order"
    case .place: isHere ? "moved" : "moved to \(printable(conflict.otherPath ?? ""))"
    case .file:
      // An attachment has no value.
      (isHere ? conflict.ours : conflict.theirs) == nil && (conflict.ours != nil || conflict.theirs != nil)
        ? "removed" : "changed"
    case .value: "\(text(conflict.base)) -> \(text(value))"
    }
  }

  private static func text(_ value: JSONValue?) -> String {
    guard let value else { return "none" }
    return printable(String(decoding: JSONWriter.compact(value), as: UTF8.self).shortened(to: 80))
  }
}

extension RemoteConflicts {
  /// The error for a person.
  var error: OKitError {
    OKitError(
      .busy,
      all.count == 1
        ? "\(all[0].path) was changed here and on the server"
        : "\(all.count) values were changed here and on the server",
      remedy: .words(
        "run 'okit remote sync' with --ours, --theirs or --edit to settle it; the history keeps the other side")
    )
  }
}
