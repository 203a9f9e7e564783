extension LiveEdits {
  @usableFromInline
  func count(of container: JSONValue) -> Int {
    if let items = changedItems(of: container.index) { return items.count }
    if container.kind == .array { return table(of: container)?.count ?? container.storedCount }
    return container.storedCount
  }

  @usableFromInline
  func element(at index: Int, of array: JSONValue) -> JSONValue? {
    guard array.kind == .array else { return nil }
    if let items = changedItems(of: array.index) { return items.indices.contains(index) ? items[index] : nil }
    if let table = table(of: array) {
      return index < table.count ? table.element(at: index, of: array.document) : nil
    }
    return array.elements.dropFirst(index).first { _ in true }
  }

  /// Returns the table of an array; nil if the array is too short for one.
  private func table(of array: JSONValue) -> ElementTable? {
    if let table = elementTables[array.index] { return table }
    // Each element takes at least one node.
    guard Int(array.node.link) - array.index > ElementTable.minimumNodes else { return nil }
    let table = ElementTable(array)
    elementTables[array.index] = table
    return table
  }

  /// The documents of the current new values, except for those inside of other new values.
  var addedDocuments: [JSONDocument] {
    if let newRoot { return [newRoot.document] }
    return ownAdditions.map(\.document).filter { document in
      guard let edits = document.edits, !edits.isRemoved else { return false }
      return has(edits.host?.container ?? 0)
    }
  }

  /// Calls `body` with every current key: first those of the text, then those of new values.
  @usableFromInline
  func forEachKey<Failure: Error>(
    of document: JSONDocument, _ body: (JSONKey) throws(Failure) -> Void
  ) throws(Failure) {
    if newRoot == nil {
      var removed = removed.sorted()[...]
      var index = 0
      while index < document.nodeCount {
        let isKey = document.node(index).isKey
        let value = isKey ? index + 1 : index
        while let first = removed.first, first < value { removed.removeFirst() }
        if removed.first == value {
          index = document.node(value).next(after: value)
          continue
        }
        if isKey { try body(JSONKey(document: document, index: index)) }
        index += 1
      }
    }
    // `maximumLayers` limits the depth of this recursion.
    for document in addedDocuments { try document.forEachKey(body) }
  }
}
