import Definitions
import JSONDocument

@testable import OKit

/// Models in memory that go from one Swift source to another.
final class Migrants {
  let scene: Scene

  init() throws {
    scene = try Scene()
    try WorkspaceCreation(scene.root, calls: FaultyCalls()).create(.empty)
  }

  static func snapshot(_ source: String, root: String = "Shop") throws -> ModelSnapshot {
    let file = SwiftSource(path: "\(root).swift", bytes: Array(source.utf8))
    return ModelSnapshot(of: root, in: try Definitions(reading: [file]))
  }

  /// A model with this text, and partials by the ids of their stand-ins; new ids are `NEW1`, `NEW2` and so on.
  func model(
    _ json: String, partials: [String: String] = [:], from: String, to: String, root: String = "Shop",
    newRoot: String? = nil
  ) throws -> MigratingModel {
    var documents = [MigratingModel.Document(key: nil, json: try JSONDocument(parsing: json), file: nil, form: .plain)]
    for (key, text) in partials.sorted(by: { $0.key < $1.key }) {
      documents.append(.init(key: key, json: try JSONDocument(parsing: text), file: nil, form: .plain))
    }
    var count = 0
    return MigratingModel(
      .named("default"), in: try scene.workspace(), keyring: scene.keyring(), documents: documents,
      snapshot: try Self.snapshot(from, root: root), target: try Self.snapshot(to, root: newRoot ?? root)
    ) {
      count += 1
      return "NEW\(count)"
    }
  }
}

extension MigratingModel {
  /// The text of its own document.
  var text: String { documents[0].text }

  /// The text of the partial whose stand-in has this id; nil where there is none.
  func text(ofPartial key: String) -> String? { documents.first { $0.key == key }?.text }
}

extension MigratingModel.Document {
  var text: String { json.bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
}

extension [MigrationChange] {
  /// Each on a line: kind, what, to what, how many, and how many are lost.
  var lines: [String] {
    map { change in
      let detail = change.detail.map { " -> \($0)" } ?? ""
      let lost = change.lost == 0 ? "" : ", \(change.lost) lost: \(change.examples.joined(separator: " "))"
      return "\(change.kind.rawValue) \(change.subject)\(detail): \(change.count)\(lost)"
    }
  }
}
