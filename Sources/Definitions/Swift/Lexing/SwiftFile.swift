/// A Swift file as tokens, of which those that are not compiled for a released iOS app are left out.
struct SwiftFile: Sendable {
  let source: SourceText
  let tokens: [SwiftToken]
  let comments: [SwiftComment]
  /// What Swift would not accept about strings, comments and `#if`, and then about brackets, which may come of the former.
  let problems: [SyntaxProblem]
  private let partners: BracketPartners

  init(_ source: SwiftSource) {
    let text = SourceText(source)
    var lexer = SwiftLexer(text)
    lexer.run()
    self.source = text
    tokens = lexer.tokens
    comments = lexer.comments
    partners = BracketPartners(tokens)
    problems = (lexer.problems.sorted { $0.offset < $1.offset }) + partners.problems.sorted { $0.offset < $1.offset }
  }

  func isSign(_ index: Int, _ sign: Unicode.Scalar) -> Bool {
    index < tokens.count && tokens[index].sign == UInt8(ascii: sign)
  }

  /// Whether a token is this word, and not the same in backticks.
  func isWord(_ index: Int, _ word: StaticString) -> Bool {
    guard index < tokens.count, tokens[index].kind == .word else { return false }
    let range = tokens[index].range
    guard range.count == word.utf8CodeUnitCount else { return false }
    return source.bytes[range].elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  /// The word that a token is; nil in backticks, where it is no keyword.
  func keyword(_ index: Int) -> String? {
    index < tokens.count && tokens[index].kind == .word ? text(of: index) : nil
  }

  /// The name that a token is, without backticks.
  func name(_ index: Int) -> String? {
    guard index < tokens.count else { return nil }
    switch tokens[index].kind {
    case .word: return text(of: index)
    case .quotedWord:
      let range = tokens[index].range
      let inside = source.bytes[range.dropFirst()].prefix { $0 != UInt8(ascii: "`") }
      return String(decoding: inside, as: UTF8.self)
    default: return nil
    }
  }

  func text(of index: Int) -> String { String(decoding: source.bytes[tokens[index].range], as: UTF8.self) }

  /// The text from the first to the last of some tokens, as it stands in the file.
  func text(of range: Range<Int>) -> String {
    guard let last = range.last else { return "" }
    let bytes = source.bytes[tokens[range.lowerBound].range.lowerBound..<tokens[last].range.upperBound]
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The bracket that belongs to the one at `index`; nil if it is no opening bracket.
  func closing(of index: Int) -> Int? {
    guard index < tokens.count, "([{<".utf8.contains(tokens[index].sign) else { return nil }
    let partner = partners.indices[index]
    return partner > index ? partner : nil
  }

  /// The bracket that the one at `index` closes; nil if it is no closing bracket.
  func opening(of index: Int) -> Int? {
    guard index < tokens.count, ")]}>".utf8.contains(tokens[index].sign) else { return nil }
    let partner = partners.indices[index]
    return partner < index ? partner : nil
  }

  /// The token behind the one at `index`, or behind what it opens.
  func next(_ index: Int) -> Int { max(index, partners.indices[index]) + 1 }

  func followsSpace(_ index: Int) -> Bool { index < tokens.count && tokens[index].followsSpace }

  func followsNewline(_ index: Int) -> Bool { index >= tokens.count || tokens[index].followsNewline }

  /// The byte at which a token begins; the end of the file beyond the last.
  func offset(of index: Int) -> Int {
    index < tokens.count ? tokens[index].range.lowerBound : tokens.last?.range.upperBound ?? source.start
  }

  /// The index of a word's or sign's last adjacent sign, as in `>=`.
  func lastSignOfOperator(_ index: Int) -> Int {
    var last = index
    while last + 1 < tokens.count, isOperator(last + 1), !tokens[last + 1].followsSpace { last += 1 }
    return last
  }

  func isOperator(_ index: Int) -> Bool {
    index < tokens.count && (tokens[index].kind == .arrow || "/=-+!*%<>&|^~?".utf8.contains(tokens[index].sign))
  }
}
