/// A parsed file.
struct SwiftUnit {
  let file: SwiftFile
  let types: [TypeDeclaration]
  let registrations: [RegistrationSyntax]
  /// The first type declaration that ends before its body, at the end of the file.
  let headWithoutBody: SyntaxProblem?

  init(_ source: SwiftSource) {
    file = SwiftFile(source)
    var declarations = DeclarationReader(file)
    declarations.read()
    types = declarations.types
    headWithoutBody = declarations.headWithoutBody
    var registrations = RegistrationReader(file)
    registrations.read(in: types)
    self.registrations = registrations.registrations
  }
}
