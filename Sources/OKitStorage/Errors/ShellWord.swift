/// Quotes words of command lines in hints, so that they can be pasted into a shell.
package enum ShellWord {
  /// Returns `word`, in quotes if a shell would change it.
  package static func quoted(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || "/._-+:@%=".unicodeScalars.contains($0)
    }
    // zsh replaces a word that begins with an equals sign by the path of a program.
    if isPlain, !word.isEmpty, !word.utf8.starts(with: "=".utf8) { return word }
    // Messages show invisible characters as escapes, which only $'…' turns back into the characters.
    let isVisible = !word.unicodeScalars.contains(where: isInvisible)
    // Scalars, not characters: a quote followed by a combining character is still a quote for the shell.
    var quoted = String.UnicodeScalarView()
    for scalar in word.unicodeScalars {
      switch scalar {
      case "'" where isVisible: quoted.append(contentsOf: "'\\''".unicodeScalars)
      case "'", "\\": quoted.append(contentsOf: (isVisible ? "" : "\\").unicodeScalars + [scalar])
      case _ where isInvisible(scalar):
        for byte in String(scalar).utf8 {
          let digits = String(byte, radix: 8)
          quoted.append(
            contentsOf: ("\\" + String(repeating: "0", count: 3 - digits.utf8.count) + digits).unicodeScalars)
        }
      default: quoted.append(scalar)
      }
    }
    return (isVisible ? "'" : "$'") + String(quoted) + "'"
  }

  /// Returns `words` as the last operands of a command: quoted, and after `--` if one of them would be taken for an option.
  package static func operands(_ words: String...) -> String { operands(words) }

  /// Returns `words` as the last operands of a command: quoted, and after `--` if one of them would be taken for an option.
  package static func operands(_ words: [String]) -> String {
    let quoted = words.map(quoted).joined(separator: " ")
    return words.contains { $0.utf8.first == UInt8(ascii: "-") } ? "-- \(quoted)" : quoted
  }

  /// True for characters that control a terminal or the direction of text.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
