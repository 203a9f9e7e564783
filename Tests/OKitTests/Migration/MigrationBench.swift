import Definitions
import JSONDocument
import Testing

@testable import OKit

/// A model in memory, with the definitions before and after, whose new ids are `N1`, `N2`, ….
final class MigrationBench {
  let scene: Scene
  let model: MigratingModel

  /// The model `default` of the class `Shop`.
  init(
    _ json: String, _ old: String, to new: String? = nil, partials: [(key: String, json: String)] = [],
    files: [String: [UInt8]] = [:]
  ) throws {
    scene = try Scene()
    try WorkspaceCreation(scene.root, calls: FaultyCalls()).create(.empty)
    for (path, bytes) in files { try Disk.write(bytes, to: scene.data + "/" + path) }
    var documents = [
      MigratingModel.Document(key: nil, json: try JSONDocument(parsing: json), file: nil, form: .plain)
    ]
    for (key, json) in partials {
      documents.append(.init(key: key, json: try JSONDocument(parsing: json), file: nil, form: .plain))
    }
    var count = 0
    model = MigratingModel(
      .default, in: try scene.workspace(), keyring: scene.keyring(), documents: documents,
      snapshot: try Self.snapshot(old), target: try Self.snapshot(new ?? old),
      newID: {
        count += 1
        return "N\(count)"
      })
  }

  static func snapshot(_ source: String) throws -> ModelSnapshot {
    ModelSnapshot(
      of: "Shop", in: try Definitions(reading: [SwiftSource(path: "A.swift", bytes: Array(source.utf8))]))
  }

  /// Carries out steps as they stand in a file.
  @discardableResult
  func run(_ steps: String..., runner: (any ProgramRunner)? = nil) throws -> [MigrationChange] {
    let programs = MigrationPrograms(try scene.workspace(), runner: runner)
    return try steps.flatMap { text in
      try MigrationStepText(JSONDocument(parsing: text).root).step(programs).run(on: model)
    }
  }

  func text(_ index: Int = 0) -> String {
    model.documents[index].json.bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// The type of a property in the snapshot; nil where the class has none of that name.
  func type(_ className: String, _ property: String) -> String? {
    model.snapshot.definitions.classes[className]?.property(called: property)?.type.description
  }
}
