import Ciphers
package import JSONDocument
import OKitModels
import OKitStorage

extension MigrationEvent {
  /// Writes the members of the event. They never contain values of the data, because a model can be encrypted.
  package func write(to writer: inout JSONWriter, withFiles: Bool = true) {
    writer.member("event", name)
    writer.member("time", Timestamp.internet(time))
    switch action {
    case .apply(let apply):
      apply.write(to: &writer)
      if withFiles { apply.writeFiles(to: &writer) }
    case .rollback(let undoes, let backup):
      writer.array("undoes", of: undoes.map(Timestamp.internet))
      writer.member("backup", backup)
    case .accept(let migration): writer.member("migration", migration)
    }
  }

  /// The name of the event's kind in the history.
  package var name: String {
    switch action {
    case .apply: "apply"
    case .rollback: "rollback"
    case .accept: "accept"
    }
  }

  /// Reads an event; nil if this okit does not know its kind.
  package init?(_ value: JSONValue) {
    guard let time = value["time"]?.string.flatMap(Timestamp.parse(internet:)) else { return nil }
    self.time = time
    switch value["event"]?.string {
    case "apply":
      guard let apply = MigrationApply(value) else { return nil }
      action = .apply(apply)
    case "rollback":
      guard let undoes = value["undoes"]?.texts?.map(Timestamp.parse(internet:)), !undoes.contains(nil),
        let backup = value["backup"]?.backupName
      else { return nil }
      action = .rollback(undoes: undoes.compactMap(\.self), backup: backup)
    case "accept":
      guard let migration = value["migration"]?.string else { return nil }
      action = .accept(migration)
    default: return nil
    }
  }
}

extension MigrationApply {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.array("migrations", of: migrations)
    writer.member("from", from)
    writer.member("to", to)
    writer.array("models") { writer in
      for model in models { writer.object { model.write(to: &$0) } }
    }
    writer.member("backup", backup)
  }

  fileprivate func writeFiles(to writer: inout JSONWriter) {
    writer.object("files") { writer in
      for (path, digest) in files.sorted(by: { $0.key < $1.key }) { writer.member(path.text, digest?.hex) }
    }
  }

  fileprivate init?(_ value: JSONValue) {
    guard let migrations = value["migrations"]?.texts, let from = value["from"]?.int, let to = value["to"]?.int,
      let backup = value["backup"]?.backupName, let list = value["models"], list.kind == .array,
      let members = value["files"], members.kind == .object
    else { return nil }
    var models: [Model] = []
    for value in list.elements {
      guard let model = Model(value) else { return nil }
      models.append(model)
    }
    var files: [WorkspacePath: SHA256Digest?] = [:]
    for (key, value) in members.members {
      let digest = value.string.flatMap(SHA256Digest.init(hex:))
      guard value.isNull || digest != nil else { return nil }
      files.updateValue(digest, forKey: WorkspacePath(text: key.string))
    }
    self.init(migrations: migrations, models: models, from: from, to: to, backup: backup, files: files)
  }
}

extension MigrationApply.Model {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.member("name", name.description)
    writer.array("changes") { writer in
      for change in changes { writer.object { change.writeSummary(to: &$0) } }
    }
  }

  fileprivate init?(_ value: JSONValue) {
    guard let name = value["name"]?.string.flatMap({ try? ModelName($0) }), let list = value["changes"],
      list.kind == .array
    else { return nil }
    var changes: [MigrationChange] = []
    for value in list.elements {
      guard let change = MigrationChange(summary: value) else { return nil }
      changes.append(change)
    }
    self.init(name: name, changes: changes)
  }
}

extension MigrationChange {
  /// Writes everything except the examples, because they are values of the data.
  fileprivate func writeSummary(to writer: inout JSONWriter) {
    writer.member("kind", kind.rawValue)
    writer.member("subject", subject)
    if let detail { writer.member("detail", detail) }
    writer.member("count", count)
    writer.member("lost", lost)
  }

  fileprivate init?(summary value: JSONValue) {
    guard let kind = value["kind"]?.string.flatMap(Kind.init(rawValue:)), let subject = value["subject"]?.string,
      let count = value["count"]?.int, let lost = value["lost"]?.int
    else { return nil }
    self.init(kind: kind, subject: subject, detail: value["detail"]?.string, count: count, lost: lost)
  }
}

extension JSONValue {
  /// The elements of an array of strings; nil for anything else.
  fileprivate var texts: [String]? {
    guard kind == .array else { return nil }
    let texts = elements.map(\.string)
    return texts.contains(nil) ? nil : texts.compactMap(\.self)
  }

  /// The name of a backup; nil if it is not a single path component.
  fileprivate var backupName: String? { string.flatMap { PathComponent.fault(of: $0) == nil ? $0 : nil } }
}
