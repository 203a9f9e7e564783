/// The answer for bash: options for `compopt` in the first line, then words for `COMPREPLY`.
///
/// readline inserts the words without quoting them and replaces only a part of the current word, so the rest is quoted here.
struct BashAnswer {
  /// The value of `COMP_TYPE` if readline only lists candidates.
  private static let listing = "63"

  private let word: ShellLine.Word
  private let completion: LineCompletion
  private let isListing: Bool

  /// Asks `tool` about `arguments`: `COMP_TYPE`, `COMP_WORDBREAKS`, and the line up to the cursor.
  init?<Global: ParsableArguments>(_ tool: Tool<Global>, _ arguments: [String], _ console: Console) {
    guard arguments.count == 3 else { return nil }
    let line = ShellLine(arguments[2], breaks: Set(arguments[1].utf8))
    word = line.last
    isListing = arguments[0] == Self.listing
    let words = line.words.drop { Self.isAssignment($0) }.dropFirst()
    completion =
      word.isRedirection
      ? LineCompletion(answer: .files) : tool.completion(after: Array(words), text: word.text, console)
  }

  private static func isAssignment(_ word: String) -> Bool {
    guard let equals = word.utf8.firstIndex(of: UInt8(ascii: "=")) else { return false }
    return word.utf8[..<equals].allSatisfy { isPlain($0) && !"-./:@%+,".utf8.contains($0) }
  }

  var lines: [String] {
    switch completion.answer {
    // bash completes files itself.
    case .files: return ["default"]
    case .folders: return ["dirnames"]
    case .candidates: break
    }
    let start = Array(word.bytes[..<word.start])
    let candidates = completion.candidates(for: word.text, ignoringCase: false)
    let rests = candidates.map { Array($0.text.utf8.dropFirst(start.count)) }
    let options = candidates.contains { !$0.isWhole } ? "nosort nospace" : "nosort"
    if isListing, candidates.count > 1 {
      return [options]
        + zip(rests, candidates).map { rest, candidate in
          Self.text(rest) + (candidate.note.isEmpty ? "" : "  (\(candidate.note))")
        }
    }
    // readline inserts the common prefix, so all words need the same quotes.
    let needsQuotes = word.quote == nil && !rests.allSatisfy { $0.allSatisfy(Self.isPlain) }
    return [options]
      + zip(rests, candidates).map { rest, candidate in
        let quoted = Self.quoted(rest, in: needsQuotes ? UInt8(ascii: "'") : word.quote, closing: !needsQuotes)
        guard needsQuotes else { return quoted }
        // The quote stays open if the path can continue.
        return "'" + quoted + (candidate.isWhole ? "'" : "")
      }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: byte >= 0x80 || "_-./:=@%+,".utf8.contains(byte)
    }
  }

  /// Returns `bytes` for use between quotes. With `closing`, readline adds the closing quote, unless the last byte looks like one.
  private static func quoted(_ bytes: [UInt8], in quote: UInt8?, closing: Bool) -> String {
    guard let quote, closing, bytes.last == quote else { return text(bytes.flatMap { quoted($0, in: quote) }) }
    return text(bytes.dropLast().flatMap { quoted($0, in: quote) } + [quote, UInt8(ascii: "\\"), quote])
  }

  private static func quoted(_ byte: UInt8, in quote: UInt8?) -> [UInt8] {
    switch (quote, byte) {
    case (UInt8(ascii: "'"), UInt8(ascii: "'")): return Array(#"'\''"#.utf8)
    // Inside double quotes, '!' expands the history and cannot be escaped.
    case (UInt8(ascii: "\""), UInt8(ascii: "!")): return Array(#""'!'""#.utf8)
    case (UInt8(ascii: "\""), _) where "\"\\$`".utf8.contains(byte): return [UInt8(ascii: "\\"), byte]
    default: return [byte]
    }
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
