/// The name of a locale in ICU's format, such as `de_AT@calendar=buddhist`, split into its parts.
///
/// ICU 72 dereferences a null pointer if a part or a keyword is too long, or if a keyword has no value. All of these are removed, and so are
/// keywords that do not affect dates.
struct ICULocaleName {
  /// Language, script, region and variants.
  let base: String
  /// The keywords that affect dates, with their values, in lower case.
  private let keywords: [(key: Substring, value: Substring)]

  private static let known: [Substring] = ["calendar", "numbers", "rg"]

  init(_ text: String) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let words = parts[0].split(omittingEmptySubsequences: false) { $0 == "_" || $0 == "-" }
    base = words.prefix(6).prefix { $0.isEmpty || Self.isWord($0, upTo: 8) }.joined(separator: "_")
    var keywords: [(key: Substring, value: Substring)] = []
    for part in parts.dropFirst().joined().lowercased().split(separator: ";") {
      let pair = part.split(separator: "=", omittingEmptySubsequences: false)
      guard pair.count == 2, Self.known.contains(pair[0]), Self.isWord(pair[1], upTo: 32) else { continue }
      keywords.append((key: pair[0], value: pair[1]))
    }
    self.keywords = keywords
  }

  private static func isWord(_ text: Substring, upTo limit: Int) -> Bool {
    let characters = "abcdefghijklmnopqrstuvwxyz0123456789-".utf8
    return 1...limit ~= text.utf8.count && text.lowercased().utf8.allSatisfy(characters.contains)
  }

  /// The value of a keyword. If there are several, the first one counts, like in ICU.
  subscript(key: Substring) -> Substring? { keywords.first { $0.key == key }?.value }

  /// Returns the name for ICU. `digits`, such as `latn`, adds a keyword for the digits.
  func identifier(digits: Substring? = nil) -> String {
    var all = keywords
    if let digits { all.append((key: "numbers", value: digits)) }
    return base + (all.isEmpty ? "" : "@") + all.map { "\($0.key)=\($0.value)" }.joined(separator: ";")
  }
}
