/// A file with everything that was read from it.
struct SwiftUnit {
  let file: SwiftFile
  let types: [TypeDeclaration]
  let registrations: [RegistrationSyntax]
  /// The first head of a type that the file ends behind.
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
