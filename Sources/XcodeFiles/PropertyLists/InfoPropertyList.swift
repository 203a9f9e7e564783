/// An app's `Info.plist`: a property list with values for the system and for the framework.
package struct InfoPropertyList: Equatable, Sendable {
  /// The maximum size of a file in bytes.
  package static let maximumSize = 1 << 20

  /// The texts in the outermost dictionary by their keys.
  package private(set) var texts: [String: String] = [:]

  /// Reads the bytes of a file in XML, as it is in the sources of an app.
  package init(
    parsing bytes: [UInt8], _ library: XMLLibrary? = .installed
  ) throws(PropertyListError) {
    guard let library else { throw .noLibrary }
    guard bytes.count <= Self.maximumSize else { throw .tooLarge }
    if bytes.starts(with: "bplist".utf8) { throw .binary }
    let builder = InfoPropertyListBuilder()
    let parsing = XMLParsing(library, builder)
    let result = bytes.withUnsafeBufferPointer { bytes -> Result<Void, XMLParsing.Failure> in
      Result { () throws(XMLParsing.Failure) in
        try parsing.parse(bytes)
        try parsing.finish()
      }
    }
    if case .failure(let failure) = result { throw PropertyListError(failure) }
    guard builder.isPropertyList else { throw .notAPropertyList }
    texts = builder.texts
  }
}

/// The reason why a property list cannot be read.
package enum PropertyListError: Error, Equatable, CustomStringConvertible {
  /// libxml2 is not installed.
  case noLibrary
  /// The file is larger than one that a person wrote.
  case tooLarge
  /// The file is in the binary format of an app that was built.
  case binary
  /// The file is not well-formed XML or declares entities; the reason, and the line.
  case notXML(String, line: Int)
  /// The root is not the `plist` of a property list.
  case notAPropertyList

  fileprivate init(_ failure: XMLParsing.Failure) {
    switch failure.reason {
    case .documentType: self = .notXML("a document type that property lists do not have", line: failure.line)
    case .malformed(let message): self = .notXML("not well-formed XML: \(message)", line: failure.line)
    }
  }

  /// The line of the error; nil if it concerns the whole file.
  package var line: Int? { if case .notXML(_, let line) = self { line } else { nil } }

  /// The reason in lower case and without a full stop. It names neither the file nor the line.
  package var description: String {
    switch self {
    case .noLibrary: "the libxml2 library is not installed (Debian package libxml2)"
    case .tooLarge: "larger than \(InfoPropertyList.maximumSize >> 20) MB, which is too large for an Info.plist"
    case .binary: "a binary property list; take the one in the app's sources, or convert it to XML"
    case .notXML(let message, _): message
    case .notAPropertyList: "not a property list"
    }
  }
}

/// Keeps the texts in the outermost dictionary.
private final class InfoPropertyListBuilder: XMLReceiver {
  private(set) var texts: [String: String] = [:]
  private(set) var isPropertyList = false
  /// The names of the open elements.
  private var open: [String] = []
  private var key: String?
  private var text: [UInt8] = []

  func mayHaveType(_ name: String) -> Bool { name == "plist" }

  func start(_ element: XMLElement, line: Int) {
    if open.isEmpty { isPropertyList = element.name == "plist" }
    open.append(element.name)
    text = []
  }

  func end() {
    let name = open.popLast()
    guard open == ["plist", "dict"] else { return }
    let content = String(decoding: text, as: UTF8.self)
    if name == "key" {
      key = content
    } else if let key {
      if name == "string" { texts[key] = content }
      self.key = nil
    }
  }

  func add(_ text: UnsafeBufferPointer<UInt8>) { if open.count == 3 { self.text += text } }
}
