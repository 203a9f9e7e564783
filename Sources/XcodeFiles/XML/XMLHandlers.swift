/// The functions that libxml2 calls with the parts of a document: its structure `xmlSAXHandler`.
///
/// Functions that are missing there, such as those that read external entities, are not called.
enum XMLHandlers {
  private typealias DocumentType =
    @convention(c) (
      _ parsing: UnsafeMutableRawPointer?, _ name: UnsafePointer<UInt8>?, _ id: UnsafePointer<UInt8>?,
      _ address: UnsafePointer<UInt8>?
    ) -> Void
  private typealias EntityDeclaration =
    @convention(c) (
      _ parsing: UnsafeMutableRawPointer?, _ name: UnsafePointer<UInt8>?, _ type: Int32, _ id: UnsafePointer<UInt8>?,
      _ address: UnsafePointer<UInt8>?, _ content: UnsafeMutablePointer<UInt8>?
    ) -> Void
  private typealias StartElement =
    @convention(c) (
      _ parsing: UnsafeMutableRawPointer?, _ name: UnsafePointer<UInt8>?, _ prefix: UnsafePointer<UInt8>?,
      _ namespace: UnsafePointer<UInt8>?, _ namespaceCount: Int32, _ namespaces: UnsafeRawPointer?,
      _ attributeCount: Int32, _ defaultCount: Int32, _ attributes: XMLElement.Attributes?
    ) -> Void
  private typealias EndElement =
    @convention(c) (
      _ parsing: UnsafeMutableRawPointer?, _ name: UnsafePointer<UInt8>?, _ prefix: UnsafePointer<UInt8>?,
      _ namespace: UnsafePointer<UInt8>?
    ) -> Void
  private typealias Text =
    @convention(c) (
      _ parsing: UnsafeMutableRawPointer?, _ start: UnsafePointer<UInt8>?, _ count: Int32
    ) -> Void
  private typealias Failure =
    @convention(c) (_ parsing: UnsafeMutableRawPointer?, _ error: UnsafeRawPointer?) -> Void

  /// The places of the members of `xmlSAXHandler`, in words.
  private enum Member: Int {
    case internalSubset = 0
    case entityDecl = 6
    case characters = 17
    case cdataBlock = 25
    case initialized = 27
    case startElementNs = 29
    case endElementNs = 30
    case serror = 31
  }

  private static let wordCount = 32
  /// `XML_SAX2_MAGIC`, which says that the members for namespaces exist.
  private static let version2: UInt32 = 0xDEED_BEAF

  /// The structure. libxml2 copies it.
  nonisolated(unsafe) static let memory: UnsafeRawPointer = {
    let word = MemoryLayout<UInt>.size
    let memory = UnsafeMutableRawPointer.allocate(byteCount: wordCount * word, alignment: word)
    memory.initializeMemory(as: UInt.self, repeating: 0, count: wordCount)
    func set<Function>(_ member: Member, _ function: Function) {
      memory.storeBytes(of: function, toByteOffset: member.rawValue * word, as: Function.self)
    }
    let documentType: DocumentType = { parsing, name, _, _ in
      XMLParsing.of(parsing).documentType(name.map { String(cString: $0) } ?? "")
    }
    let entity: EntityDeclaration = { parsing, _, _, _, _, _ in XMLParsing.of(parsing).refuse(.documentType) }
    let start: StartElement = { parsing, name, _, _, _, _, count, _, attributes in
      guard let name else { return }
      XMLParsing.of(parsing).start(XMLElement(name: name, attributes, count: Int(count)))
    }
    let end: EndElement = { parsing, _, _, _ in XMLParsing.of(parsing).end() }
    let text: Text = { parsing, start, count in
      XMLParsing.of(parsing).add(UnsafeBufferPointer(start: start, count: Int(count)))
    }
    let failure: Failure = { parsing, error in
      if let error { XMLParsing.of(parsing).fail(with: error) }
    }
    set(.internalSubset, documentType)
    set(.entityDecl, entity)
    set(.characters, text)
    set(.cdataBlock, text)
    set(.initialized, version2)
    set(.startElementNs, start)
    set(.endElementNs, end)
    set(.serror, failure)
    return UnsafeRawPointer(memory)
  }()
}
