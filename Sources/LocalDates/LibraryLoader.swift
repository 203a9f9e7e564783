import Glibc

/// Finds and opens shared libraries. Tests replace ``system``.
struct LibraryLoader: Sendable {
  /// Opens the library of a file name; nil if the system has none.
  let open: @Sendable (_ name: String) -> UnsafeMutableRawPointer?
  /// Finds a function of an open library, or of one that it uses.
  let symbol: @Sendable (_ name: String, _ library: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?
  /// Closes a library that is of no use.
  let close: @Sendable (_ library: UnsafeMutableRawPointer) -> Void

  /// The dynamic linker of the system, which looks where it looks for every program.
  static let system = LibraryLoader(
    open: { dlopen($0, RTLD_LAZY | RTLD_LOCAL) },
    symbol: { dlsym($1, $0) },
    close: { dlclose($0) })
}
