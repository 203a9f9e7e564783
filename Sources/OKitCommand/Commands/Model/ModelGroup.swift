import CommandKit
import OKitBackups
import OKitData
import OKitMigrations
import OKitModels
import OKitStorage

struct ModelGroup: Command {
  static let configuration = CommandConfiguration(
    "model",
    abstract: "Show, make and delete models and their definitions.",
    discussion: """
      What a model is, its app's Swift classes say. okit reads them in place, where definitions in okit.json names them, by default at \
      okit/model/*.swift, and takes out the classes that derive from those of the framework. The calls of Model.register give the models' \
      names. Without definitions the data speak for themselves: 'model infer' writes the classes that they suggest.
      """,
    examples: [
      Example("okit model list", "the models with their classes"),
      Example("okit model show default", "what one is made of"),
    ],
    subcommands: [
      ModelListCommand.self, ModelShowCommand.self, ModelCreateCommand.self, ModelDeleteCommand.self,
      ModelInferCommand.self, ModelSchemaCommand.self,
    ])
}
