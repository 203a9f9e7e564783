/// Finds the calls of `Model.register` anywhere in a file. It ignores a call if only the running app knows its class or name.
struct RegistrationReader {
  let file: SwiftFile
  private(set) var registrations: [RegistrationSyntax] = []

  init(_ file: SwiftFile) { self.file = file }

  /// - Parameter types: The file's declarations, for looking up the class in a call.
  mutating func read(in types: [TypeDeclaration]) {
    let bodies = types.indices.sorted { types[$0].body.lowerBound < types[$1].body.lowerBound }
    var nextBody = 0
    var around: [Int] = []
    for index in file.tokens.indices where isCall(index) {
      while nextBody < bodies.count, types[bodies[nextBody]].body.lowerBound <= index {
        around.append(bodies[nextBody])
        nextBody += 1
      }
      while let last = around.last, types[last].body.upperBound <= index { around.removeLast() }
      read(at: index, parent: around.last)
    }
  }

  private func isCall(_ index: Int) -> Bool {
    file.isWord(index, "Model") && file.isSign(index + 1, ".") && file.isWord(index + 2, "register")
      && file.isSign(index + 3, "(") && (index == 0 || !file.isSign(index - 1, ".") || file.isWord(index - 2, "OKit"))
  }

  private mutating func read(at token: Int, parent: Int?) {
    let closing = file.closing(of: token + 3) ?? token + 3
    guard let (type, end) = file.metatype(at: token + 4), end <= closing else { return }
    var name: String?
    if end < closing {
      guard file.isSign(end, ",") else { return }
      var index = end + 1
      if file.isWord(index, "name"), file.isSign(index + 1, ":") { index += 2 }
      guard index < closing, file.tokens[index].kind == .string, index + 1 == closing || file.isSign(index + 1, ","),
        let text = StringLiteral.value(of: file.source.bytes[file.tokens[index].range])
      else { return }
      name = text
    }
    registrations.append(RegistrationSyntax(token: token, type: type, name: name, parent: parent))
  }
}
