extension ModelConversion {
  /// Stores the models of an encrypted kind as the setting `encryption` says, within a change of it. Their kind stays what it is; of a model that is
  /// encrypted though nothing says its kind, it is recorded, so that the setting can be switched back.
  func switchEncryption(
    _ isOn: Bool, cipher: Configuration.Cipher?, in transaction: Transaction?
  ) throws -> [Outcome] {
    let configuration = try workspace.currentConfiguration()
    let kinds = try ModelKinds(workspace)
    var edit = ConfigurationEdit(configuration)
    let names = try workspace.storedModels().filter { name in
      try kinds.requireKnown(name)
      if let kind = kinds[name] { return kind.isEncrypted }
      let path = workspace.absolute(ModelFiles.mainPath(of: name))
      guard try ModelReader.form(of: OpenFile(path, followingLinks: true)).isEncrypted else { return false }
      edit.setKind(true, of: name)
      return true
    }
    guard !names.isEmpty else { return [] }
    let target = try isOn ? target(cipher, configuration) : .plain
    let outcomes = try names.map { name in
      // What is encrypted already stays as it is, whatever the cipher.
      let plan = try plan(name) { $0.isEncrypted != isOn }
      if let transaction { try store(plan, as: target, label: isOn ? "encrypting" : "decrypting", in: transaction) }
      return plan.outcome
    }
    if let transaction { try record(target, &edit, in: transaction) }
    return outcomes.filter { $0.files > 0 }
  }

  private func target(_ cipher: Configuration.Cipher?, _ configuration: Configuration) throws -> TargetForm {
    do {
      return try configuration.target(cipher ?? configuration.cipher, in: workspace, keyring: keyring)
    } catch let error as OKitError where error.remedy == .generateKey && cipher == nil {
      throw OKitError(
        error.kind, error.detail,
        remedy: .words("make a key with 'okit key generate', or give --cipher okit-cbc to use the app's own"))
    }
  }
}
