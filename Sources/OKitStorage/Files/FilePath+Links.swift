import CSystem
import Glibc

extension FilePath {
  /// The path with all links resolved; nil if nothing is there.
  package var resolved: FilePath? {
    switch MountedFiles.find(self) {
    case .missing: return nil
    case .found: return self
    case nil: break
    }
    // Most paths have no links, and realpath(3) makes a call for each component.
    let isNormal =
      text.utf8.first == UInt8(ascii: "/") && components.dropFirst().allSatisfy { !["", ".", ".."].contains($0) }
    if isNormal, okit_has_no_links(text) != 0 { return self }
    guard let resolved = realpath(text, nil) else { return nil }
    defer { free(resolved) }
    return String(validatingCString: resolved).map { FilePath(text: $0) }
  }

  /// The root of the mounted file system in which the file is, or would be if it is missing. Throws `SystemError`.
  package var mountPoint: FilePath {
    get throws {
      var folder = resolvingExistingPrefix
      while folder.text != "/", try FileStatus.of(folder) == nil { folder = folder.parent }
      let device = try FileStatus.of(folder)?.stamp.device
      while folder.text != "/", try FileStatus.of(folder.parent)?.stamp.device == device { folder = folder.parent }
      return folder
    }
  }

  /// The path with the links resolved in the part of it that exists.
  package var resolvingExistingPrefix: FilePath {
    if text == "/" || text == "." { return self }
    return resolved ?? parent.resolvingExistingPrefix.appending(name)
  }
}
