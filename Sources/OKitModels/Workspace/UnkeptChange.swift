/// Thrown by a change that has to be confirmed, because it cannot be undone.
struct UnkeptChange: Error {
  let reason: UnkeptReason
}

/// The reason why the history will not have what a change replaces.
package enum UnkeptReason: Equatable, Sendable {
  /// The files that it replaces or removes are larger than the history may be; their size in bytes.
  case tooLarge(size: Int64)
  /// They are plain text of data that is encrypted afterwards. `consequence` says what can no longer be undone or redone.
  case plainText(consequence: String)
}
