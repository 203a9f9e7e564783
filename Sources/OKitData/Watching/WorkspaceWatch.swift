package import Bindings
import CSystem
import Glibc
package import OKitModels
import OKitStorage

/// Watches the files of a workspace and reports the changes of its models in batches.
///
/// Changes in quick succession form one batch. It is read under the shared lock, so a transaction is seen either completely or not at all. No
/// lock is held while waiting. Only touched files are read again.
///
/// If a file is damaged or no available key opens it any more, the observer gets a warning and the last known content stays valid. The same applies
/// if the data folder disappears. No change is lost: each report compares the data with the previous report.
package final class WorkspaceWatch {
  /// The time without events after which a batch is read.
  private static let quietTime = Duration.milliseconds(30)
  /// The maximum time to collect a batch.
  private static let maximumBatchTime = Duration.milliseconds(300)
  /// The time between a failure and the next attempt.
  private static let retryDelay = Duration.seconds(1)

  private let opened: Workspace
  private let reading: WatchedReading
  private let subject: any WatchedSubject
  private let folders: WatchedFolders
  private var touched = ChangedDocuments.everything
  private var hasFailed = false

  /// Watches all readable models, or only `model`.
  ///
  /// Throws `SystemError` if the system limit for watches is reached.
  package convenience init(
    _ workspace: Workspace, model: ModelName? = nil
  ) throws {
    try self.init(workspace, WatchedModels(only: model))
  }

  /// Watches the values of bindings. A binding that names no model starts in `model`.
  ///
  /// Throws `SystemError` if the system limit for watches is reached.
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
      kept: DocumentCache(), warnings: OneTimeWarnings(workspace.observer))
    self.subject = subject
    folders = try WatchedFolders(workspace.root)
  }

  /// Starts to watch the files, then reads them. All changes from now on are reported.
  ///
  /// Throws the errors of reading: `BindingError`, errors of kind `notFound`, `locked` and `malformed` for the named model or bindings, and of kind
  /// `busy` if a writer holds the workspace for longer than the lock timeout.
  package func start() throws {
    _ = try folders.collect()
    try readAll { workspace in try subject.begin(workspace, reading) }
  }

  /// Waits for changes and returns them as soon as there are no further ones. Nil if the reader of the pipe `output` is gone.
  ///
  /// Throws the errors of the observer, and `SystemError` if the system limit for watches is reached.
  package func next(output: Int32? = nil) throws -> [EntityChange]? {
    while true {
      switch try wait(hasFailed ? Self.retryDelay : nil, output) {
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
      // The cause may go away soon. The touched documents stay recorded for the next attempt.
      hasFailed = true
      let isBusy = (error as? OKitError)?.kind == .busy
      if !isBusy { reading.warnings.warn("\(error); still watching", of: "") }
      return []
    }
  }

  private func readAll<Result>(_ body: (Workspace) throws -> Result) throws -> Result {
    // The data folder can have moved, so the workspace is opened again each time.
    let workspace = try opened.reopened()
    try workspace.storage.finishPendingChange()
    return try opened.keyring.asking {
      try workspace.storage.reading {
        // The events of every transaction that ended before the lock was taken are available by now.
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
    let deadline = Deadline(after: Self.maximumBatchTime)
    repeat {
      touched.formUnion(try folders.collect())
    } while try !deadline.isPast && wait(Self.quietTime, nil) == .event
  }

  private func wait(_ limit: Duration?, _ output: Int32?) throws -> Wake {
    var descriptors = [pollfd(fd: folders.descriptor, events: Int16(POLLIN), revents: 0)]
    if let output { descriptors.append(pollfd(fd: output, events: 0, revents: 0)) }
    let milliseconds = limit.map { Int32($0 / .milliseconds(1)) } ?? -1
    var (blocked, before) = (sigset_t(), sigset_t())
    sigemptyset(&blocked)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&blocked, signal) }
    // Otherwise a signal between the observer's check and the wait would not end the wait.
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
