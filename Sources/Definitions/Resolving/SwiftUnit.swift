/// A file with everything that was read from it.
struct SwiftUnit {
  let file: SwiftFile
  let types: [TypeDeclaration]
  let registrations: [RegistrationSyntax]

  init(_ source: SwiftSource) {
    file = SwiftFile(source)
    var declarations = DeclarationReader(file)
    declarations.read()
    types = declarations.types
    var registrations = RegistrationReader(file)
    registrations.read(in: types)
    self.registrations = registrations.registrations
  }
}
