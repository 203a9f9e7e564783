package import JSONDocument
package import OKitModels
package import OKitStorage

extension MigrationHistory {
  /// Adds an apply to a transaction that changes the data. Call this last, because it records all files of the transaction.
  ///
  /// Throws errors of kind `configuration` if the history cannot be read.
  package static func append(apply: MigrationApply, in transaction: Transaction, of workspace: Workspace) throws {
    var apply = apply
    for (path, new) in transaction.results { apply.files.updateValue(new?.digest, forKey: path) }
    try append(.apply(apply), in: transaction, of: workspace)
  }

  /// Adds an event to a transaction. Needs the exclusive lock.
  ///
  /// Throws errors of kind `configuration` if the history cannot be read.
  package static func append(_ action: MigrationEvent.Action, in transaction: Transaction, of workspace: Workspace)
    throws
  {
    let history = try MigrationHistory(lockedIn: workspace)
    // The time identifies an event.
    let time = max(Timestamp.now(), (history.events.last?.time ?? 0) + 1)
    let bytes = try history.text(with: MigrationEvent(time: time, action: action))
    try transaction.replace(path, old: history.snapshot) { staged in
      try bytes.withUnsafeBytes { try staged.write($0) }
    }
  }

  /// Returns the file with one more event. Everything else in it stays the same.
  package func text(with event: MigrationEvent) throws -> JSONBytes {
    guard let document = document?.live(), let list = document.root["events"] else { return Self.text(of: event) }
    var writer = JSONWriter()
    writer.object { event.write(to: &$0) }
    do {
      try list.insert(writer.text)
      return document.currentText.bytes()
    } catch {
      throw OKitError(.configuration, "cannot change \(Self.path): \(error)")
    }
  }

  private static func text(of event: MigrationEvent) -> JSONBytes {
    var writer = JSONWriter(pretty: true)
    writer.object { writer in
      writer.member("version", currentVersion)
      writer.array("events") { writer in
        writer.object { event.write(to: &$0) }
      }
    }
    return JSONBytes(writer.bytes + [UInt8(ascii: "\n")])
  }
}
