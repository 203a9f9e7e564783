/// Formats the synopsis of a command.
enum Synopsis {
  /// Returns the pieces of the synopsis. Lines break only between pieces.
  static func pieces(of command: CommandDescription) -> [String] {
    if let usage = command.usage { return [usage] }
    if !command.subcommands.isEmpty { return ["<subcommand>"] }
    return command.arguments.map(piece)
  }

  /// Returns lines such as `okit get <path> ...` that fit `width`, aligned at the first argument.
  static func lines(of command: CommandDescription, prefix: String, width: Int) -> [String] {
    let start = prefix + command.path.joined(separator: " ")
    let indent = min(ColumnWidth.of(start) + 1, width / 2)
    var lines = [start]
    for piece in pieces(of: command) {
      let last = lines[lines.count - 1]
      if ColumnWidth.of(last) + 1 + ColumnWidth.of(piece) <= width || last.allSatisfy({ $0 == " " }) {
        lines[lines.count - 1] = last + " " + piece
      } else {
        lines.append(String(repeating: " ", count: indent) + piece)
      }
    }
    return lines
  }

  private static func piece(_ argument: ArgumentDescription) -> String {
    let value = "<\(argument.valueName)>"
    let text =
      switch argument.kind {
      case .positional: value
      case .option: "\(argument.preferredName ?? "") \(value)"
      case .flag: argument.preferredName ?? ""
      }
    let repeated = argument.isRepeating ? " ..." : ""
    return argument.isRequired ? text + repeated : "[\(text)\(repeated)]"
  }
}
