package import OKitStorage

extension ModelConversion {
  /// Converts the models of encrypted kinds to match the setting `encryption`, in the transaction that changes the setting.
  ///
  /// Their kinds do not change. If a model is encrypted but its kind is unknown, the kind is recorded. The cipher of each model is recorded, so that
  /// the setting can be changed back.
  ///
  /// Throws an error of kind `configuration` if the class of a model cannot be read, and the errors of converting models.
  package func switchEncryption(
    _ isOn: Bool, cipher: Configuration.Cipher?, in transaction: Transaction?
  ) throws -> [Outcome] {
    let configuration = try workspace.currentConfiguration()
    let kinds = try ModelKinds(workspace)
    var edit = ConfigurationEdit(configuration)
    let names = try workspace.storedModels().filter { name in
      if let kind = try kinds.required(name) { return kind.isEncrypted }
      let path = workspace.storage.absolute(ModelFiles.mainPath(of: name))
      guard try ModelReader.form(of: workspace.storage.open(path)).isEncrypted else { return false }
      edit.setKind(true, of: name)
      return true
    }
    guard !names.isEmpty else { return [] }
    var ciphers = CipherChoice(workspace, configuration, chosen: cipher)
    var outcomes: [Outcome] = []
    for name in names {
      // Encrypted files do not change, whatever their cipher.
      var plan = try plan(name) { $0.isEncrypted != isOn }
      // A model without files to convert keeps its recorded cipher, for example one that the app already decrypted.
      guard !plan.files.isEmpty else { continue }
      let target = try isOn ? ciphers.target(for: plan.model) : .plain
      if isOn {
        edit.setCipher(nil, of: name)
      } else {
        edit.setCipher(try CipherChoice.cipher(of: plan.model, in: workspace), of: name)
      }
      if let transaction { try store(plan, as: target, label: isOn ? "encrypting" : "decrypting", in: transaction) }
      edit.setKeyCheck(of: target, workspace.keyring)
      plan.form = target.form
      outcomes.append(plan.outcome)
    }
    if let transaction { try edit.stage(in: transaction) }
    return outcomes
  }
}
