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
  /// The workspace that is read, with the models on servers.
  let shown: Workspace
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

  /// What a form changed.
  struct Result {
    let outcome: EditOutcome
    /// The error of a function that was called after the values were stored; nil if there is none.
    var failure: (any Error)?
  }

  /// Prints the form, or stores the answers to it. Returns nil if nothing is to be reported.
  func run() throws -> Result? {
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
    try shown.state(of: request, answers, isEnd: isEnd, file: session.attachmentContent)
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
  private func store(_ answers: FormAnswers, replacing stored: [Draft.Target]?) throws -> Result {
    let planned = try state(answers, isEnd: true)
    if planned.isValid { try requireCallable(planned.functions) }
    let filled = try workspace.editing {
      try workspace.store(
        request, answers, replacing: stored, syncsPartials: syncsPartials, isStrict: isStrict,
        file: session.attachmentContent)
    }
    for name in filled.state.ignored {
      console.warn("\(name) was not stored, because it is hidden or not enabled")
    }
    var result = Result(outcome: filled.outcome)
    if !workspace.isDryRun { result.failure = call(filled.state.functions, filled.path) }
    return result
  }

  private func requireCallable(_ functions: [String]) throws {
    let known = functions.isEmpty ? [] : FunctionDescriptions.names(in: workspace)
    for name in functions where !known.contains(where: name.isExactly) {
      throw OKitError(
        .notFound, "the form calls \(PathComponent.printable(name)), which is no function in okit/functions",
        remedy: .candidates(known, insteadOf: name))
    }
    guard !functions.isEmpty, !runsPrograms else { return }
    throw OKitError(
      .usage, "the form calls \(list(functions)), and programs are not enabled",
      remedy: .words("use --run to run \(functions.count == 1 ? "it" : "them")"))
  }

  /// Calls functions for the entity. The values are stored already. Returns the error of the first function that fails.
  private func call(_ functions: [String], _ entity: String) -> (any Error)? {
    let calls = EntityCall(
      workspace, model: request.target.model, programs: runsPrograms ? ProgramLauncher(console) : nil)
    for function in functions {
      do {
        let path = BoundValue.Step.text(of: .property(function), behind: entity) + "()"
        _ = try workspace.editing { try calls.run(Binding(parsing: path), syncsPartials: syncsPartials) }
      } catch {
        console.warn("the values were stored, but \(PathComponent.printable(function)) failed")
        return error
      }
    }
    return nil
  }

  // MARK: - People

  private func ask() throws -> Result? {
    guard console.isInteractive else {
      throw UsageError("--ask needs a terminal", hint: "use --answers to give the values in a file")
    }
    let (folder, form) = try start()
    do {
      var dialogue = try FormDialogue(session: self, answers: form.answers) { answers, state in
        guard !state.isSecret || folder.isInMemory else {
          throw OKitError(.configuration, "the answers are secret now, and their folder is not in memory")
        }
        do {
          try folder.setText(answers.json)
        } catch let error as SystemError {
          // The form can still be stored.
          console.warn("the answers are not kept until they are stored: \(error)")
        }
      }
      guard let answers = try dialogue.run() else {
        try folder.remove()
        console.warn("canceled: nothing was changed")
        throw ExitStatus(Status.found)
      }
      if answers.isEmpty, !request.target.isAddition, dialogue.functions.isEmpty {
        try folder.remove()
        console.note("nothing was entered, so nothing was changed")
        return console.json ? Result(outcome: EditOutcome()) : nil
      }
      let result = try store(answers, replacing: form.stored)
      if workspace.isDryRun {
        console.warn(
          "the answers are kept in \(folder.textPath)", hint: KeptTextError.advice(for: command, to: "store them"))
      } else {
        try finish(folder)
      }
      return result
    } catch let status as ExitStatus {
      throw status
    } catch {
      if (error as? OKitError)?.isCommitted == true {
        try finish(folder)
        throw error
      }
      guard try folder.unfinished() != nil else {
        try folder.remove()
        if error is FormEnded { throw ExitStatus(Status.found) }
        throw error
      }
      let kept = KeptTextError(underlying: error, path: folder.textPath, command: command)
      guard error is Interrupted || error is FormEnded else { throw kept }
      console.warn("the answers are kept in \(folder.textPath)", hint: kept.advice)
      if error is FormEnded { throw ExitStatus(Status.found) }
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
    let place = DraftPlace(session, workspace)
    let path = try request.target.path(in: shown)
    let name: String? = if case .file(let name) = request.form { name } else { nil }
    let key = DraftFolder.Key(
      root: workspace.root.resolved ?? workspace.root, command: request.target.isAddition ? "add-form" : "form",
      path: name.map { "\(path)\0\($0)" } ?? path)
    let state = try state(FormAnswers(), isEnd: false)
    guard state.visibleFields.contains(where: \.isEnabled) else {
      throw OKitError(
        .usage, "the form has no field that can be changed", remedy: .words("use 'okit edit' without --ask"))
    }
    if !state.functions.isEmpty { try requireCallable(state.functions) }
    if let folder = try place.existing(for: key) {
      if !draft.discard, let unfinished = try folder.unfinished(),
        var answers = try? FormAnswers(JSONDocument(parsing: JSONBytes(unfinished.text, secret: true)).root),
        try continues(path, folder)
      {
        guard !state.isSecret || folder.isInMemory else {
          throw OKitError(.configuration, "the model is encrypted now, and the folder of the answers is not in memory")
        }
        let stored = state.stored.map(\.fingerprint)
        let fields = state.sections.flatMap(\.fields)
        for name in answers.names where !fields.contains(where: { $0.name.isExactly(name) }) {
          console.warn("the form has no field \(PathComponent.printable(name)) any more, so its answer is dropped")
          answers[name] = nil
        }
        if !request.target.isAddition, unfinished.draft.targets.first?.isIdentity(of: stored.first) == false {
          throw OKitError(
            .busy, "\(path) is another entity now; the answers are in \(folder.textPath)",
            remedy: .words("use the path of the entity, or --discard to start without the answers"))
        }
        if unfinished.draft.targets != stored, !request.target.isAddition {
          let changed = zip(unfinished.draft.targets, stored).first { $0 != $1 }?.1.path ?? path
          console.warn("\(changed) was changed since the answers were given")
          try folder.setDraft(Draft(targets: stored, text: unfinished.draft.text, isSecret: state.isSecret))
        }
        return (folder, (answers, state.stored))
      }
      try folder.remove()
    }
    if draft.continues { throw OKitError(.notFound, "no unfinished form of \(PathComponent.printable(path))") }
    let folder = try place.folder(for: key, isSecret: state.isSecret)
    // The values of secure fields are not kept.
    try folder.begin(
      Draft(targets: state.stored.map(\.fingerprint), text: FormAnswers().json, isSecret: state.isSecret))
    return (folder, (FormAnswers(), state.stored))
  }

  private func continues(_ path: String, _ folder: DraftFolder) throws -> Bool {
    if draft.continues { return true }
    console.warn("a form of \(path) was not finished; its answers are in \(folder.textPath)")
    if try console.confirm("Continue with these answers?") { return true }
    if try console.confirm("Discard them and start again?") { return false }
    throw ExitStatus(Status.found)
  }
}
