package import Ciphers
import OKitStorage

/// What the models of a workspace say of a framework's key, whose cipher has no authentication.
enum FrameworkKeyProof {
  /// Nothing is stored in the framework's cipher.
  case untested
  /// It opens no model, or an image shows that the IV is another one.
  case refuted
  /// It opens a model. That proves the key, but not each bit of the IV: some only change a letter of the first block.
  case plausible
  /// It opens a PNG image, of which all the first 16 bytes are known. That proves the IV, too.
  case certain
}

extension FrameworkKeyProof {
  /// Tries the key of `keyring` on the models of `workspace`, until an image proves it.
  ///
  /// Throws an error of kind `locked` where there is no key, and those of reading files; a damaged file proves nothing.
  package init(of keyring: Keyring, in workspace: Workspace) throws {
    let reader = ModelReader(workspace, keyring: keyring)
    self = .untested
    var refutes = false
    for name in try workspace.storedModels() {
      let path = workspace.storage.absolute(ModelFiles.mainPath(of: name))
      let file = try workspace.storage.open(path)
      guard try ModelReader.formIfKnown(of: file) == .okitCBC else { continue }
      // A partial that does not open may be damaged, but then the model proves nothing.
      guard try reader.frameworkKeyOpens(file), let images = try Self.images(of: name, in: workspace, reader) else {
        if case .untested = self { self = .refuted }
        continue
      }
      self = .plausible
      for image in images {
        switch try Self.look(at: image, in: workspace, keyring) {
        case .certain:
          self = .certain
          return
        case .refuted: refutes = true
        case .untested, .plausible: break
        }
      }
    }
    if refutes { self = .refuted }
  }

  /// The attachments of a model that are known by their first bytes; nil where a part of it does not open.
  private static func images(
    of name: ModelName, in workspace: Workspace, _ reader: ModelReader
  ) throws -> [AttachmentFile]? {
    do {
      return try ModelFiles(name, in: workspace, reader: reader).attachments.filter(\.hasKnownEnding)
    } catch let error as OKitError where error.kind == .malformed || error.kind == .locked {
      return nil
    }
  }

  private static func look(
    at image: AttachmentFile, in workspace: Workspace, _ keyring: Keyring
  ) throws -> FrameworkKeyProof {
    let file = try workspace.storage.openUnlinked(Path.join(workspace.storage.dataFolder, image.path))
    guard try image.form(of: file, host: .okitCBC) == .okitCBC else { return .untested }
    let source = try PlainSource(file, form: .okitCBC, keyring: keyring)
    var prefix = [UInt8](repeating: 0, count: AttachmentFormat.sniffedBytes)
    do {
      let count = try prefix.withUnsafeMutableBytes { try source.read(into: $0) }
      prefix.removeLast(prefix.count - count)
    } catch let error as OKitError where error.kind == .malformed {
      return .untested
    }
    if AttachmentFormat.isWholePNG(prefix) { return .certain }
    return AttachmentFormat.isKnown(prefix) && AttachmentFormat.isWhole(prefix) ? .plausible : .refuted
  }
}

extension Workspace {
  /// The framework's key, for storing something with it: what another one encrypted would need another key than the rest. The models are
  /// asked once, unless the key is on record.
  ///
  /// Throws an error of kind `locked` where there is none, where another one is on record, or where the models refute it.
  package func provenFrameworkKey(_ keyring: Keyring) throws -> OKitCBCKey {
    let key = try keyring.frameworkKey()
    if keyring.frameworkKeyProof == nil {
      let record = try configuration == nil ? nil : currentConfiguration().keyCheck
      keyring.frameworkKeyProof = record == key.check ? .certain : try FrameworkKeyProof(of: keyring, in: self)
    }
    if case .refuted = keyring.frameworkKeyProof {
      throw OKitError(
        .locked, "the app's key opens none of the models stored as okit-cbc", remedy: .importFrameworkKey)
    }
    return key
  }
}

extension Keyring {
  /// Whether the key that models are now encrypted with is the only one: nothing else is in its cipher, or all of that it opens for sure.
  var frameworkKeyIsForRecord: Bool {
    switch frameworkKeyProof {
    case .untested, .certain: true
    case .plausible, .refuted, nil: false
    }
  }
}
