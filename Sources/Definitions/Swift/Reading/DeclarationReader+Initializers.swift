extension DeclarationReader {
  /// Reads `convenience init(name: String) { … }`. Returns the token after it.
  mutating func readInitializer(at start: Int, first: Int, before end: Int, of owner: Int?) -> Int {
    var open = start + 1
    while open < end, !file.isSign(open, "("), !file.isSign(open, "{") { open = file.next(open) }
    guard open < end, file.isSign(open, "(") else { return endOfBody(open - 1, before: end) }
    let behind = min(end, file.next(open))
    // A closure among the parameters is not the body.
    let body = findBody(from: behind, before: end)
    let next = body < end && file.isSign(body, "{") ? min(end, file.next(body)) : body
    if file.isWord(open + 1, "from") {
      let codesWithoutKeys = file.codesWithoutKeys(body..<next)
      update(owner) {
        $0.decodes = true
        $0.codesWithoutKeys = $0.codesWithoutKeys || codesWithoutKeys
      }
    } else if next > body {
      let declaration = InitializerDeclaration(
        parameters: open + 1..<max(open + 1, behind - 1), body: body + 1..<max(body + 1, next - 1),
        isFailable: file.isSign(start + 1, "?") || file.isSign(start + 1, "!"),
        isConvenience: (first..<start).contains { file.isWord($0, "convenience") })
      update(owner) { $0.initializers.append(declaration) }
    }
    return next
  }
}

extension SwiftFile {
  /// True if code encodes or decodes a single value or an array instead of an object.
  func codesWithoutKeys(_ range: Range<Int>) -> Bool {
    range.contains { isWord($0, "singleValueContainer") || isWord($0, "unkeyedContainer") }
      && !range.contains { isWord($0, "keyedBy") }
  }
}
