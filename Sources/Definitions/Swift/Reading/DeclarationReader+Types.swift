extension DeclarationReader {
  /// Reads the head of a type or extension. Its members are read later.
  mutating func readType(
    _ kind: TypeDeclaration.Kind, at start: Int, first: Int, before end: Int, of owner: Int?
  ) -> Int {
    var index = start + 1
    var path: [String] = []
    while index < end, let name = file.name(index) {
      path.append(name)
      index += 1
      guard kind == .extension, file.isSign(index, "."), index + 1 < end else { break }
      index += 1
    }
    guard !path.isEmpty else {
      report("cannot understand '\(shortText(of: start))'", at: start, in: owner)
      return endOfBody(start, before: end)
    }
    var type = TypeDeclaration(
      kind: kind, path: path, nameToken: start + 1, parent: owner, depth: owner.map { types[$0].depth + 1 } ?? 0)
    if index < end, file.isSign(index, "<") {
      type.isGeneric = true
      index = file.next(index)
    }
    if index < end, file.isSign(index, ":") { type.inherited = readInherited(&index, before: end) }
    let body = findBody(from: index, before: end)
    guard body < end, file.isSign(body, "{") else {
      // A head without a body does not declare a type.
      if owner == nil, body >= file.tokens.count, headWithoutBody == nil {
        headWithoutBody = SyntaxProblem(
          message: "'\(path.joined(separator: "."))' has no body", offset: file.offset(of: start))
      }
      return body
    }
    let next = file.next(body)
    if kind != .protocol { type.body = body + 1..<max(body + 1, min(end, next - 1)) }
    type.remarks = file.remarks(first: first, name: start + 1, end: body + 1)
    let behind = file.remarks(first: first, name: max(body, next - 1), end: next, takesLeading: false)
    let isOneLine = file.source.line(of: file.offset(of: start)) == file.source.line(of: file.offset(of: next - 1))
    if isOneLine { type.remarks.formerName = behind.formerName ?? type.remarks.formerName }
    add(type)
    return next
  }

  private func readInherited(_ index: inout Int, before end: Int) -> [TypeSyntax] {
    var inherited: [TypeSyntax] = []
    repeat {
      var reader = TypeReader(file, at: index + 1, before: end)
      guard let type = reader.read() else { break }
      inherited.append(type)
      index = reader.position
    } while index < end && file.isSign(index, ",")
    return inherited
  }

  mutating func readAlias(at start: Int, before end: Int, of owner: Int?) -> Int {
    var index = start + 2
    guard index < end, let name = file.name(start + 1) else { return endOfLine(start, before: end) }
    let isGeneric = file.isSign(index, "<")
    if isGeneric { index = file.next(index) }
    guard index < end, file.isSign(index, "=") else { return endOfLine(start, before: end) }
    var reader = TypeReader(file, at: index + 1, before: end)
    guard let target = reader.read() else { return endOfLine(start, before: end) }
    add(
      TypeDeclaration(
        kind: .alias, path: [name], nameToken: start + 1, parent: owner, depth: owner.map { types[$0].depth + 1 } ?? 0,
        isGeneric: isGeneric, inherited: [target]))
    return file.followsNewline(reader.position) ? reader.position : endOfLine(reader.position - 1, before: end)
  }

  /// Reads `case title = "name", id`.
  mutating func readCases(at start: Int, before end: Int, of owner: Int) -> Int {
    var index = start
    repeat {
      index += 1
      guard index < end, let name = file.name(index) else { break }
      var declaration = CaseDeclaration(name: name, nameToken: index)
      index += 1
      if index < end, file.isSign(index, "("), !file.followsNewline(index) {
        let next = file.next(index)
        declaration.payload = index + 1..<max(index + 1, next - 1)
        index = next
      }
      if index < end, file.isSign(index, "=") {
        let value = index + 1
        index = file.endOfExpression(value, before: end)
        declaration.value = value..<index
      }
      update(owner) { $0.cases.append(declaration) }
    } while index < end && file.isSign(index, ",")
    return min(index, end)
  }
}
