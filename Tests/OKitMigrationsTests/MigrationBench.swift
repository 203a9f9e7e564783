import Definitions
import JSONDocument
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitMigrations
@testable import OKitModels
@testable import OKitStorage

/// A model in memory with its definitions before and after, whose new ids are `N1`, `N2`, ….
final class MigrationBench {
  let scene: Scene
  let model: MigratingModel

  /// The model `default` of the class `Shop`, which may have another name after the migration.
  init(
    _ json: String, _ old: String, to new: String? = nil, newRoot: String = "Shop",
    partials: [(key: String, json: String)] = [],
    files: [String: [UInt8]] = [:], observer: RecordingObserver = RecordingObserver()
  ) throws {
    scene = try Scene.empty()
    for (path, bytes) in files { try Files.write(bytes, to: scene.data + "/" + path) }
    var documents = [
      MigratingModel.Document(key: nil, json: try JSONDocument(parsing: json), file: nil, form: .plain)
    ]
    for (key, json) in partials {
      documents.append(.init(key: key, json: try JSONDocument(parsing: json), file: nil, form: .plain))
    }
    var count = 0
    model = MigratingModel(
      .default, in: try scene.workspace(observer: observer), documents: documents,
      snapshot: try Self.snapshot(old), target: try Self.snapshot(new ?? old, root: newRoot),
      newID: {
        count += 1
        return "N\(count)"
      })
  }

  static func snapshot(_ source: String, root: String = "Shop") throws -> ModelSnapshot {
    ModelSnapshot(
      of: root, in: try Definitions(reading: [SwiftSource(path: "A.swift", bytes: Array(source.utf8))]))
  }

  /// Runs steps as they are written in a file.
  @discardableResult
  func run(_ steps: String..., runner: (any ProgramRunner)? = nil) throws -> [MigrationChange] {
    let programs = MigrationPrograms(try scene.workspace(), runner.map(MigrationPrograms.Mode.run) ?? .plan)
    return try steps.flatMap { text in
      let step = try MigrationFile.Step(JSONDocument(parsing: text).root)
      do {
        return try step.apply(to: model, programs)
      } catch let needed as MigrationPrograms.NeedsProgram {
        try programs.run(needed)
        return try step.apply(to: model, programs)
      }
    }
  }

  /// Moves the bytes of a property's attachments to where the new definitions store them.
  func moveAttachments(_ key: String, _ direction: AttachmentMove.Direction) throws -> [MigrationChange] {
    let old = try #require(model.snapshot.root?.property(storedAs: key))
    let type = try #require(model.target.root?.property(storedAs: key)?.type)
    let programs = MigrationPrograms(try scene.workspace(), .plan)
    return [
      try AttachmentMove(of: old, in: model.target.className, as: type, direction, in: model, programs).run()
    ]
  }

  func text(_ index: Int = 0) -> String { model.documents[index].text }

  /// The type of a property in the snapshot, or nil.
  func type(_ className: String, _ property: String) -> String? {
    model.snapshot.definitions.classes[className]?.property(called: property)?.type.description
  }
}

extension MigratingModel {
  /// The text of the model's own document.
  var text: String { documents[0].text }

  /// The text of the partial whose stand-in has this id, or nil.
  func text(ofPartial key: String) -> String? { documents.first { $0.key == key }?.text }
}

extension MigratingModel.Document {
  var text: String { json.bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
}
