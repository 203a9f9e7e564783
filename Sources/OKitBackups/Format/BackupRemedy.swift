import OKitStorage

/// The steps that would help after an error about a backup, an import or an export.
package enum BackupRemedy: RemedyStep {
  /// Choose the protection of a backup: a password or recipients.
  case protectBackup
  /// Restore with another identity, for other recipients, or decrypted.
  case chooseEncryption
  /// Keep the existing models, or replace them.
  case mergeOrReplace
  /// Choose a name for the imported model.
  case nameModel
  /// Accept the weak encryption of old zip archives.
  case allowWeakZip
}

extension OKitError.Remedy {
  /// See ``BackupRemedy/protectBackup``.
  static var protectBackup: Self { Self(BackupRemedy.protectBackup) }
  /// See ``BackupRemedy/chooseEncryption``.
  static var chooseEncryption: Self { Self(BackupRemedy.chooseEncryption) }
  /// See ``BackupRemedy/mergeOrReplace``.
  static var mergeOrReplace: Self { Self(BackupRemedy.mergeOrReplace) }
  /// See ``BackupRemedy/nameModel``.
  static var nameModel: Self { Self(BackupRemedy.nameModel) }
  /// See ``BackupRemedy/allowWeakZip``.
  static var allowWeakZip: Self { Self(BackupRemedy.allowWeakZip) }
}
