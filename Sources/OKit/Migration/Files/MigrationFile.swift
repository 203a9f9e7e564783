import Ciphers
import Definitions

/// A file `okit/migrations/0007-NAME.json`: what to do with data where definitions alone do not say it.
struct MigrationFile {
  /// The folder, relative to the workspace. The executables that `run` steps name lie in it, too.
  static let folder = "okit/migrations"

  /// Its name without the ending, such as `0007-titles`.
  let name: String
  /// The number that its name begins with, at least 1.
  let number: Int
  /// What is done, in this order.
  let steps: [MigrationStepText]
  /// `Class.property` whose values may be lost.
  let losses: [String]
  /// The definitions that the data of these models conform to after it, where the file says so.
  let models: [ModelName: ModelSnapshot]
  /// A digest over what it means: the file's JSON without white space, members in the order of their keys.
  let checksum: SHA256Digest
}
