import Glibc

/// Finds and opens shared libraries. Tests replace it.
struct LibraryLoader: Sendable {
  /// Opens the library with this file name; nil if there is none.
  let open: @Sendable (_ name: String) -> UnsafeMutableRawPointer?
  /// Finds a function in an open library or its dependencies; nil if there is none.
  let symbol: @Sendable (_ name: String, _ library: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?
  /// Closes a library that cannot be used.
  let close: @Sendable (_ library: UnsafeMutableRawPointer) -> Void

  /// The dynamic linker of the system with its usual search path.
  static let system = LibraryLoader(
    open: { dlopen($0, RTLD_LAZY | RTLD_LOCAL) },
    symbol: { dlsym($1, $0) },
    close: { dlclose($0) })
}
