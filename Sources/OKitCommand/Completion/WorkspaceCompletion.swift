import Ciphers
import CommandKit
import Glibc
import JSONDocument
import OKitBackups
import OKitData
import OKitEditing
import OKitModels
import OKitStorage

/// Completes names from the workspace. It asks for no secret, runs no program, takes no lock and prints no messages.
struct WorkspaceCompletion {
  private let request: CompletionRequest
  private let session: Session
  private let workspace: Workspace

  /// Opens the workspace that the command line refers to. Returns nil if none can be opened.
  private init?(_ request: CompletionRequest, _ global: GlobalOptions, _ console: Console) {
    self.request = request
    session = Session(console, global)
    guard
      let workspace = session.workspaceIfAnyQuietly(request.options(KeyOptions.self) ?? KeyOptions())
        ?? session.workspaceIfAnyQuietly()
    else { return nil }
    self.workspace = workspace
  }

  static func answer(_ request: CompletionRequest, _ global: GlobalOptions, _ console: Console) -> CompletionAnswer {
    // Errors are reported when the command runs.
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(nowhere) }
    let silent = Console(tool: console.tool, environment: console.environment, standardError: nowhere)
    silent.noInput = true
    guard let source = CompletionSource(rawValue: request.source) else { return .nothing }
    // A name with a slash is a file path and needs no workspace.
    if source == .backups, BackupListing.isPath(request.text) { return .files }
    guard let completion = Self(request, global, silent) else { return .nothing }
    return .candidates(completion.candidates(source))
  }

  private func candidates(_ source: CompletionSource) -> [CompletionCandidate] {
    switch source {
    case .models: models
    case .paths: paths
    case .entities: entities
    case .edits: edits
    case .additions: additions
    case .backups: backups
    case .recipients: words(workspace.configuration?.recipients.map(\.description) ?? [])
    case .migrations: words(workspace.migrationNames())
    case .migrationNumbers: migrationNumbers
    case .losses: words(AnswerCompletion(workspace)?.removedProperties ?? [])
    case .renames: renames
    case .forms: words((try? FormFiles.names(in: workspace)) ?? [])
    case .modelClasses: words(workspace.modelClasses())
    case .classes: words(workspace.objectClasses())
    case .rowPaths: rowPaths
    case .matches: matches
    case .rowConditions: rowConditions
    case .properties: properties
    case .keptProperties: keptProperties
    case .settingValues: words(SettingsEdit.switches.contains(request.positionals.last ?? "") ? ["on", "off"] : [])
    }
  }

  private func words(_ words: [String]) -> [CompletionCandidate] { words.map { CompletionCandidate($0) } }

  // MARK: - Names

  private var models: [CompletionCandidate] {
    workspace.knownModels().filter { !request.positionals.contains($0.name.description) }.map { name, className in
      CompletionCandidate(name.description, note: className ?? "")
    }
  }

  private var backups: [CompletionCandidate] {
    let backups = (try? BackupListing(workspace).backups) ?? []
    let counts = Dictionary(backups.map { ($0.name, 1) }, uniquingKeysWith: +)
    return backups.map { backup in
      // The ending distinguishes backups with the same name.
      let name = backup.name + (counts[backup.name] == 1 ? "" : backup.format?.ending ?? "")
      return CompletionCandidate(
        name,
        note: "\(backup.formatName), \(LocalTime.nearText(backup.modified, now: Timestamp.now(), session.reader))")
    }
  }

  private var migrationNumbers: [CompletionCandidate] {
    workspace.migrationNames().compactMap { name in
      Int(name.prefix { $0 != "-" }).map { CompletionCandidate(String($0), note: name) }
    }
  }

  // MARK: - Definitions

  private var renames: [CompletionCandidate] {
    guard let answers = AnswerCompletion(workspace) else { return [] }
    guard let equals = request.text.utf8.firstIndex(of: UInt8(ascii: "=")) else {
      return answers.removedNames.map { CompletionCandidate($0 + "=", isWhole: false) }
    }
    let subject = String(request.text[..<equals])
    return words(answers.names(for: subject).map { "\(subject)=\($0)" })
  }

  /// Returns types to follow `name:`, in brackets if one is open.
  private var properties: [CompletionCandidate] {
    guard let colon = request.text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return [] }
    let front = String(request.text[...colon])
    let isArray = request.text.utf8[colon...].dropFirst().first == UInt8(ascii: "[")
    return words(workspace.propertyTypes().map { front + (isArray ? "[\($0)]" : $0) })
  }

  private var keptProperties: [CompletionCandidate] {
    guard let path = request.positionals.first, let keys = completion?.keys(at: path) else { return [] }
    let given = request.text.split(separator: ",", omittingEmptySubsequences: false).dropLast().map(String.init)
    return words(keys.filter { !given.contains($0) }.map { (given + [$0]).joined(separator: ",") })
  }

  // MARK: - Paths

  private var completion: PathCompletion? {
    let start = request.options(StartOption.self)?.model ?? request.options(WatchCommand.self)?.model
    return PathCompletion(workspace, model: start.flatMap { try? ModelName($0) })
  }

  private var paths: [CompletionCandidate] {
    if let container = request.options(GetCommand.self)?.in, let completion {
      return relative(to: container + "/", request.text[...], completion) { $0 }
    }
    return candidates(completion?.continuations(of: request.text))
  }

  /// Completes a path that starts from an element, also after a heading.
  private var rowPaths: [CompletionCandidate] {
    let heading = request.text.utf8.firstIndex(of: UInt8(ascii: "=")).map { request.text[...$0] } ?? ""
    let isHeading = !heading.utf8.contains { "[({/".utf8.contains($0) }
    let front = isHeading ? String(heading) : ""
    guard let path = rowsPath, let completion else { return [] }
    return relative(to: path + "[0]/", request.text.dropFirst(front.count), completion) { front + $0 }
  }

  /// The path of the array whose elements are rows.
  private var rowsPath: String? {
    request.options(RowImportOptions.self)?.into ?? request.positionals.first
      ?? request.options(ListCommand.self)?.className.flatMap { completion?.array(ofClass: $0) }
  }

  private var matches: [CompletionCandidate] {
    guard let sign = request.text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return rowPaths }
    guard let path = rowsPath, let completion else { return [] }
    let column = request.text[..<sign]
    return relative(to: "\(path)[0]/\(column)/ref/", request.text[request.text.utf8.index(after: sign)...], completion)
    {
      "\(column)=\($0)"
    }
  }

  private var rowConditions: [CompletionCandidate] {
    guard let path = rowsPath, let completion else { return [] }
    let found = relative(to: path + "[", request.text[...], completion) {
      $0.hasSuffix("]/") ? String($0.dropLast(2)) : $0
    }
    // Elements are no conditions.
    return found.filter { !($0.text.utf8.first.map("-*0123456789".utf8.contains) ?? true) }
  }

  /// Completes a text behind the beginning of a path.
  private func relative(
    to front: String, _ text: Substring, _ completion: PathCompletion, _ shown: (String) -> String
  ) -> [CompletionCandidate] {
    completion.continuations(of: front + text).compactMap { continuation in
      continuation.text.withoutPrefix(front).map {
        CompletionCandidate(
          shown($0), note: Console.printable(continuation.note), isWhole: continuation.isWhole)
      }
    }
  }

  private var entities: [CompletionCandidate] {
    guard let completion else { return [] }
    // Only an id can follow '@' here.
    let sign = request.text.utf8.first == UInt8(ascii: "@") ? "@" : ""
    let ids = completion.entities.map { CompletionCandidate(sign + $0.id, note: Console.printable($0.name)) }
    return ids + (sign.isEmpty ? candidates(completion.continuations(of: request.text)) : [])
  }

  private var edits: [CompletionCandidate] {
    guard request.positionals.count % 2 == 1, let path = request.positionals.last else { return paths }
    return candidates(completion?.values(for: path))
  }

  private var additions: [CompletionCandidate] {
    guard let path = request.positionals.last else { return paths }
    return candidates(completion?.elements(for: path))
  }

  private func candidates(_ continuations: [PathContinuation]?) -> [CompletionCandidate] {
    (continuations ?? []).map {
      CompletionCandidate($0.text, note: Console.printable($0.note), isWhole: $0.isWhole)
    }
  }
}
