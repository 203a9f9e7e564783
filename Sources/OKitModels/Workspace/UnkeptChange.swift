/// Thrown by a change that has to be confirmed, because the files that it replaces or removes are larger than the history may be.
struct UnkeptChange: Error {
  /// The size of these files in bytes.
  let size: Int64
}
