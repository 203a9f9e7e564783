import Definitions
import JSONDocument

/// Definitions as they stand in files of migrations.
enum MigrationSnapshots {
  /// The definitions that `value` says.
  static func snapshot(_ value: JSONValue) throws(MigrationFault) -> ModelSnapshot {
    throw MigrationFault(value: value, message: "definitions in migrations cannot be read yet")
  }

  /// Writes definitions as a member.
  static func write(_ snapshot: ModelSnapshot, of name: ModelName, to writer: inout JSONWriter) {
    writer.object(name.description) { _ in }
  }
}
