import Ciphers
import HTTPServer
import OKitEditing
import OKitModels
import OKitStorage

/// Sends files as they are stored. It takes no lock, so a writer does not delay it: a change replaces a file by another one.
struct FileReading {
  /// The largest file that is read on the thread of the connection.
  private static let quickSize: Int64 = 256 << 10

  private let files: ServedFiles
  private let versions: FileVersions

  init(_ files: ServedFiles, _ versions: FileVersions) {
    self.files = files
    self.versions = versions
  }

  /// Returns the response to a request for a file; nil if it takes long and `mayBlock` is false.
  ///
  /// Throws a ``Refusal`` if there is no such file or a condition is not met, and the errors of reading.
  func response(to request: HTTPRequest, for file: StoredFile, mayBlock: Bool) throws -> HTTPResponse? {
    let conditions = try Preconditions(request)
    guard let opened = try files.open(file) else {
      try conditions.requireMatch(nil, modified: nil)
      throw Refusal(404, "no such file")
    }
    var content: [UInt8]?
    if opened.size <= Self.quickSize {
      content = try opened.bytes(at: 0, count: Int(opened.size))
      try opened.requireUnchanged()
    }
    guard let tag = try tag(of: opened, content, file.path, mayBlock: mayBlock) else { return nil }
    let modified = opened.stamp.modifiedSecond
    try conditions.requireMatch(tag, modified: modified)
    var headers = [
      ("ETag", tag.description), ("Last-Modified", HTTPDate.text(max(0, modified))),
      ("Cache-Control", "private, no-cache"),
    ]
    if conditions.isKnown(tag, modified: modified) { return HTTPResponse(304, headers: headers) }
    headers.append(("Content-Type", try Self.mediaType(of: opened, file)))
    headers.append(("Accept-Ranges", "bytes"))
    let range = Self.range(of: request, tag, size: opened.size)
    switch range {
    case .unsatisfiable:
      throw Refusal(
        416, "the range begins beyond the end of the file",
        headers: [("Content-Range", "bytes */\(opened.size)"), ("ETag", tag.description)])
    case .whole:
      return HTTPResponse(200, headers: headers, body: try Self.body(opened, content, 0..<opened.size))
    case .part(let part):
      headers.append(("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(opened.size)"))
      return HTTPResponse(206, headers: headers, body: try Self.body(opened, content, part))
    }
  }

  private func tag(of file: OpenFile, _ content: [UInt8]?, _ path: DataPath, mayBlock: Bool) throws -> EntityTag? {
    if let known = versions.tag(path, file.stamp) { return known }
    let tag: EntityTag
    if let content {
      tag = EntityTag(content.withUnsafeBytes { SHA256Hasher.hash($0) })
    } else if mayBlock {
      tag = try FileVersions.tag(of: file)
    } else {
      return nil
    }
    versions.keep(tag, path, file.stamp)
    return tag
  }

  private static func body(_ file: OpenFile, _ content: [UInt8]?, _ range: Range<Int64>) throws -> HTTPResponse.Body {
    if let content { return .bytes(Array(content[Int(range.lowerBound)..<Int(range.upperBound)])) }
    return .file(try FilePart(file, range))
  }

  private static func range(of request: HTTPRequest, _ tag: EntityTag, size: Int64) -> ByteRange {
    guard request.method == "GET" else { return .whole }
    // The client has a part of another version.
    if let version = request.value("if-range"), version != tag.description { return .whole }
    return ByteRange(parsing: request.value("range"), size: size)
  }

  /// Returns the media type by the content. An ending says nothing: a `.json` or `.png` can be encrypted.
  private static func mediaType(of file: OpenFile, _ stored: StoredFile) throws -> String {
    let unknown = "application/octet-stream"
    guard stored.model != nil else {
      return MediaType(prefix: try file.prefix(MediaType.neededBytes))?.rawValue ?? unknown
    }
    return try ModelReader.formIfKnown(of: file) == .plain ? "application/json" : unknown
  }
}
