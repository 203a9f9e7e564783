import Bindings
import Ciphers
import CommandKit
import Glibc
import JSONDocument
import OKitBackups
import OKitEditing
import OKitMigrations
import OKitModels
import OKitRemote
import OKitStorage

/// Returns the status and the message for any error that a command throws.
@Sendable func describe(_ error: any Error) -> Failure {
  switch error {
  case let error as OKitError:
    Failure(
      status: status(of: error.kind), message: error.message, hint: error.remedy.flatMap(hint),
      details: error.excerpt.map(lines) ?? [])
  case let error as SystemError:
    Failure(status: Status.inputOutput, message: error.description)
  case let error as BindingError:
    describe(error)
  case let error as EditError:
    describe(error)
  case let error as RuleViolations:
    describe(error)
  case let error as FormFaults:
    describe(error)
  case let error as KeptTextError:
    error.failure
  case let error as DraftFaults:
    error.faults.first.map { describe($0.error) } ?? Failure(status: Status.malformed, message: "the text is not valid")
  case let error as RemoteConflicts:
    describe(error.error)
  case let error as AgeKeyError:
    Failure(status: error.kind == .insecure ? Status.malformed : Status.usage, message: error.description)
  case let error as AgeError:
    // The library reports file errors with the file's name; only key creation gets here.
    Failure(status: error.kind == .memory ? Status.inputOutput : Status.malformed, message: error.description)
  default:
    Failure(status: Status.bug, message: "unexpected: \(error)", hint: "please report this bug in okit")
  }
}

/// Returns the status for errors of this kind.
func status(of kind: OKitError.Kind) -> Int32 {
  switch kind {
  case .usage: Status.usage
  case .malformed: Status.malformed
  case .notFound: Status.notFound
  case .unsupported: Status.unsupported
  case .exists: Status.exists
  case .inputOutput: Status.inputOutput
  case .busy, .unreachable: Status.busy
  case .locked, .refused: Status.locked
  case .configuration: Status.configuration
  }
}

/// Returns the advice in words.
func hint(_ remedy: OKitError.Remedy) -> String? {
  switch remedy.step {
  case let step as GeneralRemedy: hint(step)
  case let step as WorkspaceRemedy: hint(step)
  case let step as BackupRemedy: hint(step)
  default: nil
  }
}

private func hint(_ step: GeneralRemedy) -> String? {
  switch step {
  case .trust(let folder, let settingsPath):
    trustHint(folder, settingsPath)
  case .takeOver(let folder):
    "run 'okit init \(ShellWord.operands(folder.text))' to make it a workspace"
  case .candidates(let names, insteadOf: let name):
    hint(insteadOf: name, among: names)
  case .words(let text):
    text
  }
}

private func hint(_ step: WorkspaceRemedy) -> String {
  switch step {
  case .initialize(nil):
    "run 'okit init' to create one, or name one with -C DIR or $OKIT_ROOT"
  case .initialize(let folder?):
    "run 'okit init \(ShellWord.operands(folder.text))' to create one, or name another with -C DIR or $OKIT_ROOT"
  case .generateKey:
    "run 'okit key generate' to create a key, or 'okit key add age1…' to add a recipient"
  case .nameIdentity:
    "name the identity with -i FILE or $OKIT_IDENTITY; run 'okit key list' to see which keys exist"
  case .becomeRecipient(let recipients):
    recipients.first.map { "run 'okit key add \($0)' to add yours, or name another identity with -i" }
      ?? "name the identity with -i FILE or $OKIT_IDENTITY, or run 'okit key generate' to create one"
  case .importFrameworkKey:
    "run 'okit key import \(KeyFile.appFileName)' to import it, or name it in $OKIT_CBC_KEY"
  case .findDefinitions(let configuration):
    "put the Swift files there, or correct 'definitions' in \(ShellWord.quoted(configuration.text))"
  case .chooseModel(let names):
    "write MODEL:PATH or use -m MODEL; models: \(list(names))"
  case .listReferences(let id, let next):
    "run 'okit ref who \(ShellWord.operands(id))' to list the references; \(next)"
  }
}

