/// Quotes words of command lines in hints, so that they can be pasted into a shell.
enum ShellWord {
  /// Returns `word`, in single quotes if a shell would change it.
  static func quoted(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || "/._-+:@%".unicodeScalars.contains($0)
    }
    if isPlain && !word.isEmpty { return word }
    // Scalars, not characters: a quote followed by a combining character is still a quote for the shell.
    var quoted = String.UnicodeScalarView()
    for scalar in word.unicodeScalars {
      if scalar == "'" { quoted.append(contentsOf: "'\\''".unicodeScalars) } else { quoted.append(scalar) }
    }
    return "'" + String(quoted) + "'"
  }
}
