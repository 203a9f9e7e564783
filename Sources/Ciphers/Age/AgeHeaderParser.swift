/// Parses a header by the grammar of age-encryption.org/v1 ("ABNF definition of file header") and consumes no byte after it.
///
/// Each header has exactly one valid text, so nobody can change the text without changing its meaning.
struct AgeHeaderParser {
  static let maximumLine = 64 << 10
  static let maximumSize = 1 << 20
  static let maximumStanzas = 1_000
  static let end = "---"

  private let input: InputBuffer
  private let isArmored: Bool
  private var received: [UInt8] = []

  private init(_ file: AgeInput) {
    input = file.buffer
    isArmored = file.isArmored
  }

  static func parse(_ file: AgeInput) throws -> AgeHeader {
    var parser = AgeHeaderParser(file)
    return try parser.parse()
  }

  private mutating func parse() throws -> AgeHeader {
    try parseIntro()
    var stanzas: [AgeStanza] = []
    while true {
      let line = try nextLine()
      if line.starts(with: Self.end.utf8) {
        guard !stanzas.isEmpty else { throw AgeError(.header, "it has no recipients") }
        let code = try Self.code(inLine: line)
        let authenticated = received.dropLast(line.count + 1) + Self.end.utf8
        return AgeHeader(stanzas: stanzas, authenticated: Array(authenticated), code: code, isArmored: isArmored)
      }
      guard stanzas.count < Self.maximumStanzas else {
        throw AgeError(.header, "it has more than \(Self.maximumStanzas) recipients")
      }
      stanzas.append(try parseStanza(firstLine: line))
    }
  }

  private mutating func parseIntro() throws {
    let intro = Array((AgeFile.intro + "\n").utf8)
    try input.fill(intro.count)
    guard input.available.starts(with: intro) else {
      guard input.available.starts(with: AgeFile.introOfAnyVersion.utf8) else {
        throw AgeError(.header, "this is not an age file")
      }
      throw AgeError(.header, "only version 1 of the age format is supported")
    }
    try takeLine()
  }

  private mutating func parseStanza(firstLine line: [UInt8]) throws -> AgeStanza {
    let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count > 1, words[0].elementsEqual("->".utf8), words.dropFirst().allSatisfy(AgeStanza.isArgument) else {
      throw AgeError(.header, "a recipient's first line is malformed")
    }
    let arguments = words.dropFirst().map { String(decoding: $0, as: UTF8.self) }
    var text: [UInt8] = []
    while true {
      let line = try nextLine()
      guard line.count <= AgeStanza.columns else { throw AgeError(.header, "a recipient's body has a long line") }
      text += line
      if line.count < AgeStanza.columns { break }
    }
    guard let body = Base64.decoded(text) else { throw AgeError(.header, "a recipient's body is not canonical base64") }
    return AgeStanza(type: arguments[0], arguments: Array(arguments.dropFirst()), body: body)
  }

  private static func code(inLine line: [UInt8]) throws -> [UInt8] {
    let rest = line.dropFirst(end.utf8.count)
    guard rest.first == UInt8(ascii: " "), let code = Base64.decoded(rest.dropFirst()), code.count == 32 else {
      throw AgeError(.header, "its last line is malformed")
    }
    return code
  }

  /// Returns the next line without its line feed.
  private mutating func nextLine() throws -> [UInt8] {
    let start = received.count
    try takeLine()
    // A slice would share the storage, so that each further line would copy all previous ones.
    return Array(received[start..<(received.count - 1)])
  }

  private mutating func takeLine() throws {
    guard let size = try input.lineSize(limit: Self.maximumLine) else {
      throw AgeError(.header, input.isSourceAtEnd ? "it is truncated" : "it has a line of more than 64 KiB")
    }
    guard received.count + size <= Self.maximumSize else { throw AgeError(.header, "it is larger than 1 MiB") }
    received += input.available.prefix(size)
    input.consume(size)
  }
}
