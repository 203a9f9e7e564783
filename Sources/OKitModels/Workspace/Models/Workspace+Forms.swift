import OKitStorage

extension Workspace {
  /// Returns the forms of all files in the data folder, by their first bytes.
  ///
  /// - Parameter skipsUnreadable: True to skip files that cannot be opened, for loading the right keys. A decision about how a file is stored
  ///   needs all files.
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
      for entry in try FolderListing(storage.dataFolder.appending(folder)).entries where entry.kind == .file {
        let path = DataPath(text: folder).appending(entry.name)
        guard forms.count < StoredForm.allCases.count else { return forms }
        guard
          let file = try opened({
            try storage.openUnlinked(storage.absolute(inData: path))
          })
        else {
          continue
        }
        if isAttachment {
          // Without its entity, an attachment is recognized only as age. The framework's cipher is recognized in its model.
          let attachment = AttachmentFile(path: path, declaredSize: nil)
          if try attachment.form(of: file, host: nil) == .age { forms.insert(.age) }
        } else if let form = try? ModelReader.form(of: file) {
          forms.insert(form)
        }
      }
    }
    // A model can be a link, which is followed only under conditions.
    for name in try storedModels() {
      let path = storage.absolute(ModelFiles.mainPath(of: name))
      guard try FileStatus.of(path)?.kind == .link, let file = try opened({ try storage.open(path) }) else {
        continue
      }
      if let form = try? ModelReader.form(of: file) { forms.insert(form) }
    }
    return forms
  }

  /// Returns the folders that can contain files of models, by their paths in the data folder: the data folder itself (an empty path) and its
  /// subfolders.
  package func dataFolders() throws -> [String] {
    let listing = try FolderListing(storage.dataFolder)
    return [""] + listing.entries.filter { $0.kind == .folder && !StagedName.matches($0.name) }.map(\.name)
  }
}
