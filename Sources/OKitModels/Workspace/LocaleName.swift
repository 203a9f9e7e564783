/// The name of a locale, such as `de_AT`.
package struct LocaleName: Equatable, Sendable {
  /// The default: English, with dates in an international format.
  package static let standard = LocaleName(language: "en", region: "001")

  /// The code of the language in lower case, such as `de`.
  package let language: String
  /// The code of the script, such as `Latn`; nil for the default script.
  package var script: String?
  var region: String?
  private var variant: String?
  /// Further settings, such as `calendar=buddhist`.
  private var keywords: String?

  private init(language: String, region: String? = nil) {
    self.language = language
    self.region = region
  }

  /// Parses the names in `LANG` and similar variables (`de_AT.UTF-8`, `sr_RS@latin`), in ICU (`de_DE@calendar=buddhist`) and in language tags
  /// (`zh-Hant-TW`). `C` and `POSIX` are ``standard``. Nil for any other text.
  package init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "@"), maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts[0].prefix { $0 != UInt8(ascii: ".") }
    let pieces = name.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
      .map { String(decoding: $0, as: UTF8.self) }
    guard let language = pieces.first else { return nil }
    if pieces.count == 1, language == "C" || language == "POSIX" {
      self = .standard
      return
    }
    guard (2...8).contains(language.utf8.count), language.utf8.allSatisfy(Self.isLetter),
      pieces.allSatisfy({ (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy(Self.isLetterOrDigit) })
    else { return nil }
    self.init(language: language.lowercased())
    for piece in pieces.dropFirst() { take(piece) }
    if parts.count > 1 { take(modifier: String(decoding: parts[1], as: UTF8.self)) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private mutating func take(_ piece: String) {
    let isNumber = piece.utf8.allSatisfy { !Self.isLetter($0) }
    if piece.utf8.count == 4, !isNumber, script == nil, region == nil {
      script = piece.prefix(1).uppercased() + piece.dropFirst().lowercased()
    } else if region == nil, piece.utf8.count == 2 || piece.utf8.count == 3 && isNumber {
      region = piece.uppercased()
    } else {
      variant = variant.map { "\($0)_\(piece.uppercased())" } ?? piece.uppercased()
    }
  }

  /// Sets the values after `@`: ICU keywords, or one of the POSIX modifiers. `@euro` has no effect.
  private mutating func take(modifier: String) {
    if modifier.utf8.contains(UInt8(ascii: "=")) {
      let isPlain = modifier.utf8.allSatisfy { Self.isLetterOrDigit($0) || "=;-_/+".utf8.contains($0) }
      if isPlain, modifier.utf8.count <= 100 { keywords = modifier }
      return
    }
    switch modifier.lowercased() {
    case "latin": script = "Latn"
    case "cyrillic": script = "Cyrl"
    case "devanagari": script = "Deva"
    case "arabic": script = "Arab"
    case "valencia": variant = "VALENCIA"
    default: break
    }
  }

  /// The name in ICU's format.
  package var identifier: String {
    // A variant is always in the fourth place. An empty region takes the third.
    let place = region ?? (variant == nil ? nil : "")
    return [language, script, place, variant].compactMap { $0 }.joined(separator: "_")
      + (keywords.map { "@\($0)" } ?? "")
  }

  /// The names, without their ending, of the folders with an app's texts in this language, best match first.
  var folderNames: [String] {
    let script = script ?? impliedScript
    let names = [[script, region], [nil, region], [script, nil], [nil, nil]].flatMap { parts in
      ["-", "_"].map { ([language] + parts.compactMap { $0 }).joined(separator: $0) }
    }
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  /// The script of Chinese in a region. Apps name the folders of Chinese by script.
  private var impliedScript: String? {
    guard language == "zh" else { return nil }
    return ["TW", "HK", "MO"].contains(region) ? "Hant" : "Hans"
  }
}

/// The preferences of the person who reads okit's output: languages, formats of dates and numbers, and time zone.
package struct LocalePreferences {
  /// The languages for texts, the preferred one first.
  package var languages: [LocaleName]
  /// The locale for dates.
  package var dates: LocaleName
  /// The locale for numbers.
  package var numbers: LocaleName
  /// Returns the name of the time zone, such as `Europe/Vienna`; nil if it has none.
  package var timeZone: () -> String?
  /// Returns the number of seconds by which the reader's clocks are ahead of UTC, at a time in seconds since 2001-01-01T00:00:00Z.
  package var clockOffset: (_ moment: Double) -> Int

  /// A reader with these preferences; by default English in UTC.
  package init(
    languages: [LocaleName] = [.standard], dates: LocaleName = .standard,
    numbers: LocaleName = .standard, timeZone: @escaping () -> String? = { nil },
    clockOffset: @escaping (_ moment: Double) -> Int = { _ in 0 }
  ) {
    self.languages = languages
    self.dates = dates
    self.numbers = numbers
    self.timeZone = timeZone
    self.clockOffset = clockOffset
  }
}
