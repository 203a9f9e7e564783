/// A command line, or a word of one, as a shell takes it apart, up to the cursor.
struct ShellLine {
  /// How quotes work.
  enum Dialect {
    /// As in bash and zsh.
    case posix
    /// In single quotes, a backslash stands in front of another quote.
    case fish
  }

  /// The word that the cursor is behind.
  struct Word {
    fileprivate(set) var bytes: [UInt8] = []
    /// The quote that was opened and not closed.
    fileprivate(set) var quote: UInt8?
    /// So many bytes of it stand in front of what readline takes for the word: behind an open quote or a sign that breaks words.
    fileprivate(set) var start = 0
    /// Whether it names a file that a stream is led to or from.
    fileprivate(set) var isRedirection = false
    fileprivate var isThere = false

    var text: String { ShellLine.text(bytes) }
  }

  /// The words before the last one.
  private(set) var words: [String] = []
  /// The word that the cursor is behind, which may be empty.
  private(set) var last = Word()

  private let line: [UInt8]
  private let dialect: Dialect
  private let breaks: Set<UInt8>
  /// Whether only quotes and backslashes mean something, since it is one word already.
  private let isWord: Bool

  /// Takes `line` apart; of several commands in it the last one counts. `breaks` are the signs at which readline ends words.
  init(_ line: String, breaks: Set<UInt8> = []) {
    self.line = Array(line.utf8)
    dialect = .posix
    self.breaks = breaks
    isWord = false
    read()
  }

  /// Takes the quotes off one word.
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

  /// Takes what stands at `index`, and returns how many bytes that is.
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
      // A number in front says which stream.
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
      // In front of these two readline breaks words, behind the others.
      if breaks.contains(byte) { last.start = last.bytes.count - ("@$".utf8.contains(byte) ? 1 : 0) }
    }
    return 1
  }

  private mutating func takeQuoted(at index: Int) -> Int {
    let byte = line[index]
    let next = line.dropFirst(index + 1).first
    if byte == last.quote {
      last.quote = nil
      // What was quoted breaks no word.
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

  /// Where the word began before the quote.
  private var startOfWord = 0

  private mutating func open(_ quote: UInt8) {
    startOfWord = last.start
    last.isThere = true
    last.quote = quote
    last.start = last.bytes.count
  }

  /// Whether a backslash in the open quotes belongs to the byte behind it.
  private func isEscaped(_ next: UInt8) -> Bool {
    let isSingle = last.quote == UInt8(ascii: "'")
    switch dialect {
    case .posix: return !isSingle && "\"\\$`".utf8.contains(next)
    case .fish: return isSingle ? "'\\".utf8.contains(next) : "\"\\$".utf8.contains(next)
    }
  }

  private mutating func endWord() {
    if last.isThere, !last.isRedirection { words.append(last.text) }
    // The file may stand apart from its sign.
    let isStillMissing = last.isRedirection && !last.isThere
    last = Word()
    last.isRedirection = isStillMissing
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
