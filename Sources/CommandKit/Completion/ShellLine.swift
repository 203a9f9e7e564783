/// Parses a command line, or a word of one, up to the cursor, as a shell does.
struct ShellLine {
  /// The rules for quotes.
  enum Dialect {
    /// bash and zsh.
    case posix
    /// fish: a backslash escapes a quote inside single quotes.
    case fish
  }

  /// The word at the cursor.
  struct Word {
    fileprivate(set) var bytes: [UInt8] = []
    /// The open quote.
    fileprivate(set) var quote: UInt8?
    /// The number of bytes before readline's word, which begins after an open quote or a word break.
    fileprivate(set) var start = 0
    /// True if the word is the target of a redirection.
    fileprivate(set) var isRedirection = false
    fileprivate var isThere = false

    var text: String { ShellLine.text(bytes) }
  }

  /// The words before the last one.
  private(set) var words: [String] = []
  /// The word at the cursor, which can be empty.
  private(set) var last = Word()

  private let line: [UInt8]
  private let dialect: Dialect
  private let breaks: Set<UInt8>
  /// True if only quotes and backslashes are special, because the input is a single word.
  private let isWord: Bool

  /// Parses the last command in `line`. `breaks` are readline's word breaks.
  init(_ line: String, breaks: Set<UInt8> = []) {
    self.line = Array(line.utf8)
    dialect = .posix
    self.breaks = breaks
    isWord = false
    read()
  }

  /// Removes the quotes of one word.
  init(word: String, _ dialect: Dialect) {
    line = Array(word.utf8)
    self.dialect = dialect
    breaks = []
    isWord = true
    read()
  }

  private mutating func read() {
    var index = 0
    while index < line.count {
      index += last.quote == nil ? takePlain(at: index) : takeQuoted(at: index)
    }
  }

  /// Parses the input at `index`, and returns the number of bytes read.
  private mutating func takePlain(at index: Int) -> Int {
    let byte = line[index]
    let next = line.dropFirst(index + 1).first
    switch byte {
    case UInt8(ascii: "\\"):
      last.isThere = true
      if let next { last.bytes.append(next) }
      return 2
    case UInt8(ascii: "'"), UInt8(ascii: "\""): open(byte)
    case UInt8(ascii: "$") where next == UInt8(ascii: "'") && dialect == .posix: break
    case _ where isWord: last.bytes.append(byte)
    case 0x20, 0x09, 0x0a: endWord()
    case UInt8(ascii: "<"), UInt8(ascii: ">"):
      // A preceding number is the file descriptor.
      if !last.bytes.allSatisfy({ (0x30...0x39).contains($0) }) { endWord() }
      last = Word()
      last.isRedirection = true
      let signs = line[index...].prefix { "<>&|".utf8.contains($0) }
      return signs.count
    case UInt8(ascii: "&") where next == UInt8(ascii: ">"): break
    case UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: "&"), UInt8(ascii: "("), UInt8(ascii: "`"):
      words = []
      last = Word()
    default:
      last.isThere = true
      last.bytes.append(byte)
      // readline breaks words before these two characters, and after the others.
      if breaks.contains(byte) { last.start = last.bytes.count - ("@$".utf8.contains(byte) ? 1 : 0) }
    }
    return 1
  }

  private mutating func takeQuoted(at index: Int) -> Int {
    let byte = line[index]
    let next = line.dropFirst(index + 1).first
    if byte == last.quote {
      last.quote = nil
      // Quoted text contains no word break.
      last.start = startOfWord
      return 1
    }
    if byte == UInt8(ascii: "\\"), let next, isEscaped(next) {
      last.bytes.append(next)
      return 2
    }
    last.bytes.append(byte)
    return 1
  }

  /// The start of the word before the quote.
  private var startOfWord = 0

  private mutating func open(_ quote: UInt8) {
    startOfWord = last.start
    last.isThere = true
    last.quote = quote
    last.start = last.bytes.count
  }

  /// Returns true if a backslash escapes `next` inside the open quotes.
  private func isEscaped(_ next: UInt8) -> Bool {
    let isSingle = last.quote == UInt8(ascii: "'")
    switch dialect {
    case .posix: return !isSingle && "\"\\$`".utf8.contains(next)
    case .fish: return isSingle ? "'\\".utf8.contains(next) : "\"\\$".utf8.contains(next)
    }
  }

  private mutating func endWord() {
    if last.isThere, !last.isRedirection { words.append(last.text) }
    // The file can be a separate word.
    let isStillMissing = last.isRedirection && !last.isThere
    last = Word()
    last.isRedirection = isStillMissing
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
