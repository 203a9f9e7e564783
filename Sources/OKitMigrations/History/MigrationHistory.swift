package import JSONDocument
package import OKitModels
package import OKitStorage

/// `okit/history.json`: the applies and rollbacks on this machine. It is not part of the data, because the backups for a rollback exist only on this
/// machine.
package struct MigrationHistory {
  package static let fileName = "history.json"
  package static let path = WorkspaceLayout.history
  package static let currentVersion = 1
  /// Large, because an event names each file that it changed.
  package static let maximumSize: Int64 = 1 << 30

  /// The events, the oldest first.
  package private(set) var events: [MigrationEvent] = []
  package private(set) var document: JSONDocument?
  /// The file as it was read.
  package private(set) var snapshot: FileSnapshot?

  /// Reads the history of `workspace`, which is empty if there is no file.
  ///
  /// Throws errors of kind `configuration`, with the position, if it is damaged or made by a newer okit, and `busy` if a writer locks the workspace
  /// for longer than the lock timeout.
  package init(of workspace: Workspace) throws {
    self = try workspace.storage.reading { try MigrationHistory(lockedIn: workspace) }
  }

  /// Reads the history. Needs the lock.
  package init(lockedIn workspace: Workspace) throws {
    let path = workspace.storage.absolute(Self.path)
    guard try FileStatus.of(path) != nil else {
      self.init()
      return
    }
    let file = try workspace.storage.open(path)
    guard file.size <= Self.maximumSize else { throw OKitError(.configuration, "\(path) is too large") }
    try self.init(parsing: file.contents(), path: path)
    snapshot = file.snapshot
  }

  private init() {}

  /// Parses the file at `path`.
  package init(parsing bytes: JSONBytes, path: some CustomStringConvertible) throws {
    let document = try JSONDocument(parsingRecord: bytes, path: path)
    func wrong(_ value: JSONValue?, _ detail: String) -> OKitError {
      document.recordError(detail, at: (value ?? document.root).range.lowerBound, path: path)
    }
    let root = document.root
    guard root.kind == .object else { throw wrong(root, "not a migration history") }
    guard let version = root["version"]?.int, version >= 1 else { throw wrong(root["version"], "missing version") }
    guard version <= Self.currentVersion else {
      throw wrong(root["version"], "version \(version) was made by a newer okit")
    }
    guard let list = root["events"], list.kind == .array else { throw wrong(root["events"], "missing list of events") }
    events = try list.elements.map { value in
      guard let event = MigrationEvent(value) else { throw wrong(value, "not a migration event") }
      return event
    }
    self.document = document
  }

  /// An apply that is not undone.
  package struct StandingApply: Equatable {
    /// The time in seconds since 1970.
    package let time: Int64
    package let apply: MigrationApply
  }

  /// The applies that are not undone, the oldest first.
  package var standing: [StandingApply] {
    var standing: [StandingApply] = []
    for event in events {
      switch event.action {
      case .apply(let apply): standing.append(StandingApply(time: event.time, apply: apply))
      case .rollback(let undoes, _):
        for time in undoes {
          // If two have the same second, the later one is undone first.
          if let index = standing.lastIndex(where: { $0.time == time }) { standing.remove(at: index) }
        }
      case .accept: break
      }
    }
    return standing
  }
}
