import OKitStorage

extension Workspace {
  /// The forms that occur among the files of the data folder, by their first bytes.
  ///
  /// - Parameter skipsUnreadable: Leave out files that cannot be opened, as where only the right keys are asked for. What decides how a file is stored
  ///   has to know all of them.
  package func storedForms(skippingUnreadable skipsUnreadable: Bool = true) throws -> Set<StoredForm> {
    func opened(_ open: () throws -> OpenFile) throws -> OpenFile? {
      do {
        return try open()
      } catch let error where skipsUnreadable || (error as? OKitError)?.kind == .malformed {
        return nil
      }
    }
    var forms: Set<StoredForm> = []
    for folder in try dataFolders() {
      let isAttachment = folder == ModelName.imageFolder || folder == ModelName.dataFolder
      for entry in try FolderListing(Path.join(storage.dataFolder, folder)).entries where entry.kind == .file {
        guard forms.count < StoredForm.allCases.count else { return forms }
        guard
          let file = try opened({
            try storage.openUnlinked(Path.join(Path.join(storage.dataFolder, folder), entry.name))
          })
        else {
          continue
        }
        if isAttachment {
          // Without its entity an attachment can only be taken for age or not; the framework's cipher shows in its model.
          let attachment = AttachmentFile(path: Path.join(folder, entry.name), declaredSize: nil)
          if try attachment.form(of: file, host: nil) == .age { forms.insert(.age) }
        } else if let form = try? ModelReader.form(of: file) {
          forms.insert(form)
        }
      }
    }
    // A link to a model is opened on its own, since following it has conditions.
    for name in try storedModels() {
      let path = storage.absolute(ModelFiles.mainPath(of: name))
      guard try FileStatus.of(path)?.kind == .link, let file = try opened({ try storage.open(path) }) else {
        continue
      }
      if let form = try? ModelReader.form(of: file) { forms.insert(form) }
    }
    return forms
  }

  /// The folders that may hold files of models, relative to the data folder: itself (empty), and those in it.
  package func dataFolders() throws -> [String] {
    let listing = try FolderListing(storage.dataFolder)
    return [""] + listing.entries.filter { $0.kind == .folder && !StagedName.matches($0.name) }.map(\.name)
  }
}
