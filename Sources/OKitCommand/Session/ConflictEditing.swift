import CommandKit
import JSONDocument
import OKitEditing
import OKitModels
import OKitRemote
import OKitStorage

/// Lets a person settle conflicts in an editor. The text has the path of each conflict with the value here, and the other values above it as comments.
struct ConflictEditing {
  let session: Session
  let workspace: Workspace

  private var console: Console { session.console }

  /// Lets a person settle conflicts, and runs `body`, which merges, until no conflict is left. If it fails, the text of the person stays for the next time.
  func run(_ conflicts: RemoteConflicts, _ body: (ConflictSettlements) throws -> Void) throws {
    var conflicts = conflicts
    while true {
      let folder = try folder(for: conflicts.all)
      do {
        try body(.each(settle(conflicts.all, folder), of: conflicts.all))
        return try folder.remove()
      } catch let others as RemoteConflicts {
        // The next text has what was written as a comment.
        conflicts = others
      } catch let status as ExitStatus {
        try? folder.remove()
        throw status
      } catch {
        console.warn("the text is kept in \(folder.textPath), and the next editor shows it as a comment")
        throw error
      }
    }
  }

  private func folder(for conflicts: [RemoteConflict]) throws -> DraftFolder {
    let kinds = try ModelKinds(workspace)
    let isSecret = try conflicts.contains { try kinds.isStoredEncrypted($0.model) }
    let models = Set(conflicts.map(\.model)).sorted().map(\.description).joined(separator: ",")
    let key = DraftFolder.Key(root: workspace.root.resolved ?? workspace.root, command: "remote", path: models)
    return try DraftPlace(session, workspace).folder(for: key, isSecret: isSecret)
  }

  private func settle(_ conflicts: [RemoteConflict], _ folder: DraftFolder) throws -> [DocumentMerge.Settlement] {
    let editor = try Editor(console)
    // What a person wrote for conflicts that may be others by now is only shown.
    let given = Self.text(conflicts) + Self.comment(try folder.text() ?? [])
    try folder.setText(given)
    while true {
      guard try editor.edit(folder.textPath) else {
        console.report(editor.failure)
        throw ExitStatus(Status.found)
      }
      let text = try folder.text() ?? []
      guard !Draft.isEmpty(text) else {
        console.warn("canceled: the text is empty, so nothing was changed")
        throw ExitStatus(Status.found)
      }
      guard text != given else {
        console.warn("canceled: the text is unchanged, so nothing was changed")
        throw ExitStatus(Status.found)
      }
      do {
        return try Self.settlements(of: conflicts, in: DraftText(text, isSecret: true))
      } catch let faults as DraftFaults {
        guard console.isInteractive, let first = faults.faults.first else { throw faults }
        var remarks = DraftRemarks()
        remarks.add("error: \(describe(first.error).message)", above: first.line)
        try folder.setText(remarks.inserted(into: text))
      }
    }
  }

  // MARK: - Text

  /// Returns the lines of a former text as comments, without those that were comments.
  private static func comment(_ text: [UInt8]) -> [UInt8] {
    let lines = text.split(separator: UInt8(ascii: "\n")).filter { line in
      !line.drop { $0 == UInt8(ascii: " ") }.starts(with: "//".utf8)
    }
    if lines.isEmpty { return [] }
    return Array("// The text of the last time, which was not stored:\n".utf8)
      + lines.flatMap { Array("// ".utf8) + $0 + [UInt8(ascii: "\n")] }
  }

  private static let (here, server) = ("here", "server")

  /// The paths, with a number where two values would have the same place: one was removed here, the other one on the server.
  private static func keys(_ conflicts: [RemoteConflict]) -> [String] {
    var counts: [String: Int] = [:]
    return conflicts.map { conflict in
      let count = counts[conflict.path, default: 0] + 1
      counts[conflict.path] = count
      return count == 1 ? conflict.path : "\(conflict.path) (\(count))"
    }
  }

  private static func text(_ conflicts: [RemoteConflict]) -> [UInt8] {
    let models = Set(conflicts.map(\.model)).sorted().map(\.description)
    var lines = [
      "// These values of \(models.count == 1 ? "model" : "models") \(models.joined(separator: ", ")) were changed here and on the server in different ways.",
      "// Write for each what it should be; null removes it. An empty or unchanged text cancels.", "{",
    ]
    for (conflict, key) in zip(conflicts, keys(conflicts)) {
      switch conflict.kind {
      case .value:
        lines.append("  // before: \(shown(conflict.base))")
        lines.append("  // server: \(shown(conflict.theirs))")
      case .order: lines.append("  // The order of the elements: \"\(here)\" or \"\(server)\".")
      case .place:
        let other = Console.printable(conflict.otherPath ?? "")
        lines.append("  // The place of the entity: \"\(here)\", or \"\(server)\" for \(other).")
      case .file: lines.append("  // The whole file: \"\(here)\" or \"\(server)\".")
      }
      let value = conflict.kind == .value ? json(conflict.ours) : "\"\(here)\""
      lines.append("  \(JSONText.quote(key)): \(value),")
    }
    return Array((lines + ["}", ""]).joined(separator: "\n").utf8)
  }

  private static func json(_ value: JSONValue?) -> String {
    value.map { String(decoding: JSONWriter.compact($0), as: UTF8.self) } ?? "null"
  }

  private static func shown(_ value: JSONValue?) -> String { value == nil ? "none" : Console.printable(json(value)) }

  private static func settlements(
    of conflicts: [RemoteConflict], in text: DraftText
  ) throws -> [DocumentMerge.Settlement] {
    let root = text.document.root
    func fault(_ value: JSONValue?, _ message: String) -> DraftFaults {
      text.faults([(value?.range.lowerBound ?? 0, OKitError(.malformed, message))])
    }
    guard root.kind == .object else { throw fault(nil, "the text is not an object") }
    let known = keys(conflicts)
    for (key, value) in root.members where !known.contains(key.string) {
      throw fault(value, "\(PathComponent.printable(key.string)) is not one of the conflicts")
    }
    return try zip(conflicts, keys(conflicts)).map { conflict, key in
      guard let value = root[key] else {
        throw fault(root, "a value for \(PathComponent.printable(key)) is missing")
      }
      if conflict.kind != .value {
        guard let side = value.string, [here, server].contains(side) else {
          throw fault(value, "write \"\(here)\" or \"\(server)\"")
        }
        return side == here ? .ours : .theirs
      }
      if let ours = conflict.ours, value.isSame(as: ours) { return .ours }
      if let theirs = conflict.theirs, value.isSame(as: theirs) { return .theirs }
      if value.kind == .null { return conflict.ours == nil ? .ours : conflict.theirs == nil ? .theirs : .value(nil) }
      return .value(value.rawText)
    }
  }
}

extension DraftPlace {
  /// The folders for texts of this user.
  init(_ session: Session, _ workspace: Workspace) {
    self.init(
      runtime: session.environment("XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? FilePath(text: $0) : nil },
      workspace.storage.system)
  }
}
