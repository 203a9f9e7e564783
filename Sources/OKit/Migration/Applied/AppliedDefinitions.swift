import Ciphers
import Definitions

/// `okit/model/applied.json`: the definitions that the data of each model conform to, and the migrations that brought them there. It travels with the
/// data: backups hold it, and what brings data back brings it back, too.
struct AppliedDefinitions {
  /// What is known of one model.
  struct Model {
    /// The definitions that its data conform to.
    var snapshot: ModelSnapshot
    /// The number of the last migration that its data went through, 0 for none. Those up to it never apply to it again.
    var migration: Int
    /// The digests of the definitions that its data conformed to before, the oldest first: where the app's sources say one of these again, the data are newer.
    var former: [SHA256Digest] = []
  }

  /// A migration that was applied.
  struct Migration {
    /// The name of its file without its ending, such as `0007-titles`.
    let name: String
    /// That of its meaning, see ``MigrationFile/checksum``.
    var checksum: SHA256Digest
  }

  /// Relative to the workspace.
  static let path = "okit/model/applied.json"

  /// By name; models of which nothing is recorded are not in it.
  var models: [ModelName: Model] = [:]
  /// In the order of their numbers.
  var migrations: [Migration] = []
}
