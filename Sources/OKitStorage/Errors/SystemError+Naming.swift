/// Runs `body`, in which `staged` is on its way to be `wanted`: of an error there people learn the name that they know.
package func naming<Result>(_ wanted: String, for staged: String, _ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let error as SystemError {
    throw error.naming(wanted, for: staged)
  }
}

extension SystemError {
  /// The failure with `wanted` in place of `staged`, where that is its path or the beginning of it.
  fileprivate func naming(_ wanted: String, for staged: String) -> SystemError {
    if path.isExactly(staged) { return SystemError(operation, wanted, code: code) }
    guard let rest = path.withoutPrefix(staged + "/") else { return self }
    return SystemError(operation, Path.join(wanted, rest), code: code)
  }
}
