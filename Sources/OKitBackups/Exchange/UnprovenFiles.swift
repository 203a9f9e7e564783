import Ciphers

/// The files of a data folder that no manifest vouches for; they can be gone through more than once.
protocol UnprovenFiles {
  /// Bytes of all of them, where that is known before they were gone through.
  var declaredSize: Int64? { get }

  /// Hands each file to `body`: its path in the data folder, its size, and a source of its bytes.
  func forEach(_ body: (_ path: String, _ size: Int64, _ source: @escaping CipherSource) throws -> Void) throws
}
