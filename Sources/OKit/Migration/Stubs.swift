import Ciphers
import Definitions
import JSONDocument

extension AppliedDefinitions {
  init(reading: Workspace) throws {}
  func stage(in: Transaction, of: Workspace) throws {}
}
extension ModelSnapshot {
  func agrees(with other: ModelSnapshot) -> Bool { definitions == other.definitions }
  var digest: SHA256Digest { SHA256Digest(hex: String(repeating: "0", count: 64))! }
}
extension MigrationStepText { var step: any MigrationStep { ExtractStep(subject: "") } }
struct ExtractStep: MigrationStep {
  let subject: String; func concerns(_ model: MigratingModel) -> Bool { false }; func run(on model: MigratingModel) throws -> [MigrationChange] { [] }
}
struct InlineStep: MigrationStep {
  let subject: String; func concerns(_ model: MigratingModel) -> Bool { false }; func run(on model: MigratingModel) throws -> [MigrationChange] { [] }
}
struct SeparateAttachments: MigrationStep {
  let subject: String; func concerns(_ model: MigratingModel) -> Bool { false }; func run(on model: MigratingModel) throws -> [MigrationChange] { [] }
}
struct InlineAttachments: MigrationStep {
  let subject: String; func concerns(_ model: MigratingModel) -> Bool { false }; func run(on model: MigratingModel) throws -> [MigrationChange] { [] }
}
final class MigrationPrograms {
  struct NeedsProgram: Error {}
  init(_ w: Workspace, runner: (any ProgramRunner)?) {}
  func run(_ n: NeedsProgram) throws {}
}
enum MigrationHistory {
  struct Apply { init(_ plan: MigrationPlan, from: Int, to: Int, backup: String) {} }
  static func append(_ a: Apply, in: Transaction, of: Workspace) throws {}
}
