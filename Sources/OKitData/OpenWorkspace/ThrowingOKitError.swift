import Bindings
import Ciphers
import OKitEditing
import OKitStorage

/// Runs `body` and translates the errors of internal modules into public errors.
func throwingOKitError<Result: ~Copyable>(_ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch {
    throw asOKitError(error)
  }
}

/// Returns the error as an `OKitError`. An error from outside the package, such as that of a closure, stays the same.
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
  case EncodingError.invalidValue(_, let context): return OKitError(.usage, context.debugDescription)
  default: return error
  }
}
