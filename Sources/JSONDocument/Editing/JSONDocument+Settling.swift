extension JSONDocument {
  /// Returns an editor that creates the current text of a live document. Bytes outside of the changes stay the same, and new values get the layout
  /// of their surroundings.
  package func settling() -> JSONEditor { edits.map { $0.editor(of: self) } ?? JSONEditor(self) }
}

extension JSONValue {
  /// The same value in a document that does not change; the value itself if nothing in it was changed.
  package var settled: JSONValue {
    guard let edits = document.edits, edits.touched.contains(index) else { return self }
    let bytes = edits.editor(of: document, in: index).apply(to: self)
    // A text put together from valid texts is valid.
    guard let document = try? JSONDocument(parsing: bytes) else { preconditionFailure("an edited text is no JSON") }
    return document.root
  }
}

extension LiveEdits {
  /// Returns an editor that creates the current text of the document, or of the value with the index `top`.
  func editor(of document: JSONDocument, in top: Int = 0) -> JSONEditor {
    var editor = JSONEditor(original)
    if let root, top == 0 {
      editor.replacements[0] = root.settled
      return editor
    }
    for (index, items) in items where has(index, in: top) { note(items, of: index, document, in: &editor) }
    return editor
  }

  private func note(_ items: [JSONValue], of index: Int, _ document: JSONDocument, in editor: inout JSONEditor) {
    var stored = JSONValue(document: original, index: index).itemValues.makeIterator()
    var new: [JSONEditor.NewItem] = []
    var insertions = JSONEditor.Insertions()
    var hasRemovals = false
    for item in items {
      let old = item.document === document ? item.index : replaced[ObjectIdentifier(item.document)]
      guard let old else {
        new.append(JSONEditor.NewItem(key: item.key?.string, value: item.settled))
        continue
      }
      while let next = stored.next(), next.index != old {
        editor.removals.insert(next.index)
        hasRemovals = true
      }
      if item.document !== document { editor.replacements[old] = item.settled }
      if !new.isEmpty { insertions.before[old] = new }
      new = []
    }
    while let next = stored.next() {
      editor.removals.insert(next.index)
      hasRemovals = true
    }
    insertions.atEnd = new
    guard hasRemovals || !insertions.atEnd.isEmpty || !insertions.before.isEmpty else { return }
    editor.insertions[index] = insertions
    editor.changed.insert(index)
  }
}
