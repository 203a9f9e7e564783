package import Bindings
import CSystem
import Glibc
package import OKitModels
import OKitStorage

/// Follows the files of a workspace and tells what changes in its models, batch by batch.
///
/// Changes that come close together are one batch, read under the lock that readers of many files share, so that a transaction is seen as
/// a whole or not at all. No lock is held while it waits. Only files that were touched are read again.
///
/// A file that is damaged, or that no key opens any more, gets a warning of the observer, and what it held before goes on; so it is where the
/// data folder vanishes. Nothing that happened in between is lost: what is told next is what differs from what was told last.
package final class WorkspaceWatch {
  /// So long it has to be quiet before a batch is read.
  private static let quiet = Duration.milliseconds(30)
  /// So long a batch may grow.
  private static let longest = Duration.milliseconds(300)
  /// So long after a failure it is tried again.
  private static let pause = Duration.seconds(1)

  private let opened: Workspace
  private let reading: WatchedReading
  private let subject: any WatchedSubject
  private let folders: WatchedFolders
  private var touched = TouchedDocuments.everything
  private var hasFailed = false

  /// Watches all models that can be read, or `model` alone.
  ///
  /// Throws `SystemError` where the system has no more watches to give.
  package convenience init(
    _ workspace: Workspace, model: ModelName? = nil
  ) throws {
    try self.init(workspace, WatchedModels(only: model))
  }

  /// Watches the values of bindings; one that names no model starts in `model`.
  ///
  /// Throws `SystemError` where the system has no more watches to give.
  package convenience init(
    _ workspace: Workspace, bindings: [Binding], model: ModelName? = nil
  ) throws {
    try self.init(workspace, WatchedBindings(bindings, model: model))
  }

  private init(
    _ workspace: Workspace, _ subject: any WatchedSubject
  ) throws {
    opened = workspace
    reading = WatchedReading(
      kept: KeptDocuments(), warnings: OneTimeWarnings(workspace.observer))
    self.subject = subject
    folders = try WatchedFolders(workspace.root)
  }

  /// Begins to follow the files, then reads them: whatever changes from now on is told.
  ///
  /// Throws what reading throws: `BindingError`, errors of kind `notFound`, `locked` and `malformed` for what was named, and of kind `busy` where
  /// a writer keeps the workspace for longer than the lock timeout.
  package func start() throws {
    _ = try folders.collect()
    try readAll { workspace in try subject.begin(workspace, reading) }
  }

  /// Waits for changes, and returns them once it is quiet. Nil when the reader of the pipe `output` has gone.
  ///
  /// Throws what the observer throws when it is asked whether to go on, and `SystemError` where the system has no more watches to give.
  package func next(output: Int32? = nil) throws -> [EntityChange]? {
    while true {
      switch try wait(hasFailed ? Self.pause : nil, output) {
      case .hangUp: return nil
      case .event: try collectBurst()
      case .timeout: folders.lookAgain()
      }
      touched.formUnion(try folders.collect())
      if touched.isEmpty && !hasFailed { continue }
      let changes = try readAgain()
      if !changes.isEmpty { return changes }
    }
  }

  // MARK: - Reading

  private func readAgain() throws -> [EntityChange] {
    do {
      let changes = try readAll { workspace in try subject.changes(workspace, reading, touched) }
      hasFailed = false
      reading.warnings.clear("")
      return changes
    } catch  where error is OKitError || error is SystemError {
      // Whatever it is, it may be over soon; what was touched is still to be read.
      hasFailed = true
      let isBusy = (error as? OKitError)?.kind == .busy
      if !isBusy { reading.warnings.warn("\(error); still watching", of: "") }
      return []
    }
  }

  private func readAll<Result>(_ body: (Workspace) throws -> Result) throws -> Result {
    // A new one each time: the data folder can be elsewhere by now.
    let workspace = try opened.reopened()
    try workspace.storage.finishPendingChange()
    return try opened.keyring.asking {
      try workspace.storage.reading {
        // Of a transaction that has ended since, everything is told by now.
        touched.formUnion(try folders.collect())
        reading.kept.begin(touched)
        let result = try body(workspace)
        try reading.kept.end(in: workspace)
        touched = .none
        return result
      }
    }
  }

  // MARK: - Waiting

  private enum Wake { case event, timeout, hangUp }

  private func collectBurst() throws {
    let deadline = Deadline(after: Self.longest)
    repeat {
      touched.formUnion(try folders.collect())
    } while try !deadline.isPast && wait(Self.quiet, nil) == .event
  }

  private func wait(_ limit: Duration?, _ output: Int32?) throws -> Wake {
    var descriptors = [pollfd(fd: folders.descriptor, events: Int16(POLLIN), revents: 0)]
    if let output { descriptors.append(pollfd(fd: output, events: 0, revents: 0)) }
    let milliseconds = limit.map { Int32($0 / .milliseconds(1)) } ?? -1
    var (blocked, before) = (sigset_t(), sigset_t())
    sigemptyset(&blocked)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&blocked, signal) }
    // A signal that comes after the observer was asked has to end the waiting.
    pthread_sigmask(SIG_BLOCK, &blocked, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try opened.observer.advanced(byBytes: 0)
    let count = okit_wait(&descriptors, descriptors.count, milliseconds, &before)
    if count < 0, errno != EINTR { throw SystemError("watch", "files") }
    try opened.observer.advanced(byBytes: 0)
    if count <= 0 { return .timeout }
    return descriptors.count > 1 && descriptors[1].revents != 0 ? .hangUp : .event
  }
}
