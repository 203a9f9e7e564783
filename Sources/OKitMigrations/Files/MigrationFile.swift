package import Ciphers
package import Definitions
package import JSONDocument
package import OKitModels
import OKitStorage

/// A file `okit/migrations/0007-NAME.json`: what to do with data where definitions alone do not say it.
package struct MigrationFile {
  /// The folder, relative to the workspace. The executables that `run` steps name lie in it, too.
  package static let folder = "okit/migrations"
  /// The newest layout of files that is known.
  package static let currentVersion = 1

  /// Its name without the ending, such as `0007-titles`.
  package let name: String
  /// The number that its name begins with, at least 1.
  package let number: Int
  /// What is done, in this order.
  package let steps: [Step]
  /// `Class.property` whose values may be lost.
  package let losses: [String]
  /// The definitions that the data of these models conform to after it, where the file says so.
  package let models: [ModelName: ModelSnapshot]
  /// A digest over what it means: the file's JSON without white space, members in the order of their keys.
  package let checksum: SHA256Digest

  /// The name of a model after the migration.
  func newName(of model: ModelName) -> ModelName {
    steps.reduce(model) { name, step in (step.action as? RenameStep)?.newName(of: name) ?? name }
  }

  /// The number of steps that run a program.
  var programCount: Int { steps.count { $0.action is RunStep } }

  /// A migration of these parts.
  package init(
    name: String, number: Int, steps: [Step], losses: [String] = [],
    models: [ModelName: ModelSnapshot] = [:], checksum: SHA256Digest
  ) {
    self.name = name
    self.number = number
    self.steps = steps
    self.losses = losses
    self.models = models
    self.checksum = checksum
  }

  /// Takes the text of a file apart. Throws an error of kind `configuration` with the place where it is not what such a file has to be.
  package init(_ name: MigrationName, parsing bytes: JSONBytes) throws {
    let path = "\(Self.folder)/\(name.text).json"
    let root = try JSONDocument(parsingRecord: bytes, path: path).root
    do throws(MigrationFault) {
      let contents = try MigrationContents(root)
      self.init(
        name: name.text, number: name.number, steps: contents.steps, losses: contents.losses, models: contents.models,
        checksum: CanonicalJSON.digest(of: root))
    } catch {
      throw root.document.recordError(error.message, at: error.value.range.lowerBound, path: path)
    }
  }

  /// The text of a new file with these renames as its steps, and with losses and definitions.
  package static func text(
    renames: [MigrationAnswers.Rename] = [], losses: [String] = [], models: [ModelName: ModelSnapshot] = [:]
  ) -> [UInt8] {
    var writer = JSONWriter(pretty: true)
    writer.object { writer in
      writer.member("version", currentVersion)
      writer.array("steps") { writer in
        for rename in renames {
          writer.object { writer in
            writer.member("rename", rename.subject)
            writer.member("to", rename.name)
          }
        }
      }
      if !losses.isEmpty {
        writer.array("allowLoss", of: losses)
      }
      if !models.isEmpty {
        writer.object("models") { writer in
          for (name, snapshot) in models.sorted(by: { $0.key < $1.key }) {
            writer.object(name.description) { snapshot.write(to: &$0) }
          }
        }
      }
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }
}
