import Bindings
import CommandKit
import JSONDocument
import OKitEditing
import OKitModels
import OKitStorage

/// Lets a person or a script fill in a form, and stores the values.
struct FormSession {
  let session: Session
  let workspace: Workspace
  let request: FormRequest
  /// What is done with the form.
  let use: Use
  /// True if its actions may run programs of the workspace.
  let runsPrograms: Bool
  let draft: DraftOptions
  /// The command that continues a form that was not finished, without its option.
  let command: String
  let syncsPartials: Bool
  let isStrict: Bool

  /// What is done with a form.
  enum Use: Equatable {
    /// A person fills it in.
    case ask
    /// The values are in a file.
    case answers(String)
    /// It is printed.
    case print
  }

  private var console: Console { session.console }

  /// Prints the form, or stores the answers to it. Returns nil if nothing is to be reported.
  func run() throws -> EditOutcome? {
    switch use {
    case .ask: return try ask()
    case .answers(let file): return try store(answers(in: file), replacing: nil)
    case .print:
      try FormOutput(console).write(state(FormAnswers(), isEnd: false))
      return nil
    }
  }

  /// Returns what a person sees of the form after `answers`.
  func state(_ answers: FormAnswers, isEnd: Bool) throws -> FormState {
    try workspace.state(of: request, answers, isEnd: isEnd, file: session.attachmentContent)
  }

  // MARK: - Scripts

  private func answers(in file: String) throws -> FormAnswers {
    let isInput = file == "-"
    let name = isInput ? "standard input" : file
    let source = try isInput ? session.standardInput("answers") : session.fileInput(file)
    var bytes: [UInt8] = []
    try forEachPiece(of: source) { bytes += $0 }
    do {
      return try FormAnswers(JSONDocument(parsing: JSONBytes(bytes, secret: true)).root)
    } catch let error as JSONError {
      throw OKitError(.malformed, "\(PathComponent.printable(name)) is not valid JSON: \(error)")
    }
  }

  /// Stores the answers, and calls the functions of the chosen actions and of the form.
  private func store(_ answers: FormAnswers, replacing stored: [Draft.Target]?) throws -> EditOutcome {
    let planned = try self.state(answers, isEnd: true)
    if planned.isValid, !planned.functions.isEmpty, !runsPrograms {
      throw OKitError(
        .usage, "the form calls \(list(planned.functions)), and programs are not enabled",
        remedy: .words("use --run to run \(planned.functions.count == 1 ? "it" : "them")"))
    }
    let (outcome, state) = try workspace.store(
      request, answers, replacing: stored, syncsPartials: syncsPartials, isStrict: isStrict,
      file: session.attachmentContent)
    for name in state.ignored.filter({ answers[$0] != nil }) {
      console.warn("\(name) was not stored, because it is hidden or not enabled")
    }
    if !workspace.isDryRun { try call(state.functions, state.path, outcome) }
    return outcome
  }

  private func call(_ functions: [String], _ path: String?, _ outcome: EditOutcome) throws {
    let entity = path ?? outcome.changes.compactMap(\.newID).first.map { EntityPaths.path(ofID: $0) }
    guard let entity else { return }
    let calls = EntityCall(
      workspace, model: request.target.model, programs: runsPrograms ? ProgramLauncher(console) : nil)
    for function in functions {
      do {
        _ = try calls.run(
          Binding(parsing: BoundValue.Step.text(of: .property(function), behind: entity) + "()"),
          syncsPartials: syncsPartials)
      } catch {
        // The values are stored already, so that the form must not be filled in again.
        console.warn("the values were stored, but \(function) failed")
        throw ActionFailure(underlying: error)
      }
    }
  }

  // MARK: - People

