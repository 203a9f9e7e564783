import JSONDocument
import OKitModels
import OKitStorage

/// One path for each partial that a side moved to another model with its stand-in, so that its versions are merged like those of any document: the local path,
/// or else the server's.
struct PartialPaths {
  private var paths: [DataPath: DataPath] = [:]

  /// Finds the partials that are in different models here, on the server and in the common version.
  init(local: some Sequence<DataPath>, remote: some Sequence<DataPath>, common: some Sequence<DataPath>) {
    var found: [ExactText: [[DataPath]]] = [:]
    func add(_ version: some Sequence<DataPath>, _ number: Int) {
      for path in version {
        guard let id = [path].partialIDs.first else { continue }
        found[id, default: [[], [], []]][number].append(path)
      }
    }
    add(local, 0)
    add(remote, 1)
    add(common, 2)
    for versions in found.values where Set(versions.joined()).count > 1 {
      // Models can have partials with the same id that have nothing to do with each other.
      guard versions.allSatisfy({ $0.count <= 1 }), let first = versions.joined().first else { continue }
      for path in versions.joined() { paths[path] = first }
    }
  }

  /// Returns the path under which a document is merged.
  func path(_ path: DataPath) -> DataPath { paths[path] ?? path }

  /// Returns files by the paths under which they are merged.
  func renamed<File>(_ files: [DataPath: File]) -> [DataPath: File] {
    if paths.isEmpty { return files }
    return files.reduce(into: [:]) { $0[path($1.key)] = $1.value }
  }
}
