import Glibc
import JSONDocument
import OKitData
import OKitModels
import OKitStorage

/// A thread that watches the models of a workspace, which nothing else uses.
final class Watching: @unchecked Sendable {
  private let watch: WorkspaceWatch
  /// A pipe, whose closed end stops the watch.
  private let pipe: (read: Int32, write: Int32)
  private var thread: pthread_t?
  private var hasStopped = false

  /// Reads all models of the workspace. Throws the errors of reading.
  init(_ workspace: Workspace) throws {
    watch = try WorkspaceWatch(workspace)
    try watch.start()
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw SystemError("watch", "files") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    pipe = (ends[0], ends[1])
  }

  deinit {
    if !hasStopped { close(pipe.read) }
    close(pipe.write)
  }

  /// Passes all changes since ``init(_:)`` to `changed` until ``stop()`` is called, or until watching fails.
  ///
  /// Throws an error of kind `busy` if there are too many threads.
  func start(_ changed: @escaping ([EntityChange]) -> Void, failed: @escaping (any Error) -> Void) throws {
    let background = BackgroundThread { [self] in
      do {
        while let changes = try watch.next(output: pipe.write) { changed(changes) }
      } catch {
        failed(error)
      }
    }
    thread = background.start()
    if thread == nil { throw OKitError(.busy, "cannot start another thread") }
  }

  /// Ends the thread and waits for it, also after watching failed. One thread calls this.
  func stop() {
    guard !hasStopped else { return }
    hasStopped = true
    close(pipe.read)
    if let thread { pthread_join(thread, nil) }
    thread = nil
  }
}
