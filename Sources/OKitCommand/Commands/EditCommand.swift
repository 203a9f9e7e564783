import Bindings
import CommandKit
import OKitEditing
import OKitModels
import OKitStorage

struct EditCommand: Command {
  static let configuration = CommandConfiguration(
    "edit",
    abstract: "Edit values in an editor or a form.",
    discussion: """
      The editor gets the value as JSON with comments: above each property its type, description, rules and \
      candidates, references as names, attachments as @ and a path, and dates beside their stored numbers. What is changed in the text is stored \
      in one step, and all other values keep their bytes. With 'books[*]' or a condition, several values are edited at \
      once. An unchanged text changes nothing, and an empty one cancels.

      A reference is written as the name or the id of its entity, an attachment as @ and the path of a file, a date as \
      in 'okit set', and an enumeration as the name of a case. An optional value is removed with its line, or with \
      null. An entity in an array is recognized by its id, so elements can be added, removed and moved. Values of \
      partials have their own paths; a comment names them.

      If the text cannot be stored, the editor opens again with an error above the line. Without a terminal, or if the \
      text was not changed since, okit ends with the error and keeps the text. It also keeps the text if the values \
      were changed meanwhile by another program (status 75), or if okit is killed: the next 'okit edit' of the path \
      offers it. Nothing is locked while the editor runs. With --continue, the text follows its entity, also if the path \
      is that of another one now, and takes over what the other program changed. If both changed the same value, that \
      of the text stays, with a remark above it.

      With --ask, okit asks for the values in the terminal instead; 'okit help forms' describes this.

      The text is in a folder that only you can read, in $XDG_RUNTIME_DIR or /dev/shm, until it is stored or canceled. \
      Both are in memory and lost when the computer is switched off. The text of an encrypted model is never on a \
      disk, unless the system moves memory to a swap space. Editors may write more: vim a swap file (beside the text, \
      unless 'directory' names another folder; turn it off with 'vim -n'), an undo file and ~/.viminfo with the last \
      deleted lines ('vim -i NONE'); nano a backup with 'set backup' and a history with 'set historylog'; emacs an \
      auto-save and a backup file beside the text (turn them off with auto-save-default and make-backup-files). \
      For encrypted models, use a line such as EDITOR='vim -n -i NONE'.
      """,
    examples: [
      Example("okit edit 'books[0]'", "edit a book"),
      Example("okit edit 'books[*]/price'", "edit the prices of all books"),
      Example("okit edit 'books[0]' --ask", "ask for the values of a book"),
      Example("okit edit 'books[0]' --answers book.json", "store the values in a file"),
      Example("EDITOR='sed -i s/Lem/LEM/' okit edit directory:authors", "edit authors with a program"),
    ],
    files: DraftOptions.files, environment: Editor.variables)

  @Argument(help: "The path of the values.", valueName: "path", completion: .workspace(.paths))
  var path: String
  @Flag(.long, help: "Treat the refKey of a missing entity as an error instead of a warning.")
  var strict: Bool
  @OptionGroup var form: FormOptions
  @OptionGroup var draft: DraftOptions
  @OptionGroup var sync: SyncOption
  @OptionGroup var edit: EditOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    try draft.validate()
    try form.validate(draft)
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let binding = try Binding(parsing: path)
    let workspace = try edit.workspace(session)
    let request = DraftRequest(binding, model: try edit.start.name)
    if let use = form.use { return try run(use, request, binding, workspace, session) }
    let editing = try DraftEditing(
      session: session, workspace: workspace, shown: session.draftWorkspace(workspace, edit),
      request: request, options: draft,
      command: "okit edit \(ShellWord.operands(path))\(edit.continued(strict: strict, sync))")
    let outcome = try session.explaining([binding], in: workspace) {
      try editing.run { text, draft, request in
        try workspace.editing {
          try workspace.store(
            text, of: draft, request, syncsPartials: !sync.noSync, isStrict: strict, file: session.attachmentContent)
        }
      }
    }
    try edit.report(edited: outcome, "edited", console)
  }

  private func run(
    _ use: FormSession.Use, _ request: DraftRequest, _ binding: Binding, _ workspace: Workspace, _ session: Session
  ) throws {
    let form = try FormSession(
      session: session, workspace: workspace, shown: session.draftWorkspace(workspace, edit),
      request: FormRequest(request, form.source), use: use,
      runsPrograms: form.runsPrograms,
      draft: draft,
      command: "okit edit \(ShellWord.operands(path)) --ask\(form.continued)\(edit.continued(strict: strict, sync))",
      syncsPartials: !sync.noSync,
      isStrict: strict)
    guard let result = try session.explaining([binding], in: workspace, form.run) else {
      return
    }
    try edit.report(result.outcome, "edited", session.console)
    if let failure = result.failure { throw failure }
  }
}
