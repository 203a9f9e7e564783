/// Receives the elements of a document.
protocol XMLReceiver: AnyObject {
  /// An element starts. `line` is that of the end of its start tag.
  func start(_ element: XMLElement, line: Int)
  /// The innermost element ends.
  func end()
  /// A piece of text in the innermost element.
  func add(_ text: UnsafeBufferPointer<UInt8>)
  /// True if the document may declare a type with this name. It never may declare entities.
  func mayHaveType(_ name: String) -> Bool
}

/// Parses XML in pieces.
///
/// Entities are refused, because they could name other files or expand to gigabytes, and so is a document type declaration, unless the receiver expects
/// it. The depth is limited, and so is the length of a tag, because libxml2 compares each attribute with all others.
final class XMLParsing {
  /// The reason why a document is not parsed.
  struct Failure: Error, Equatable {
    enum Reason: Equatable {
      case documentType
      /// It is not well-formed; the message of libxml2.
      case malformed(String)
    }

    let reason: Reason
    let line: Int
  }

  private enum Option {
    /// `XML_PARSE_NONET`.
    static let noNetwork: Int32 = 1 << 11
  }

  /// The number of bytes that libxml2 needs to recognize an encoding.
  private static let beginning = 4
  /// The maximum number of bytes that are passed on at once.
  private static let pieceSize = 1 << 14
  /// The maximum number of bytes without the end of a tag or comment.
  private static let maximumLength = 1 << 16
  /// The maximum depth of elements. Those of a real storyboard are nested 30 levels deep.
  static let maximumDepth = 256
  /// `XML_ERR_DOCUMENT_END`.
  private static let documentEnd: Int32 = 5

  private let library: XMLLibrary
  private let receiver: any XMLReceiver
  private var parser: OpaquePointer?
  private var first: [UInt8] = []
  private var failure: Failure?
  private var depth = 0
  private var hasRoot = false
  /// The number of calls of libxml2 so far.
  private var callCount = 0
  /// The number of bytes since the last call.
  private var quietLength = 0

  init(_ library: XMLLibrary, _ receiver: some XMLReceiver) {
    self.library = library
    self.receiver = receiver
  }

  deinit { if let parser { library.freeParser(parser) } }

  static func of(_ pointer: UnsafeMutableRawPointer?) -> XMLParsing {
    guard let pointer else { preconditionFailure("libxml2 passes on what it was given") }
    return Unmanaged<XMLParsing>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Parses the next bytes.
  func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) {
    var rest = bytes[...]
    if parser == nil {
      let piece = rest.prefix(Self.beginning - first.count)
      first += piece
      rest = rest.dropFirst(piece.count)
      guard first.count == Self.beginning else { return }
      try create()
    }
    while !rest.isEmpty {
      let piece = rest.prefix(Self.pieceSize)
      rest = rest.dropFirst(piece.count)
      let before = callCount
      try pass(UnsafeBufferPointer(rebasing: piece), isLast: false)
      quietLength = callCount == before ? quietLength + piece.count : 0
      if quietLength > Self.maximumLength {
        throw Failure(
          reason: .malformed("a tag or comment is longer than \(Self.maximumLength >> 10) KB"),
          line: line)
      }
    }
  }

  /// Parses the end of the document.
  func finish() throws(Failure) {
    if parser == nil { try create() }
    try pass(UnsafeBufferPointer(start: nil, count: 0), isLast: true)
  }

  private func create() throws(Failure) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    parser = first.withUnsafeBytes { bytes in
      library.createParser(
        XMLHandlers.memory, context, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), nil)
    }
    guard let parser else { throw Failure(reason: .malformed("out of memory"), line: 1) }
    _ = library.setOptions(parser, Option.noNetwork)
  }

  private func pass(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool) throws(Failure) {
    guard let parser else { return }
    let status = bytes.withMemoryRebound(to: CChar.self) { bytes in
      library.parseChunk(parser, bytes.baseAddress, Int32(bytes.count), isLast ? 1 : 0)
    }
    if let failure { throw failure }
    if status != 0 { throw Failure(reason: .malformed("error \(status)"), line: line) }
  }

  private var line: Int { parser.map { Int(max(library.lineNumber($0), 1)) } ?? 1 }

  // MARK: - Called by libxml2

  func documentType(_ name: String) {
    if !receiver.mayHaveType(name) { refuse(.documentType) }
  }

  func start(_ element: XMLElement) {
    guard failure == nil else { return }
    guard depth < Self.maximumDepth else {
      return refuse(.malformed("elements are nested more than \(Self.maximumDepth) levels deep"))
    }
    callCount += 1
    depth += 1
    hasRoot = true
    receiver.start(element, line: line)
  }

  func end() {
    guard failure == nil else { return }
    callCount += 1
    depth -= 1
    receiver.end()
  }

  func add(_ text: UnsafeBufferPointer<UInt8>) {
    guard failure == nil else { return }
    callCount += 1
    receiver.add(text)
  }

  /// Stops at the first reason.
  func refuse(_ reason: Failure.Reason) {
    if failure == nil { failure = Failure(reason: reason, line: line) }
    if let parser { library.stop(parser) }
  }

  /// Stops with a structure `xmlError` of libxml2, unless it is only a warning.
  func fail(with error: UnsafeRawPointer) {
    guard error.load(fromByteOffset: XMLErrorLayout.level, as: Int32.self) > XMLErrorLayout.warning else { return }
    if depth > 0 || !hasRoot, error.load(fromByteOffset: XMLErrorLayout.code, as: Int32.self) == Self.documentEnd {
      // libxml2 says that there is more after the end.
      return refuse(.malformed("the file is incomplete"))
    }
    let message = error.load(fromByteOffset: XMLErrorLayout.message, as: UnsafePointer<CChar>?.self)
    refuse(.malformed(XMLErrorLayout.text(message)))
  }
}

/// The members of `xmlError` that are used: `int domain, code; char *message; int level; …`.
private enum XMLErrorLayout {
  static let code = 4
  static let message = 8
  static let level = 16
  static let warning: Int32 = 1

  /// The message in one line, in lower case and without a full stop.
  static func text(_ message: UnsafePointer<CChar>?) -> String {
    guard let message else { return "unknown error" }
    let line = String(cString: message).split(whereSeparator: \.isNewline).first.map(String.init) ?? "unknown error"
    // A word in capitals, such as an element's name, stays.
    guard let head = line.unicodeScalars.first, line.unicodeScalars.dropFirst().first?.properties.isUppercase != true
    else { return line }
    return String(head).lowercased() + String(line.unicodeScalars.dropFirst())
  }
}
