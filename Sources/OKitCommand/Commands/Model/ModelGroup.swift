import CommandKit

struct ModelGroup: Command {
  static let configuration = CommandConfiguration(
    "model",
    abstract: "Show, create and delete models and their definitions.",
    discussion: """
      Models are defined by the app's Swift classes. okit reads the sources listed under "definitions" in okit.json, \
      by default okit/model/*.swift, and uses the classes that derive from the framework's. Calls of Model.register \
      name the models. Without definitions, okit infers the structure from the data; 'model infer' writes the \
      inferred classes.

      A model's kind (plain, encrypted, settings, transient, http or encrypted-http) comes from its class, otherwise \
      from okit.json, and says how the app expects the model to be stored.
      """,
    examples: [
      Example("okit model list", "list the models and their classes"),
      Example("okit model show default", "show the structure of a model"),
    ],
    subcommands: [
      ModelListCommand.self, ModelShowCommand.self, ModelCreateCommand.self, ModelDeleteCommand.self,
      ModelInferCommand.self, ModelSchemaCommand.self,
    ])
}
