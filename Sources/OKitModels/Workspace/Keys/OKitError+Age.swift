package import Ciphers
import OKitStorage

extension OKitError {
  /// An error about `name`, which is an age file or another text in that format.
  package init(_ error: AgeError, name: String) {
    switch error.kind {
    case .noMatch, .incorrectPassphrase:
      self.init(.locked, "no available identity opens \(name)", remedy: .nameIdentity)
    case .memory: self.init(.inputOutput, "\(name): \(error)")
    default: self.init(.malformed, "\(name): \(error)")
    }
  }
}
