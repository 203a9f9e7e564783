import Ciphers
package import Definitions
import JSONDocument
import OKitData
package import OKitModels
import OKitStorage
import TestSupport

/// Records of the definitions of the data.
extension SampleShop {
  /// As few classes as the files need, since their record is compared as text.
  package static let classes = """
    class Shop: Model, Codable { var id: String!; var name: String = ""; var groups: [Group] = [] }
    class Group: ModelEntity, Codable { var id: String!; var name: String = "" }
    \(signClass)
    \(registration)

    """

  /// A later version of the classes, in which a sign has a size.
  package static let newClasses = classes.replacing(
    #"var title: String = """#, with: #"var title: String = ""; var size: Int?"#)

  /// Returns the snapshot of a class in `source`.
  package static func snapshot(_ className: String, in source: String = classes) throws -> ModelSnapshot {
    let definitions = try Definitions(reading: [SwiftSource(path: "A.swift", bytes: Array(source.utf8))])
    return ModelSnapshot(of: className, in: definitions)
  }

  /// Returns the record of both models for `source`.
  package static func recordedModels(
    _ source: String = classes, migration: Int = 0
  ) throws -> [ModelName: AppliedDefinitions.Model] {
    [
      shop: .init(snapshot: try snapshot("Shop", in: source), migration: migration),
      sign: .init(snapshot: try snapshot("Sign", in: source), migration: migration),
    ]
  }

  /// Returns the text of a migration without steps; an allowed loss makes it differ from others.
  package static func emptyMigration(allowing loss: String = "") -> String {
    #"{"version":1,"steps":[]\#(loss.isEmpty ? "" : #","allowLoss":["A.\#(loss)"]"#)}"#
  }

  /// Returns the record of such a migration.
  package static func recordedMigration(_ name: String, allowing loss: String = "") -> AppliedDefinitions.Migration {
    // The canonical text of the file.
    let canonical = #"{\#(loss.isEmpty ? "" : #""allowLoss":["A.\#(loss)"],"#)"steps":[],"version":1}"#
    return .init(name: name, checksum: Array(canonical.utf8).withUnsafeBytes(SHA256Hasher.hash))
  }

  /// Returns a workspace whose data conform to `classes`, with a record of them.
  package static func recordedScene(_ form: StoredForm = .plain) throws -> Scene {
    let scene = try scene(form, definitions: classes)
    try scene.record(AppliedDefinitions(models: recordedModels()))
    return scene
  }
}

extension Scene {
  package var appliedPath: String { root + "/" + AppliedDefinitions.path.text }

  /// The record of the workspace.
  package var applied: AppliedDefinitions {
    get throws { try AppliedDefinitions(of: workspace(), toleratingNewer: true) }
  }

  /// Writes the record, with the models that have a file.
  package func record(_ applied: AppliedDefinitions) throws {
    var applied = applied
    applied.storedModels = Set(try FolderListing(FilePath(text: data)).modelNames)
    try Files.write(applied.text, to: appliedPath)
  }

  /// Writes migration files without steps.
  package func addMigrations(_ names: String...) throws {
    for name in names { try Files.write(SampleShop.emptyMigration(), to: root + "/okit/migrations/\(name).json") }
  }
}
