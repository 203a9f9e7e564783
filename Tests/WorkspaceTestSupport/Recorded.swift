import Ciphers
package import Definitions
import JSONDocument
import OKitData
package import OKitModels
import OKitStorage
import TestSupport

/// The workspace of ``Corner`` with classes, and what is recorded of its data.
package enum Recorded {
  package static let plain = ModelName.named("plain")

  package static let source = """
    class Shop: Model, Codable { var id: String!; var name: String = ""; var groups: [Group] = [] }
    class Group: ModelEntity, Codable { var id: String!; var name: String = "" }
    class Sign: Model, Codable { var id: String!; var title: String = "" }
    func start() { Model.register(Shop.self, name: "shop"); Model.register(Sign.self, name: "plain") }

    """

  /// The same a version later: a sign has a size, too.
  package static let newSource = source.replacing(
    #"var title: String = """#, with: #"var title: String = ""; var size: Int?"#)

  /// The snapshot of a class in `source`.
  package static func snapshot(_ className: String, in source: String = source) throws -> ModelSnapshot {
    let definitions = try Definitions(reading: [SwiftSource(path: "A.swift", bytes: Array(source.utf8))])
    return ModelSnapshot(of: className, in: definitions)
  }

  /// What is recorded of both models by `source`.
  package static func both(_ source: String = source, migration: Int = 0) throws -> [ModelName: AppliedDefinitions
    .Model]
  {
    [
      Corner.shop: .init(snapshot: try snapshot("Shop", in: source), migration: migration),
      plain: .init(snapshot: try snapshot("Sign", in: source), migration: migration),
    ]
  }

  /// The text of a migration that does nothing; with a loss that it allows where that is to tell it from others.
  package static func text(allowing loss: String = "") -> String {
    #"{"version":1,"steps":[]\#(loss.isEmpty ? "" : #","allowLoss":["A.\#(loss)"]"#)}"#
  }

  /// What is recorded of such a migration.
  package static func migration(_ name: String, allowing loss: String = "") -> AppliedDefinitions.Migration {
    // The canonical text of the file.
    let canonical = #"{\#(loss.isEmpty ? "" : #""allowLoss":["A.\#(loss)"],"#)"steps":[],"version":1}"#
    return .init(name: name, checksum: Array(canonical.utf8).withUnsafeBytes(SHA256Hasher.hash))
  }

  /// A workspace whose data conform to `source`, as is recorded.
  package static func scene(_ form: StoredForm = .plain) throws -> Scene {
    let scene = try Corner.scene(form, definitions: source)
    try scene.record(AppliedDefinitions(models: both()))
    return scene
  }
}

extension Scene {
  package var appliedPath: String { root + "/" + AppliedDefinitions.path.text }

  /// What is recorded.
  package var applied: AppliedDefinitions {
    get throws { try AppliedDefinitions(of: workspace(), toleratingNewer: true) }
  }

  /// Writes what is recorded, with the models that have a file.
  package func record(_ applied: AppliedDefinitions) throws {
    var applied = applied
    applied.storedModels = Set(try FolderListing(FilePath(text: data)).modelNames)
    try Files.write(applied.text, to: appliedPath)
  }

  /// Writes the classes.
  package func define(_ source: String) throws { try Files.write(source, to: root + "/okit/model/Shop.swift") }

  /// Writes files of migrations that do nothing.
  package func addMigrations(_ names: String...) throws {
    for name in names { try Files.write(Recorded.text(), to: root + "/okit/migrations/\(name).json") }
  }
}
