package import JSONDocument

extension JSONDocument {
  /// Parses `bytes`; an error names `path`, line and column.
  package convenience init(parsing bytes: JSONBytes, path: some CustomStringConvertible) throws {
    do {
      try self.init(parsing: bytes)
    } catch {
      throw OKitError.malformed(error, path: path)
    }
  }

  /// Parses a file that okit itself writes, such as its configuration; an error is of kind `configuration` and names `path`, line and column.
  package convenience init(parsingRecord bytes: JSONBytes, path: some CustomStringConvertible) throws {
    do {
      try self.init(parsing: bytes)
    } catch {
      throw OKitError.malformed(error, as: .configuration, path: path)
    }
  }

  /// Returns an error of kind `configuration` for the value at `offset` of such a file.
  package func recordError(
    _ message: String, at offset: Int, path: some CustomStringConvertible, excerpt: OKitError.Excerpt? = nil
  ) -> OKitError {
    let place = position(of: offset)
    return OKitError(
      .configuration, message, at: .init(path: path, line: place.line, column: place.column), excerpt: excerpt)
  }
}

extension OKitError {
  /// Returns the error of a document that is not valid JSON, with its position.
  package static func malformed(_ error: JSONError, as kind: Kind = .malformed, path: some CustomStringConvertible)
    -> OKitError
  {
    if error.reason == .outOfMemory { return outOfMemory(path.description) }
    let place = OKitError.Place(path: path, line: error.position.line, column: error.position.column)
    return OKitError(kind, error.reason.description, at: place)
  }

  /// Returns the error of a document that does not fit into memory.
  static func outOfMemory(_ name: String) -> OKitError {
    OKitError(.inputOutput, "not enough memory for \(name)")
  }
}
