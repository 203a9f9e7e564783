import CommandKit
import OKitEditing
import OKitModels
import OKitStorage

/// Lets a person edit values as text until the text can be stored.
///
/// The workspace is not locked while the editor runs. Whatever happens, the text of the person stays in its file until it is stored or canceled.
struct DraftEditing {
  let session: Session
  let workspace: Workspace
  /// The workspace that is read, with the models on servers.
  let shown: Workspace
  let request: DraftRequest
  let options: DraftOptions
  /// The command that continues an edit that was not finished, without its option.
  let command: String

  private var console: Console { session.console }

  /// Stores what `store` makes of the text; nil if the text is unchanged. The request that it gets has the path of an entity that was moved meanwhile.
  func run(
    _ store: (_ text: [UInt8], _ draft: Draft, _ request: DraftRequest) throws -> EditOutcome
  ) throws -> EditOutcome? {
    let editor = try Editor(console)
    let (folder, draft, request) = try start()
    // The text that the editor gets.
    var given = try folder.text()
    while true {
      let text = try keeping(folder) { try edited(folder, draft, editor) }
      if draft.isUnchanged(text) {
        try folder.remove()
        return nil
      }
      do {
        let outcome = try store(text, draft, request)
        if workspace.isDryRun {
          console.warn(
            "the text is kept in \(folder.textPath)", hint: KeptTextError.advice(for: command, to: "store it"))
        } else {
          finish(folder)
        }
        return outcome
      } catch let faults as DraftFaults where text != given && console.isInteractive {
        let remarked = remarks(faults).inserted(into: text)
        try keeping(folder) { try folder.setText(remarked) }
        given = remarked
      } catch {
        if (error as? OKitError)?.isCommitted == true { finish(folder) }
        throw kept(error, folder)
      }
    }
  }

  // MARK: - Starting

  /// Returns the folder with the text, the draft that the text is compared with, and the request for its values.
  private func start() throws -> (DraftFolder, Draft, DraftRequest) {
    let place = DraftPlace(session, workspace)
    let path = try request.path(in: shown)
    let key = DraftFolder.Key(
      root: workspace.root.resolved ?? workspace.root, command: request.isAddition ? "add" : "edit", path: path)
    if let folder = try place.existing(for: key) {
      if !options.discard, let unfinished = try folder.unfinished(), try continues(path, folder) {
        // Only the other files of the editor are left.
        if try folder.text() == nil { try folder.setText(unfinished.text) }
        return try keeping(folder) {
          let (draft, request) = try rebased(unfinished, folder, PathComponent.printable(path))
          return (folder, draft, request)
        }
      }
      try folder.remove()
    }
    if options.continues { throw OKitError(.notFound, "no unfinished edit of \(PathComponent.printable(path))") }
    let draft = try shown.draft(request)
    let folder = try place.folder(for: key, isSecret: draft.isSecret)
    try folder.begin(draft)
    return (folder, draft, request)
  }

  /// Returns the draft for the text of an unfinished edit, and the request for its values. If the values were changed meanwhile, the text is adapted to
  /// them.
  ///
  /// Throws an error of kind `busy` if it cannot be adapted.
  private func rebased(
    _ unfinished: DraftFolder.Unfinished, _ folder: DraftFolder, _ path: String
  ) throws -> (Draft, DraftRequest) {
    let (present, request) =
      try self.request.isAddition
      ? (shown.draft(self.request), self.request) : shown.draft(following: unfinished.draft, self.request)
    // The editor would write what is typed from now on to a disk.
    guard !present.isSecret || folder.isInMemory else {
      throw OKitError(
        .configuration, "the model is encrypted now, and the folder of the text is not in memory",
        remedy: KeptTextError.startingAgain)
    }
    if self.request.isAddition { return (unfinished.draft, request) }
    guard present.targets != unfinished.draft.targets else { return (unfinished.draft, request) }
    guard let text = present.rebased(unfinished.text, from: unfinished.draft) else {
      // A text that is not valid gets its remarks in the editor.
      guard (try? DraftText(unfinished.text, isSecret: present.isSecret)) != nil else {
        return (unfinished.draft, request)
      }
      throw OKitError(
        .busy, "\(path) was changed meanwhile, and it is not known how to adapt the text",
        remedy: KeptTextError.startingAgain)
    }
    // The text first: with the new draft alone, the former text would undo the changes of others.
    try folder.setText(text)
    try folder.setDraft(present)
    let isMoved = !present.isList && present.targets.first?.path != unfinished.draft.targets.first?.path
    let place = present.targets.first.map { "; the text is for \(PathComponent.printable($0.path)) now" }
    console.warn(
      "the values were changed since the text was made; it was adapted to them" + (isMoved ? place ?? "" : ""))
    return (present, request)
  }

  /// Returns true to continue an edit that was not finished, and false to discard its text.
  private func continues(_ path: String, _ folder: DraftFolder) throws -> Bool {
    if options.continues { return true }
    guard console.isInteractive else {
      throw OKitError(
        .configuration, "an edit of \(path) was not finished; its text is in \(folder.textPath)",
        remedy: .words("use --continue to edit it again, or --discard to start without it"))
    }
    console.warn("an edit of \(path) was not finished; its text is in \(folder.textPath)")
    if try console.confirm("Continue with this text?") { return true }
    if try console.confirm("Discard it and start again?") { return false }
    throw ExitStatus(Status.found)
  }

  // MARK: - Editing

  /// Runs the editor and returns the text that it leaves. Removes the text if the person cancels.
  private func edited(_ folder: DraftFolder, _ draft: Draft, _ editor: Editor) throws -> [UInt8] {
    let succeeded = try editor.edit(folder.textPath)
    let text = try folder.text() ?? []
    guard succeeded else {
      console.report(editor.failure)
      throw ExitStatus(Status.found)
    }
    guard !Draft.isEmpty(text) else {
      console.warn("canceled: the text is empty, so nothing was changed")
      // An editor that has no space can leave its text empty, and what the person wrote in another file.
      if try folder.hasFilesOfEditor(besides: draft) {
        console.warn("the other files of the editor are kept in \(folder.textPath.parent)")
      } else {
        finish(folder)
      }
      throw ExitStatus(Status.found)
    }
    return text
  }

  private func remarks(_ faults: DraftFaults) -> DraftRemarks {
    var remarks = DraftRemarks()
    for fault in faults.faults {
      let failure = describe(fault.error)
      remarks.add("error: \(failure.message)", above: fault.line)
      if let hint = failure.hint { remarks.add("hint: \(hint)", above: fault.line) }
    }
    return remarks
  }

  // MARK: - Ending

  /// Runs `body`. If it fails, the text stays, unless the person changed nothing in it.
  private func keeping<Result>(_ folder: DraftFolder, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      if try folder.unfinished() == nil {
        try folder.remove()
        throw error
      }
      throw kept(error, folder)
    }
  }

  /// Returns the error for a text that is kept.
  private func kept(_ error: any Error, _ folder: DraftFolder) -> any Error {
    let kept = KeptTextError(underlying: error, path: folder.textPath, command: command)
    // The tool does not report these.
    if error is Interrupted || error is ExitStatus {
      console.warn("the text is kept in \(folder.textPath)", hint: kept.advice)
      return error
    }
    return kept
  }

  /// Removes the text that is not needed any more. It was stored, so that a failure is only a warning.
  private func finish(_ folder: DraftFolder) {
    do {
      try folder.remove()
    } catch {
      console.warn("cannot remove \(folder.textPath.parent): \(error)")
    }
  }
}
