import TestSupport
import WorkspaceTestSupport

@testable import OKitStorage

extension Scene {
  /// Leaves a journal, as a crash does.
  func leave(_ entries: [Journal.Entry]) throws {
    try Files.write(Journal(command: "test", entries: entries).encoded(), to: root + "/okit/.journal")
  }
}
