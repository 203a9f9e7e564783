import Foundation
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitStorage

extension Scene {
  /// Makes a scene from a disk whose folder was at `place`. Notes on files staged outside of the workspace name that path.
  convenience init(of image: DiskImage, at place: String) throws {
    try self.init(isBare: true)
    try image.write(to: folder)
    for name in Files.namesIfPresent(in: root + "/okit") where OutsideStaging.isNote(name) {
      let note = root + "/okit/" + name
      // Its note is another file here, and has to name another path.
      guard let path = try Files.text(note).split(separator: "\n", maxSplits: 1).last,
        let status = try FileStatus.of(FilePath(text: note))
      else { continue }
      let text = OutsideStaging.text(FilePath(text: path.replacingOccurrences(of: place, with: folder)), of: status)
      let file = try #require(FileHandle(forWritingAtPath: note))
      try file.truncate(atOffset: 0)
      try file.write(contentsOf: Data(text.utf8))
      try file.close()
    }
  }
}
