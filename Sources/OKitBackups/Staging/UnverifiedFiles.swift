import Ciphers
import OKitStorage

/// The files of a data folder without a manifest. They can be read more than once.
protocol UnverifiedFiles {
  /// The total size in bytes; nil if it is only known after reading the files.
  var declaredSize: Int64? { get }

  /// Passes each file to `body`: its path in the data folder, its size, and a source of its bytes.
  func forEach(_ body: (_ path: DataPath, _ size: Int64, _ source: @escaping CipherSource) throws -> Void) throws
}
