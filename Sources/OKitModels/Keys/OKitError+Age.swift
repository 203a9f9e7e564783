package import Ciphers
import OKitStorage

extension OKitError {
  /// The error about an age file, or what is sealed in that format, called `name`.
  package init(_ error: AgeError, name: String) {
    switch error.kind {
    case .noMatch, .incorrectPassphrase:
      self.init(.locked, "no available identity opens \(name)", remedy: .nameIdentity)
    case .memory: self.init(.inputOutput, "\(name): \(error)")
    default: self.init(.malformed, "\(name): \(error)")
    }
  }
}
