extension LiveEdits {
  /// Returns the changes of the live document as splices of the parsed text. They do not overlap, and are in the order of the text.
  func splices(of live: JSONDocument) -> [Splice] {
    guard let newRoot else { return splices(of: live, in: 0) }
    let old = original.root
    let layout = LayoutFinder(document: original).layoutForReplacement(of: old, kind: newRoot.kind)
    return [Splice(range: old.range, pieces: [.value(newRoot.snapshot, layout)])]
  }

  /// Returns the changes between the brackets of the object or array with the index `top`.
  ///
  /// New values get the layout of their surroundings. Their own white space is dropped, but the text of their keys, strings and numbers stays.
  func splices(of live: JSONDocument, in top: Int) -> [Splice] {
    let finder = LayoutFinder(document: original)
    var splices: [Splice] = []
    let inside = top..<Int(original.node(top).link)
    for (index, items) in changedItems where inside.contains(index) && has(index, in: top) {
      var changes = ContainerChanges(of: index, to: items, in: live, self, finder)
      splices += changes.splices()
    }
    // If two splices start at the same offset, the empty one comes first: an insertion precedes the replacement of the next value.
    return splices.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
  }
}