private func hint(_ step: BackupRemedy) -> String {
  switch step {
  case .protectBackup:
    "give a password with --password-file, --password-command or $OKIT_PASSWORD, or recipients with -r"
  case .chooseEncryption:
    "name an identity with -i, use other recipients with -r, or store the models decrypted with --decrypted"
  case .mergeOrReplace:
    "use --merge to keep existing models and add the others, or --replace to replace them"
  case .nameModel:
    "name it with --as MODEL"
  case .allowWeakZip:
    "use --allow-weak-zip to accept it anyway; anyone can read and change such a zip"
  }
}

/// Returns the hint for trusting a folder: a shell line, or the entry to add if the file exists.
private func trustHint(_ folder: FilePath, _ settingsPath: FilePath?) -> String {
  let place = settingsPath ?? UserSettings.systemPath
  let isThere = access(place.text, F_OK) == 0
  if isThere { return "add \(JSONText.quote(folder.text)) to safe.folder in \(place) if you trust it" }
  var writer = JSONWriter()
  writer.object { $0.object("safe") { $0.array("folder", of: [folder]) } }
  return
    "run this if you trust it: mkdir -p \(ShellWord.quoted(place.parent.text)) && printf '%s\\n' \(ShellWord.quoted(writer.text)) >\(ShellWord.quoted(place.text))"
}

/// Returns the line without its indentation, and a caret below the position.
private func lines(_ excerpt: OKitError.Excerpt) -> [String] {
  let scalars = excerpt.line.unicodeScalars
  let margin = min(scalars.prefix { $0 == " " || $0 == "\t" }.count, excerpt.caret)
  let caret = excerpt.caret - margin
  return CaretLines.of(String(String.UnicodeScalarView(scalars.dropFirst(margin))), caret..<caret + 1)
}

/// Returns the nearest name as a suggestion, or the list of names if none is near.
private func hint(insteadOf name: String, among names: [String]) -> String? {
  if let nearest = Nearest.to(name, among: names) { return "did you mean '\(nearest)'?" }
  return names.isEmpty ? nil : "known names: \(list(names))"
}

/// Returns the first names in one line, and the number of the others.
func list(_ names: [String]) -> String {
  let shown = names.prefix(8).map(Console.printable).joined(separator: ", ")
  return names.count > 8 ? "\(shown) and \(names.count - 8) more" : shown
}

private func describe(_ error: RuleViolations) -> Failure {
  let hint = "correct the values; --no-rules makes the change anyway"
  guard error.findings.count > 1 else {
    return Failure(status: Status.malformed, message: error.findings[0].description, hint: hint)
  }
  let shown = error.findings.prefix(50).map { "  " + Console.printable($0.description) }
  let rest = error.findings.count - shown.count
  return Failure(
    status: Status.malformed, message: "the change violates rules in \(error.findings.count) places", hint: hint,
    details: shown + (rest > 0 ? ["  and \(rest) more"] : []))
}

private func describe(_ error: EditError) -> Failure {
  var failure = describe(error.underlying)
  failure.message = "\(error.label): \(failure.message)"
  return failure
}

private func describe(_ error: BindingError) -> Failure {
  let status =
    switch error.kind {
    case .syntax, .wrongKind: Status.usage
    case .notFound: Status.notFound
    }
  let prefix = String(decoding: Array(error.binding.utf8)[..<error.range.lowerBound], as: UTF8.self)
  let marked = String(decoding: Array(error.binding.utf8)[error.range], as: UTF8.self)
  // Only the name of a function is unknown, not its parameter.
  let hint = hint(insteadOf: String(marked.prefix { $0 != "(" }), among: error.candidates)
  let start = prefix.unicodeScalars.count
  let details =
    error.binding.isEmpty ? [] : CaretLines.of(error.binding, start..<start + marked.unicodeScalars.count)
  return Failure(status: status, message: error.description, hint: hint, details: details)
}

private func describe(_ error: FormFaults) -> Failure {
  let lines = error.faults.map { fault in
    fault.field.map { "\(PathComponent.printable($0)): \(fault.message)" } ?? fault.message
  }
  guard lines.count > 1 else {
    return Failure(status: Status.malformed, message: lines.first ?? "the form is not valid")
  }
  return Failure(
    status: Status.malformed, message: "\(lines.count) values of the form are not valid",
    details: lines.map { "  \($0)" })
}
