extension LiveEdits {
  /// Returns the changes of the live document, or of its value with the index `top`, as splices of the parsed text. They do not overlap, and are in
  /// the order of the text.
  ///
  /// New values get the layout of their surroundings. Their own white space is dropped, but the text of their keys, strings and numbers stays.
  func splices(of live: JSONDocument, in top: Int = 0) -> [Splice] {
    let finder = LayoutFinder(document: original)
    if let root, top == 0 {
      let old = original.root
      let layout = finder.replacement(of: old, kind: root.kind)
      return [Splice(range: old.range, pieces: [.value(root.snapshot, layout)])]
    }
    var splices: [Splice] = []
    let inside = top..<max(Int(original.node(top).link), top + 1)
    for (index, items) in changedItems where (top == 0 || inside.contains(index)) && has(index, in: top) {
      var changes = ContainerChanges(of: index, to: items, in: live, self, finder)
      splices += changes.splices()
    }
    // If two splices start at the same offset, the empty one comes first: an insertion precedes the replacement of the next value.
    return splices.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
  }
}
