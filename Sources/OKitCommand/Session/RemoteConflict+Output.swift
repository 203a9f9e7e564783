import CommandKit
import JSONDocument
import OKitRemote
import OKitStorage

extension Console {
  /// Prints conflicts, both changes of each, in the form of 'diff'.
  func write(_ conflicts: [RemoteConflict]) throws {
    for conflict in conflicts {
      for (side, value) in [("here", conflict.ours), ("there", conflict.theirs)] {
        let line = "\(Console.printable(conflict.path)) \(side): \(Self.text(conflict, value))"
        try standardOutput.writeLine(standardOutput.styled(line, side == "here" ? .red : .green))
      }
    }
  }

  private static func text(_ conflict: RemoteConflict, _ value: JSONValue?) -> String {
    if conflict.base == nil, conflict.ours == nil, conflict.theirs == nil { return "changed" }
    let old = conflict.base?.shown ?? "none"
    return "\(Console.printable(old)) -> \(Console.printable(value?.shown ?? "none"))"
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
      remedy: .words("run 'okit remote sync' with --ours or --theirs to choose a side; the history keeps the other one")
    )
  }
}
