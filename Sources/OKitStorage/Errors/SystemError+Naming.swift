/// Runs `body`, which writes the temporary path `staged` of the final path `wanted`. Errors name the final path, not the temporary one.
package func naming<Result>(_ wanted: FilePath, for staged: FilePath, _ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let error as SystemError {
    throw error.naming(wanted, for: staged)
  }
}

extension SystemError {
  /// Returns the error with `wanted` in place of `staged`, if its path is `staged` or lies in it.
  fileprivate func naming(_ wanted: FilePath, for staged: FilePath) -> SystemError {
    if path == staged { return SystemError(operation, wanted, code: code) }
    guard let rest = path.part(after: staged) else { return self }
    return SystemError(operation, wanted.appending(rest), code: code)
  }
}
