import Bindings
import Ciphers
import OKitEditing
import OKitStorage

/// Runs `body`, and throws the errors of the modules below as errors that users of the library know.
func throwingOKitError<Result: ~Copyable>(_ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch {
    throw asOKitError(error)
  }
}

/// The error as an `OKitError`; one that none of the modules throws, such as that of a closure, stays itself.
func asOKitError(_ error: any Error) -> any Error {
  switch error {
  case let error as SystemError: return OKitError(.inputOutput, error.description)
  case let error as BindingError:
    return OKitError(
      error.kind == .notFound ? .notFound : .usage,
      "\(error.description) in \(PathComponent.printable(error.binding))")
  case let error as EditError: return asOKitError(error.underlying)
  case let error as AgeKeyError:
    return OKitError(error.kind == .insecure ? .malformed : .usage, error.description)
  case let error as AgeError:
    return OKitError(error.kind == .memory ? .inputOutput : .malformed, error.description)
  default: return error
  }
}
