import Definitions
import JSONDocument

extension ModelSnapshot {
  /// Its JSON.
  func json(pretty: Bool = false) -> String {
    var writer = JSONWriter(pretty: pretty)
    writer.object { write(to: &$0) }
    return writer.text
  }

  /// The snapshot that a text is of.
  init(json: String) throws {
    self = try ModelSnapshot(reading: JSONDocument(parsing: json).root)
  }

  /// A snapshot of the model `Shop` in these Swift files.
  static func of(_ texts: String...) throws -> ModelSnapshot {
    let sources = zip("ABCDEFGH", texts).map { SwiftSource(path: "\($0).swift", bytes: Array($1.utf8)) }
    return ModelSnapshot(of: "Shop", in: try Definitions(reading: sources))
  }
}