  private func ask() throws -> EditOutcome? {
    guard console.isInteractive else {
      throw UsageError("--ask needs a terminal", hint: "use --answers to give the values in a file")
    }
    let (folder, form) = try start()
    var dialogue = try FormDialogue(session: self, answers: form.answers) { answers in
      try folder.setText(answers.json)
    }
    do {
      guard let answers = try dialogue.run() else {
        try folder.remove()
        console.warn("canceled: nothing was changed")
        throw ExitStatus(Status.found)
      }
      if answers.isEmpty, !request.target.isAddition {
        try folder.remove()
        console.note("nothing was entered, so nothing was changed")
        return console.json ? EditOutcome() : nil
      }
      let outcome = try store(answers, replacing: form.stored)
      try finish(folder)
      return outcome
    } catch let status as ExitStatus {
      throw status
    } catch let failure as ActionFailure {
      try finish(folder)
      throw failure
    } catch is FormEnded {
      guard try folder.unfinished() != nil else {
        try folder.remove()
        throw ExitStatus(Status.found)
      }
      console.warn(
        "canceled: the answers are kept in \(folder.textPath)",
        hint: "run '\(command) --continue' to go on with them")
      throw ExitStatus(Status.found)
    } catch {
      if (error as? OKitError)?.isCommitted == true {
        try finish(folder)
        throw error
      }
      guard try folder.unfinished() != nil else {
        try folder.remove()
        throw error
      }
      let kept = KeptTextError(underlying: error, path: folder.textPath, command: command)
      guard error is Interrupted else { throw kept }
      console.warn("the answers are kept in \(folder.textPath)", hint: kept.advice)
      throw error
    }
  }

  /// Removes the answers that are not needed any more. They were stored, so that a failure is only a warning.
  private func finish(_ folder: DraftFolder) throws {
    do {
      try folder.remove()
    } catch {
      console.warn("cannot remove \(folder.textPath.parent): \(error)")
    }
  }

  /// Returns the folder with the answers, the answers so far, and the values that they replace.
  private func start() throws -> (DraftFolder, (answers: FormAnswers, stored: [Draft.Target])) {
    let place = DraftPlace(
      runtime: session.environment("XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? FilePath(text: $0) : nil },
      workspace.storage.system)
    let path = try request.target.path(in: workspace)
    let name: String? = if case .file(let name) = request.form { name } else { nil }
    let key = DraftFolder.Key(
      root: workspace.root.resolved ?? workspace.root, command: request.target.isAddition ? "add-form" : "form",
      path: name.map { "\(path) \($0)" } ?? path)
    let state = try state(FormAnswers(), isEnd: false)
    guard state.visibleFields.contains(where: \.isEnabled) else {
      throw OKitError(
        .usage, "the form has no field that can be changed", remedy: .words("use 'okit edit' without --ask"))
    }
    if let folder = try place.existing(for: key) {
      if let unfinished = try folder.unfinished(),
        let answers = try? FormAnswers(JSONDocument(parsing: JSONBytes(unfinished.text, secret: true)).root),
        try continues(path, folder)
      {
        guard !state.isSecret || folder.isInMemory else {
          throw OKitError(.configuration, "the model is encrypted now, and the folder of the answers is not in memory")
        }
        if unfinished.draft.targets != state.stored, !request.target.isAddition {
          console.warn("the values were changed since the answers were given")
        }
        return (folder, (answers, state.stored))
      }
      try folder.remove()
    }
    if draft.continues { throw OKitError(.notFound, "no unfinished form of \(PathComponent.printable(path))") }
    let folder = try place.folder(for: key, isSecret: state.isSecret)
    try folder.begin(Draft(targets: state.stored, text: FormAnswers().json, isSecret: state.isSecret))
    return (folder, (FormAnswers(), state.stored))
  }

  private func continues(_ path: String, _ folder: DraftFolder) throws -> Bool {
    if draft.continues { return true }
    if draft.discard { return false }
    console.warn("a form of \(path) was not finished; its answers are in \(folder.textPath)")
    if try console.confirm("Continue with these answers?") { return true }
    if try console.confirm("Discard them and start again?") { return false }
    throw ExitStatus(Status.found)
  }
}

/// An action of a form failed after the values of the form were stored.
struct ActionFailure: Error {
  let underlying: any Error
}
