import Glibc
import JSONDocument
import OKitData
import OKitModels
import OKitStorage
import Synchronization

/// A thread that watches the models of a workspace.
final class Watching: @unchecked Sendable {
  private let watch: WorkspaceWatch
  /// A pipe, whose closed end stops the watch.
  private let pipe: (read: Int32, write: Int32)
  private let hasStopped = Atomic(false)
  private var thread: pthread_t?

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
    if !hasStopped.load(ordering: .relaxed) { close(pipe.read) }
    close(pipe.write)
  }

  /// True until the watch failed or was stopped.
  var isRunning: Bool { !hasStopped.load(ordering: .relaxed) }

  /// Passes all changes to `changed` until ``stop()`` is called, or until watching fails.
  func start(_ changed: @escaping ([EntityChange]) -> Void, failed: @escaping (any Error) -> Void) {
    let background = BackgroundThread { [self] in
      do {
        while let changes = try watch.next(output: pipe.write) { changed(changes) }
      } catch {
        if hasStopped.exchange(true, ordering: .relaxed) { return }
        close(pipe.read)
        failed(error)
      }
    }
    thread = background.start()
  }

  /// Ends the thread.
  func stop() {
    if !hasStopped.exchange(true, ordering: .relaxed) { close(pipe.read) }
    if let thread { pthread_join(thread, nil) }
    thread = nil
  }
}
