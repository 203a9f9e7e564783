/// Words of a command line that a hint shows, ready to paste.
enum ShellWord {
  /// `word` in single quotes where a shell would take it apart.
  static func quoted(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || "/._-+:@%".unicodeScalars.contains($0)
    }
    if isPlain && !word.isEmpty { return word }
    // Scalars and not characters: a combining one after a quote does not change what it is to the shell.
    var quoted = String.UnicodeScalarView()
    for scalar in word.unicodeScalars {
      if scalar == "'" { quoted.append(contentsOf: "'\\''".unicodeScalars) } else { quoted.append(scalar) }
    }
    return "'" + String(quoted) + "'"
  }
}
