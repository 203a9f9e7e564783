import Glibc

@testable import OKit

/// Commands that migrate data, and bring them back.
extension Operation {
  private static func rollback(
    _ name: String, _ form: StoredForm = .age, to number: Int? = nil,
    refusing: @escaping @Sendable (Call) -> Int32? = { _ in nil }
  ) -> Operation {
    Operation(
      name: "migrate rollback " + name, scene: { try Corner.migrated(form) }, keepsOld: true, refusing: refusing
    ) {
      scene, workspace in
      let rollback = MigrationRollback(workspace, keyring: scene.keyring(identity: false, frameworkKey: false))
      let preview = try rollback.preview(to: number, patience: .zero)
      _ = try rollback.run(to: number, expecting: preview, patience: .zero)
    }
  }

  static let rollbacks = [
    rollback("of the last apply"),
    rollback("of all", .okitCBC, to: 0),
    rollback("file by file", to: 0) { $0.kind == .exchange ? EXDEV : nil },
  ]
}
