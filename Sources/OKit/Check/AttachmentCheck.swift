import Ciphers
import JSONDocument

/// What is wrong with the file of an attachment.
extension CheckRun {
  func check(_ attachment: AttachmentFile, of model: ModelFiles) throws -> [(ModelDocument, ValueFault)] {
    namedAttachments.insert(ExactText(attachment.path))
    if let id = attachment.place.flatMap({ $0.value["id"] }).flatMap(EntityID.init) { attachmentIDs.insert(id) }
    let path = "okit/data/" + attachment.path
    do {
      let file = try OpenFile(workspace.absolute(path))
      let form = try attachment.form(of: file, host: model.main.opened.form)
      if form != model.main.opened.form {
        findings.append(
          Finding(
            .form, model: model.name, file: path,
            "stored as \(form.rawValue), its model as \(model.main.opened.form.rawValue)"))
      }
      var size: Int64 = 0
      try attachment.decrypt(file, form: form, keyring: keyring) { piece in
        size += Int64(piece.count)
        try workspace.observer.advanced(byBytes: 0)
      }
      guard let declared = attachment.declaredSize, declared != size, let place = attachment.place else { return [] }
      let fault = ValueFault(
        kind: .size, value: place.value, message: "\(path) has \(size) bytes, where its entity says \(declared)",
        repair: .replace(key: "size", json: String(size)))
      return [(place.document, fault)]
    } catch {
      try add(error, model: model.name, file: path)
      return []
    }
  }
}
