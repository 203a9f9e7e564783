package import Bindings
import JSONDocument
import OKitStorage

extension ModelValues {
  /// Files of at least this size, in bytes, are not held in memory to read one value.
  private static let largeSize: Int64 = 4 << 20

  /// Returns the value at a path of stored properties and indices in a large model. It is found while the file is read, in constant memory, because a
  /// document of many short values takes three times the size of the file. Returns nil for other paths, and if there is no value.
  ///
  /// Throws the errors of ``matches(of:)``.
  package func valueInLargeModel(at binding: Binding) throws -> BoundValue? {
    guard let steps = binding.storedSteps, let name = try? modelName(of: binding) else { return nil }
    let path = ModelFiles.mainPath(of: name)
    let place = workspace.storage.absolute(path)
    guard let status = try FileStatus.of(place, followingLinks: true),
      Self.largeSize..<Int64(JSONDocument.sizeLimit) ~= status.size
    else { return nil }
    return try reading {
      let file = try workspace.storage.open(place)
      let form = try ModelReader.form(of: file)
      guard form != .okitCBC else { return nil }
      let source = try PlainSource(file, form: form, keyring: workspace.keyring)
      guard let document = try excerpt(of: source, from: file, along: steps, secret: form.isEncrypted) else {
        return nil
      }
      let store = EntityStore(workspace)
      store.adopt(
        main: ModelDocument(
          model: name, path: path, opened: OpenedDocument(file: file.snapshot, form: form, document: document)))
      return try binding.inExcerpt.matches(in: StoreEvaluationContext(store: store, model: model)).first
    }
  }

  /// Returns a document that contains only the value and the objects and arrays around it; nil if the value was not found.
  private func excerpt(
    of source: PlainSource, from file: OpenFile, along steps: [JSONStep], secret: Bool
  ) throws -> JSONDocument? {
    var validator = JSONValidator(lookingFor: steps)
    let text = JSONBytes(capacity: 0, secret: secret)
    Self.append(steps.indices.map { Self.opening(of: steps[$0], isLast: $0 == steps.count - 1) }, to: text)
    do {
      try forEachPiece(of: source.read(into:), size: 1 << 17) { piece in
        let start = validator.count
        try validator.feed(piece)
        if let found = validator.found {
          let end = min(found.end ?? validator.count, validator.count)
          if max(found.start, start) < end {
            text.append(UnsafeRawBufferPointer(rebasing: piece[max(found.start - start, 0)..<end - start]))
          }
        }
        try workspace.observer.advanced(byBytes: Int64(piece.count))
      }
      try validator.finish()
    } catch let error as JSONError {
      throw OKitError.malformed(error, path: file.path)
    }
    try file.requireUnchanged()
    guard validator.found?.end != nil else { return nil }
    Self.append(steps.reversed().map { if case .key = $0 { "}" } else { "]" } }, to: text)
    // The brackets of an empty array contain no value.
    return try? JSONDocument(parsing: text)
  }

  /// Returns the text before the next value. The last key gets no colon, because the found text includes it. An index keeps whether it is even or
  /// odd, because some arrays are dictionaries with alternating keys and values.
  private static func opening(of step: JSONStep, isLast: Bool) -> String {
    switch step {
    case .key(let key): "{" + JSONText.quote(key) + (isLast ? "" : ":")
    case .index(let index): index.isMultiple(of: 2) ? "[" : "[null,"
    }
  }

  private static func append(_ pieces: [String], to text: JSONBytes) {
    var joined = pieces.joined()
    joined.withUTF8 { text.append(UnsafeRawBufferPointer($0)) }
  }
}

extension Binding {
  /// The steps of a path that consists only of property names and indices from the front; nil for other paths.
  fileprivate var storedSteps: [JSONStep]? {
    guard let path, !path.segments.isEmpty else { return nil }
    var steps: [JSONStep] = []
    for segment in path.segments {
      switch segment.step {
      case .property(let name): steps.append(.key(name))
      case .index(let index) where index >= 0: steps.append(.index(index))
      default: return nil
      }
    }
    return steps
  }

  /// The same path in an excerpt, where an element has the index 0 or 1.
  fileprivate var inExcerpt: Binding {
    let segments = segments.map { segment in
      if case .index(let index) = segment.step { Segment(.index(index % 2), range: segment.range) } else { segment }
    }
    let path = Path(model: path?.model, isAbsolute: path?.isAbsolute ?? false, segments: segments)
    return Binding(parts: [Part(content: .path(path))])
  }
}
