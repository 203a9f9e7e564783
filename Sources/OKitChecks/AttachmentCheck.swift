import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// The check of attachments and their files.
extension CheckRun {
  /// Checks the file of an attachment. Returns the faults of its entity, each with its document.
  package func check(_ attachment: AttachmentFile, of model: ModelFiles) throws -> [(ModelDocument, ValueFault)] {
    if let id = attachment.place?.value["id"]?.string { owners.note(file: attachment.path, of: id) }
    let path = WorkspacePath(attachment.path)
    if let fault = PathComponent.fault(ofNew: attachment.path.name) {
      findings.append(Finding(.name, model: model.name, file: path, "not a valid name of an attachment: \(fault)"))
    }
    do {
      let file = try workspace.storage.openUnlinked(workspace.storage.absolute(path))
      let form = try attachment.form(of: file, host: model.main.opened.form)
      if form != model.main.opened.form {
        findings.append(
          Finding(
            .form, model: model.name, file: path,
            "stored as \(form.rawValue), but its model is stored as \(model.main.opened.form.rawValue)"))
      }
      let content = try ContentSample(
        of: attachment, file, form, keyring: workspace.keyring, observer: workspace.observer)
      guard let place = attachment.place, let declared = attachment.declaredSize, declared != content.size else {
        return []
      }
      // Replacing the size in the entity would hide that an incomplete image lost data.
      let isImage = attachment.path.lies(in: AttachmentFile.imageFolder)
      let isLost = isImage && (!content.isKnown || content.size < declared && content.isCut)
      let fault = ValueFault(
        kind: .size, value: place.value,
        message: "\(path) has \(content.size) bytes, but its entity says \(declared)"
          + (isLost ? ", and the image is incomplete" : ""),
        repair: isLost ? nil : .replace(key: "size", json: String(content.size)))
      return [(place.document, fault)]
    } catch {
      try add(error, model: model.name, file: path)
      return []
    }
  }

  /// Returns the fault with a repair that takes a missing size or format from the attachment's file, which is better than a default.
  func withFile(_ fault: ValueFault, of model: ModelFiles) throws -> ValueFault {
    guard let missing = fault.missing, missing.key == "size" || missing.key == "format",
      let id = fault.value["id"]?.string, fault.value["data"] == nil, let file = try attachmentFile(id)
    else { return fault }
    var fault = fault
    fault.repair = nil
    if missing.key == "format" {
      // Data has no file extension that tells its format, and no default format.
      guard let ending = file.name.withoutPrefix(id + "."), ending != "raw" else { return fault }
      fault.repair = .add(key: missing.key, json: JSONText.quote("image/" + ending))
    } else if let content = try? content(ofFile: file, model) {
      fault.repair = .add(key: missing.key, json: String(content.size))
    }
    return fault
  }

  private func content(ofFile path: DataPath, _ model: ModelFiles) throws -> ContentSample {
    let attachment = AttachmentFile(path: path, declaredSize: nil)
    let file = try workspace.storage.openUnlinked(workspace.storage.absolute(inData: path))
    let form = try attachment.form(of: file, host: model.main.opened.form)
    return try ContentSample(of: attachment, file, form, keyring: workspace.keyring, observer: workspace.observer)
  }

  /// Returns the path of the attachment with this id, with any file extension; nil if there is none or more than one.
  private func attachmentFile(_ id: String) throws -> DataPath? {
    let files = try attachmentFiles ?? listAttachmentFiles()
    attachmentFiles = files
    let named = files[ExactText(id)] ?? []
    return named.count == 1 ? named[0] : nil
  }

  /// Returns the files of attachments by id.
  private func listAttachmentFiles() throws -> [ExactText: [DataPath]] {
    let files = try AttachmentFile.folders.flatMap(workspace.attachmentFiles)
    return Dictionary(grouping: files) { ExactText(AttachmentEntity.id(ofFile: $0.name)) }
  }
}

/// The size of an attachment, with its first and last bytes.
struct ContentSample {
  private(set) var size: Int64 = 0
  private var prefix: [UInt8] = []
  private var suffix: [UInt8] = []

  /// Reads the whole file. Throws if it is damaged.
  init(
    of attachment: AttachmentFile, _ file: OpenFile, _ form: StoredForm, keyring: Keyring, observer: any Observer
  ) throws {
    try attachment.decrypt(file, form: form, keyring: keyring) { piece in
      size += Int64(piece.count)
      if prefix.count < AttachmentFormat.sniffedBytes {
        prefix += piece.prefix(AttachmentFormat.sniffedBytes - prefix.count)
      }
      suffix = Array((suffix + piece.suffix(8)).suffix(8))
      try observer.advanced(byBytes: Int64(piece.count))
    }
  }

  /// True if the content begins like a known format.
  var isKnown: Bool { AttachmentFormat.isKnown(prefix) }

  /// True if the content begins like a PNG but does not end like one.
  var isCut: Bool { MediaType(prefix: prefix) == .png && !suffix.starts(with: "IEND".utf8) }
}
