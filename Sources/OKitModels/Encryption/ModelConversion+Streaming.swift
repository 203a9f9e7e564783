import Ciphers
import JSONDocument
import OKitStorage

extension ModelConversion {
  /// Files of at least this size, in bytes, are not held in memory.
  private static let largeSize: Int64 = 1 << 20

  /// Converts a large model file while it is read, in constant memory, and then the attachments of the model.
  ///
  /// Returns nil and stages nothing if that is not possible: for a small file, for a model with partials, because they are found by its content, and
  /// for a file in the framework's cipher, because its key must first decrypt the whole model.
  func convertStreaming(
    _ name: ModelName, as target: StorageTarget, label: String, in transaction: Transaction,
    needsConversion: (StoredForm) -> Bool
  ) throws -> Outcome? {
    let path = ModelFiles.mainPath(of: name)
    guard let status = try FileStatus.of(workspace.storage.absolute(path), followingLinks: true),
      Self.largeSize..<Int64(JSONDocument.sizeLimit) ~= status.size
    else { return nil }
    let folder = ModelFiles.partialFolder(of: name)
    try workspace.storage.requireNoLinkedFolder(on: folder.appending(""))
    guard try workspace.jsonFiles(in: folder).isEmpty else { return nil }
    let file = try workspace.storage.open(workspace.storage.absolute(path))
    let form = try ModelReader.form(of: file)
    guard form != .okitCBC, needsConversion(form) else { return nil }

    let scan = AttachmentScan()
    try workspace.observer.step("\(label) \(name)", totalBytes: file.size) {
      try transaction.replace(path, old: file.snapshot, isDecrypted: target.form == .plain) { staged in
        try target.encode(to: { try staged.write($0) }) { try pass(file, form, through: scan, to: $0) }
      }
    }
    // The attachments are known only after the model was read.
    let attachments = try namedAttachments(of: name, scan, host: form, needsConversion: needsConversion)
    if !attachments.isEmpty {
      try workspace.observer.step("\(label) \(name)", totalBytes: attachments.reduce(0) { $0 + $1.file.size }) {
        try storeAttachments(attachments, as: target, in: transaction)
      }
    }
    return Outcome(name: name, files: 1 + attachments.count, orphans: [])
  }

  private func pass(_ file: OpenFile, _ form: StoredForm, through scan: AttachmentScan, to sink: CipherSink) throws {
    let source = try PlainSource(file, form: form, keyring: workspace.keyring)
    do {
      try forEachPiece(of: source.read(into:), size: 1 << 18) { piece in
        try scan.feed(piece)
        try sink(piece)
        try workspace.observer.advanced(byBytes: Int64(piece.count))
      }
      try scan.finish()
    } catch let error as JSONError {
      throw OKitError.malformed(error, path: file.path)
    }
    try file.requireUnchanged()
  }

  private func namedAttachments(
    of name: ModelName, _ scan: AttachmentScan, host: StoredForm, needsConversion: (StoredForm) -> Bool
  ) throws -> [PlannedAttachment] {
    // The old file is still in place, so the whole model can be read again.
    guard scan.isComplete else { return try plan(name, needsConversion: needsConversion).attachments }
    var seen: Set<DataPath> = []
    let files = try scan.entities.compactMap { entity in
      try entity.file(in: workspace).flatMap { try AttachmentFile.unseen($0, of: entity, in: workspace, &seen) }
    }
    return try planned(files, host: host, needsConversion: needsConversion)
  }
}
