import CSystem

extension FilePath {
  /// True if the files in this folder are in memory. The system may still move them to a swap space.
  package var isInMemory: Bool { okit_is_in_memory(text) == 1 }
}
