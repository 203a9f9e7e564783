import Ciphers
import JSONDocument
import OKitModels
import OKitStorage

/// An attachment as documents refer to it.
struct AttachmentReference {
  var models: Set<ModelName> = []
  /// The size of the decrypted bytes, as the entity has it.
  let size: Int64
}

/// The stored forms of attachments in models that are merged together, of which some are encrypted and some are not.
struct AttachmentForms {
  /// The file of an attachment on one side.
  struct File {
    let attachment: AttachmentFile
    let place: FilePath
    /// True if it is the local one.
    let isOurs: Bool
    let form: StoredForm
    /// The models that refer to it on that side.
    let models: Set<ModelName>
  }

  /// False if all models have the same form, so that no attachment needs another one.
  let areDifferent: Bool
  private let workspace: Workspace
  private let remote: RemoteFiles
  private let here: [DataPath: AttachmentReference]
  private let there: [DataPath: AttachmentReference]
  private let forms: [ModelName: StoredForm]

  init(_ local: LocalCopies, _ remote: RemoteFiles, in workspace: Workspace) {
    self.workspace = workspace
    self.remote = remote
    let documents = remote.documents.merging(local.documents) { _, own in own }.values
    forms = documents.reduce(into: [:]) { forms, document in
      if document.path == ModelFiles.mainPath(of: document.model) { forms[document.model] = document.opened.form }
    }
    areDifferent = Set(forms.values.map(\.isEncrypted)).count > 1
    here = areDifferent ? local.documents.values.attachments : [:]
    there = areDifferent ? remote.documents.values.attachments : [:]
  }

  /// Returns the form of a model.
  func form(of model: ModelName) -> StoredForm { forms[model] ?? .plain }

  /// Returns the form of models if either all of them are encrypted or none is.
  func commonForm(of models: Set<ModelName>) -> StoredForm? {
    let found = models.sorted().map(form)
    return Set(found.map(\.isEncrypted)).count == 1 ? found[0] : nil
  }

  /// Returns the file of an attachment here; nil if no document here refers to it.
  ///
  /// Throws the errors of reading it.
  func ownFile(_ path: DataPath) throws -> File? {
    try here[path].map { try file(path, $0, workspace.storage.absolute(inData: path), isOurs: true) }
  }

  /// Returns the file of an attachment that was fetched; nil if there is none.
  ///
  /// Throws the errors of reading it.
  func theirFile(_ path: DataPath) throws -> File? {
    guard let reference = there[path], let place = remote.attachments[path]?.content else { return nil }
    return try file(path, reference, place, isOurs: false)
  }

  private func file(_ path: DataPath, _ reference: AttachmentReference, _ place: FilePath, isOurs: Bool) throws -> File
  {
    let attachment = AttachmentFile(path: path, declaredSize: reference.size)
    let file = try OpenFile(place, followingLinks: true)
    let host = reference.models.min().map(form)
    return File(
      attachment: attachment, place: place, isOurs: isOurs, form: try attachment.form(of: file, host: host),
      models: reference.models)
  }

  /// True if an encrypted file has the bytes `plain`, so that only its form was changed.
  func isOnlyEncrypted(_ file: File?, since plain: Journal.Fingerprint?) -> Bool {
    guard let file, let plain, file.form.isEncrypted else { return false }
    var hasher = SHA256Hasher()
    var size: Int64 = 0
    do {
      let content = try OpenFile(file.place, followingLinks: true)
      try file.attachment.decrypt(content, form: file.form, keyring: workspace.keyring) { piece in
        hasher.update(piece)
        size += Int64(piece.count)
      }
    } catch {
      // Bytes that cannot be decrypted are others.
      return false
    }
    return Journal.Fingerprint(size: size, digest: hasher.finish()) == plain
  }
}
