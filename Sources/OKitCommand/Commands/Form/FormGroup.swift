import CommandKit

struct FormGroup: Command {
  static let configuration = CommandConfiguration(
    "form",
    abstract: "List and check forms.",
    discussion: """
      A form is a JSON file okit/forms/NAME.json with the fields by which a person enters the values of an entity. \
      'okit edit --ask' and 'okit add --ask' show it in the terminal; without --form they ask for the properties of \
      the class. 'okit help forms' describes the file.
      """,
    examples: [
      Example("okit form list", "list the forms"),
      Example("okit form check", "find mistakes in forms"),
    ],
    subcommands: [FormListCommand.self, FormCheckCommand.self])
}
