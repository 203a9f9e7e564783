import OKitStorage

/// Returns `path` as an absolute path. A relative path is resolved against the working folder.
///
/// Throws an error of kind `usage` for an empty path, and `SystemError` without a working folder.
func absolutePath(_ path: String) throws -> FilePath {
  if path.isEmpty { throw OKitError(.usage, "a path is empty") }
  if path.utf8.first == UInt8(ascii: "/") { return FilePath(text: path) }
  return FilePath(path, in: try .workingFolder())
}
