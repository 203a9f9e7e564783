/// The tokens of a Swift file, without code that is not compiled for a released iOS app.
struct SwiftFile: Sendable {
  let source: SourceText
  let tokens: [SwiftToken]
  let comments: [SwiftComment]
  /// Syntax errors in strings, comments and `#if`, followed by those in brackets, which can be a consequence of the former.
  let problems: [SyntaxProblem]
  private let partners: MatchingBrackets

  init(_ source: SwiftSource) {
    let text = SourceText(source)
    var lexer = SwiftLexer(text)
    lexer.run()
    self.source = text
    tokens = lexer.tokens
    comments = lexer.comments
    partners = MatchingBrackets(tokens)
    problems = (lexer.problems.sorted { $0.offset < $1.offset }) + partners.problems.sorted { $0.offset < $1.offset }
  }

  func isSign(_ index: Int, _ sign: Unicode.Scalar) -> Bool {
    index < tokens.count && tokens[index].sign == UInt8(ascii: sign)
  }

  /// True if a token is this word without backticks.
  func isWord(_ index: Int, _ word: StaticString) -> Bool {
    guard index < tokens.count, tokens[index].kind == .word else { return false }
    let range = tokens[index].range
    guard range.count == word.utf8CodeUnitCount else { return false }
    return source.bytes[range].elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  /// Returns the word of a token; nil for other tokens and in backticks, where it is not a keyword.
  func keyword(_ index: Int) -> String? {
    index < tokens.count && tokens[index].kind == .word ? text(of: index) : nil
  }

  /// Returns the name of a token, without backticks.
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

  /// Returns the text of a range of tokens, as in the file.
  func text(of range: Range<Int>) -> String {
    guard let last = range.last else { return "" }
    let bytes = source.bytes[tokens[range.lowerBound].range.lowerBound..<tokens[last].range.upperBound]
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the bracket that closes the one at `index`; nil if that is not an opening bracket.
  func closing(of index: Int) -> Int? {
    guard index < tokens.count, "([{<".utf8.contains(tokens[index].sign) else { return nil }
    let partner = partners.indices[index]
    return partner > index ? partner : nil
  }

  /// Returns the bracket that the one at `index` closes; nil if that is not a closing bracket.
  func opening(of index: Int) -> Int? {
    guard index < tokens.count, ")]}>".utf8.contains(tokens[index].sign) else { return nil }
    let partner = partners.indices[index]
    return partner < index ? partner : nil
  }

  /// Returns the token after the one at `index`. After an opening bracket, returns the token after its closing one.
  func next(_ index: Int) -> Int { max(index, partners.indices[index]) + 1 }

  func followsSpace(_ index: Int) -> Bool { index < tokens.count && tokens[index].followsSpace }

  func followsNewline(_ index: Int) -> Bool { index >= tokens.count || tokens[index].followsNewline }

  /// Returns the first byte of a token; the end of the last token for an index beyond it.
  func offset(of index: Int) -> Int {
    index < tokens.count ? tokens[index].range.lowerBound : tokens.last?.range.upperBound ?? source.start
  }

  /// Returns the index of the last sign of an operator, as in `>=`, that continues the token at `index` without spaces.
  func lastSignOfOperator(_ index: Int) -> Int {
    var last = index
    while last + 1 < tokens.count, isOperator(last + 1), !tokens[last + 1].followsSpace { last += 1 }
    return last
  }

  func isOperator(_ index: Int) -> Bool {
    index < tokens.count && (tokens[index].kind == .arrow || "/=-+!*%<>&|^~?".utf8.contains(tokens[index].sign))
  }
}
