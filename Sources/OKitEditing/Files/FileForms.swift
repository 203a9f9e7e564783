import Ciphers
import JSONDocument
import OKitModels
import OKitStorage

/// The forms in which the files of models must be stored.
struct FileForms {
  private let workspace: Workspace
  private let newModels: Set<ModelName>

  init(_ workspace: Workspace, newModels: Set<ModelName>) throws {
    self.workspace = workspace
    self.newModels = newModels
  }

  /// Returns the form of `content`. `present` is the file that it replaces.
  ///
  /// Throws ``UnacceptableContent`` if it differs from the form in which the file must be stored, and `notFound` for a model that is neither
  /// stored nor named in the definitions or in `okit.json`.
  func requireForm(of content: OpenFile, for file: StoredFile, present: OpenFile?) throws -> StoredForm {
    guard let model = file.model else { return try requireAttachmentForm(of: content, file, present) }
    guard let form = try ModelReader.formIfKnown(of: content), content.size > 0 else {
      throw UnacceptableContent("\(content.path) is neither JSON nor in a known encrypted format")
    }
    if form == .age { try requireAgeFile(content) }
    switch try documentForm(of: model, present) {
    case .any: return form
    case .encrypted:
      guard form.isEncrypted else {
        throw UnacceptableContent("\(content.path) is not encrypted, but model \(model) is")
      }
      return form
    case .exactly(let wanted):
      guard wanted == form else {
        throw UnacceptableContent(
          "\(content.path) is stored as \(form.rawValue), but model \(model) is stored as \(wanted.rawValue)")
      }
      return form
    }
  }

  /// Throws ``UnacceptableContent`` for a file that begins like one of age and cannot be one, whatever its key is.
  private func requireAgeFile(_ content: OpenFile) throws {
    do {
      try content.rewind()
      let header = try AgeHeader(parsing: content.read(into:))
      try content.rewind()
      guard header.isArmored || header.plainSize(fileSize: Int(content.size)) != nil else {
        throw UnacceptableContent("\(content.path) is not a whole age file")
      }
    } catch let error as AgeError {
      throw UnacceptableContent("\(content.path): \(error)")
    }
  }

  /// A requirement for the form of documents.
  private enum WantedForm {
    case exactly(StoredForm)
    /// Any cipher: an app that deletes and stores its model again knows only its own, whatever okit would use.
    case encrypted
    /// The model is new, and nothing states its kind.
    case any
  }

  /// Returns the form of the model's documents.
  private func documentForm(of model: ModelName, _ present: OpenFile?) throws -> WantedForm {
    let main = try workspace.open(.model(model))
    if let main, let form = try ModelReader.formIfKnown(of: main) { return .exactly(form) }
    let kinds = try ModelKinds(workspace)
    guard main != nil || kinds.names.contains(model) || newModels.contains(model) else {
      throw try workspace.noSuchModel(model)
    }
    guard let kind = try kinds.required(model) else {
      // A partial that was stored before its model tells the form.
      return try present.flatMap { try ModelReader.formIfKnown(of: $0) }.map(WantedForm.exactly) ?? .any
    }
    return kinds.isEncrypted(kind) ? .encrypted : .exactly(.plain)
  }

  /// Attachments can be any bytes. Those that were encrypted must stay so, unless their entity is in a model that is not; one that is there and not stored as
  /// age becomes so only if a model is. A workspace whose models are all encrypted takes no picture that is not.
  private func requireAttachmentForm(
    of content: OpenFile, _ file: StoredFile, _ present: OpenFile?
  ) throws -> StoredForm {
    let attachment = AttachmentFile(path: file.path, declaredSize: nil)
    let form = try attachment.form(of: content, host: nil)
    if form == .age {
      guard let present, try attachment.form(of: present, host: nil) != .age, try !modelForms().contains(.age) else {
        return form
      }
      throw UnacceptableContent("\(content.path) is stored as age, but no model is")
    }
    let isPlain = try AttachmentFormat.isKnown(content.prefix(AttachmentFormat.sniffedBytes))
    if let present {
      let wasAge = try attachment.form(of: present, host: nil) == .age
      guard try !wasAge || belongsToPlainModel(file) else {
        throw UnacceptableContent("\(content.path) is not encrypted, but \(file.path) is stored as age")
      }
      if try AttachmentFormat.isKnown(present.prefix(AttachmentFormat.sniffedBytes)) { return form }
    }
    guard isPlain, try areAllModelsEncrypted() else { return form }
    throw UnacceptableContent("\(content.path) is not encrypted, but all models are")
  }

  /// True if an attachment is used by a model that is not encrypted, such as one that its entity was moved to.
  private func belongsToPlainModel(_ file: StoredFile) throws -> Bool {
    let reader = ModelReader(workspace)
    return try workspace.storedModels().contains { name in
      guard let main = try workspace.open(.model(name)), try ModelReader.formIfKnown(of: main) == .plain else {
        return false
      }
      let model = try? ModelFiles(name, in: workspace, reader: reader, isTolerant: true)
      return model?.attachments.contains { $0.path == file.path } == true
    }
  }

  private func areAllModelsEncrypted() throws -> Bool {
    let forms = try modelForms()
    return !forms.isEmpty && forms.allSatisfy { $0?.isEncrypted == true }
  }

  /// Returns the forms of the stored models; nil for one that is not known.
  private func modelForms() throws -> [StoredForm?] {
    try workspace.storedModels().map { name in
      try workspace.open(.model(name)).flatMap { try ModelReader.formIfKnown(of: $0) }
    }
  }
}
