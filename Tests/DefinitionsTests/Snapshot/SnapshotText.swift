import Definitions
import JSONDocument

extension ModelSnapshot {
  /// The snapshot as JSON.
  func json(pretty: Bool = false) -> String {
    var writer = JSONWriter(pretty: pretty)
    writer.object { write(to: &$0) }
    return writer.text
  }

  /// Reads a snapshot from JSON.
  init(json: String) throws {
    self = try ModelSnapshot(reading: JSONDocument(parsing: json).root)
  }

  /// A snapshot of the model `Shop` in this Swift file.
  static func of(_ text: String) throws -> ModelSnapshot { ModelSnapshot(of: "Shop", in: try read(text)) }
}
