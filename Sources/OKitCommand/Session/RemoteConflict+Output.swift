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
    case .value: change(from: conflict.base, to: value)
    }
  }

  /// The longest text of a value.
  private static let longestValue = 80

  private static func change(from old: JSONValue?, to new: JSONValue?) -> String {
    func text(_ value: JSONValue?) -> String? {
      value.map { String(decoding: JSONWriter.compact($0), as: UTF8.self) }
    }
    let (before, after) = (text(old), text(new))
    var start = 0
    if let before, let after, max(before.count, after.count) > longestValue {
      // What differs can be far behind the beginning.
      start = max(zip(before, after).prefix { $0 == $1 }.count - longestValue / 4, 0)
    }
    func shown(_ text: String?) -> String {
      guard let text else { return "none" }
      return printable((start > 0 ? "…" : "") + String(text.dropFirst(start)).shortened(to: longestValue))
    }
    return "\(shown(before)) -> \(shown(after))"
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
