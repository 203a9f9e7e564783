package import OKitStorage

/// Thrown if the new content of a file is not what the file must contain. The workspace itself has no fault.
package struct UnacceptableContent: Error {
  /// The error, of kind `malformed`.
  package let error: OKitError

  init(_ error: OKitError) { self.error = error }

  init(_ message: String, at place: OKitError.Place? = nil) { error = OKitError(.malformed, message, at: place) }
}
