package import Ciphers
import OKitStorage

/// The evidence that a framework key belongs to a workspace. The framework's cipher has no authentication, so the models are the only evidence.
enum FrameworkKeyEvidence {
  /// No model uses the framework's cipher.
  case untested
  /// The key decrypts no model, or an image shows that the IV is wrong.
  case refuted
  /// The key decrypts a model. This proves the key but not every bit of the IV, because some bits only change a letter in the first block.
  case plausible
  /// The key decrypts a PNG image, whose first 16 bytes are all known. This also proves the IV.
  case certain
}

extension FrameworkKeyEvidence {
  /// Tries the key of `keyring` on the models of `workspace` until an image proves it.
  ///
  /// Throws an error of kind `locked` if there is no key, and the errors of reading files. A damaged file is no evidence.
  package init(of keyring: Keyring, in workspace: Workspace) throws {
    let reader = ModelReader(workspace, keyring: keyring)
    self = .untested
    var refutes = false
    for name in try workspace.storedModels() {
      let path = workspace.storage.absolute(ModelFiles.mainPath(of: name))
      // A file that cannot be opened proves nothing, and is reported where it is needed.
      guard let file = try? workspace.storage.open(path), try ModelReader.formIfKnown(of: file) == .okitCBC else {
        continue
      }
      // A partial that cannot be decrypted may be damaged or need another key, so its model is no evidence for this key.
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

  /// Returns the attachments of a model that can be recognized by their first bytes; nil if a part of the model cannot be decrypted.
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
  ) throws -> FrameworkKeyEvidence {
    let file = try workspace.storage.openUnlinked(workspace.storage.absolute(inData: image.path))
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
  /// Returns the framework's key for encrypting. A wrong key would encrypt some models differently from the others, so the key is tried on the
  /// models once unless it is recorded.
  ///
  /// Throws an error of kind `locked` if there is no key, if another key is recorded, or if the models refute it.
  package func provenFrameworkKey(_ keyring: Keyring) throws -> OKitCBCKey {
    let key = try keyring.frameworkKey()
    if keyring.frameworkKeyProof == nil {
      let record = try configuration == nil ? nil : currentConfiguration().keyCheck
      keyring.frameworkKeyProof = record == key.check ? .certain : try FrameworkKeyEvidence(of: keyring, in: self)
    }
    if case .refuted = keyring.frameworkKeyProof {
      throw OKitError(
        .locked, "the app's key opens none of the models stored as okit-cbc", remedy: .importFrameworkKey)
    }
    return key
  }
}

extension Keyring {
  /// True if the key that now encrypts models is the only one: no other file uses its cipher, or the key certainly decrypts all of them.
  var frameworkKeyIsForRecord: Bool {
    switch frameworkKeyProof {
    case .untested, .certain: true
    case .plausible, .refuted, nil: false
    }
  }
}
