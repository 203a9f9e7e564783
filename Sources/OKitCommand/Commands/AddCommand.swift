import Bindings
import CommandKit
import OKitEditing
import OKitModels
import OKitStorage

struct AddCommand: Command {
  static let configuration = CommandConfiguration(
    "add",
    abstract: "Add elements to arrays, and members to dictionaries.",
    discussion: """
      If the path is an array, the value is appended; a set contains each value only once. If the path names a missing \
      key of a dictionary or object, the value is stored under that key. A new entity gets an id and the defaults of \
      the rules and of its definition, so without a value and rules okit adds the entity that the app would create. A \
      new partial gets its own file. The value is JSON, or plain text if the elements are strings. A reference may name an entity that is added \
      in the same step. If no entity has the id in a refKey, okit warns; with --strict, that is an error. Prints the \
      ids of new entities, also with -q.
      """,
    examples: [
      Example(#"okit add books '{"name": "Emma"}'"#, "add a book with default values"),
      Example("okit add --top genres", "add a genre at the beginning"),
      Example("okit add 'books[0]/dates'", "add a delivery with default values"),
      Example("okit add books --edit", "write a book in an editor"),
      Example("okit add books --ask --form book", "ask for the values of a new book with okit/forms/book.json"),
      Example("okit add books --from new.jsonl", "add a book for each line of JSON"),
    ])

  @Argument(
    help: "The path of an array or dictionary, or of a new key.", valueName: "path",
    completion: .workspace(.paths))
  var path: String?
  @Argument(
    help: "The value, as JSON; '-' is standard input.", valueName: "json", completion: .workspace(.additions))
  var value: String?
  @Flag(.long, help: "Insert at the beginning.")
  var top: Bool
  @Option(.long, help: "Insert at this index; a negative index counts from the end.", valueName: "index")
  var at: Int?
  @Option(.long, help: "The type of the value; null is only for 'okit set'.", valueName: "type")
  var type: ValueType?
  @Option(
    .long,
    help:
      "Read lines of JSON: values to add at PATH, or without PATH, objects with path and value; '-' is standard input.",
    valueName: "file", completion: .file)
  var from: String?
  @Flag(
    .customLong("edit"), help: "Edit the new value in an editor, starting from the defaults (see 'okit help edit').")
  var isEdited: Bool
  @OptionGroup var form: FormOptions
  @OptionGroup var draft: DraftOptions
  @Flag(.long, help: "Treat the refKey of a missing entity as an error instead of a warning.")
  var strict: Bool
  @OptionGroup var sync: SyncOption
  @OptionGroup var edit: EditOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if top && at != nil { throw UsageError("--top and --at cannot be used together", showsUsage: true) }
    if from != nil, value != nil || type != nil {
      throw UsageError("--from cannot be used with a value or --type", showsUsage: true)
    }
    if isEdited, value != nil || from != nil || type != nil {
      throw UsageError("--edit cannot be used with a value, --from or --type", showsUsage: true)
    }
    if form.use != nil, value != nil || from != nil || type != nil || isEdited {
      throw UsageError(
        "--ask, --answers and --print-form cannot be used with a value, --from, --type or --edit", showsUsage: true)
    }
    if !isEdited, form.use == nil, draft.continues || draft.discard {
      throw UsageError("--continue and --discard are only for --edit and --ask", showsUsage: true)
    }
    try form.validate(draft)
    try draft.validate()
    if from == nil, path == nil { throw UsageError("missing path", showsUsage: true) }
    if type == .null { throw UsageError("--type null is only for 'okit set'") }
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let binding = try path.map { try Binding(parsing: $0) }
    let placement: EditSession.Placement = top ? .index(0) : at.map { .index($0) } ?? .end
    if isEdited, let binding, let path { return try addEdited(binding, path, placement, session) }
    if let use = form.use, let binding, let path { return try addByForm(use, binding, path, placement, session) }
    let items = try items(binding, session)
    let workspace = try edit.workspace(session)
    let outcome = try session.explaining(items.map(\.binding), in: workspace) {
      try workspace.edit("add", model: edit.start.name, syncsPartials: !sync.noSync, isStrict: strict) {
        try $0.add(items, at: placement)
      }
    }
    try printIDs(outcome, console)
    try edit.report(outcome, "added", console)
  }

  private func addEdited(
    _ binding: Binding, _ path: String, _ placement: EditSession.Placement, _ session: Session
  ) throws {
    let workspace = try edit.workspace(session)
    let request = DraftRequest(binding, model: try edit.start.name, .add(placement))
    let editing = try DraftEditing(
      session: session, workspace: workspace, shown: session.draftWorkspace(workspace, edit),
      request: request, options: draft,
      command: "okit add \(ShellWord.operands(path)) --edit\(continued)")
    let outcome = try session.explaining([binding], in: workspace) {
      try editing.run { text, draft, request in
        try workspace.editing {
          try workspace.store(
            text, of: draft, request, syncsPartials: !sync.noSync, isStrict: strict, file: session.attachmentContent)
        }
      }
    }
    if let outcome { try printIDs(outcome, session.console) }
    try edit.report(edited: outcome, "added", session.console)
  }

  /// The given options that also count when the new value is continued, each after a space.
  private var continued: String {
    (top ? " --top" : at.map { " --at=\($0)" } ?? "") + edit.continued(strict: strict, sync)
  }

  private func addByForm(
    _ use: FormSession.Use, _ binding: Binding, _ path: String, _ placement: EditSession.Placement, _ session: Session
  ) throws {
    let workspace = try edit.workspace(session)
    let request = DraftRequest(binding, model: try edit.start.name, .add(placement))
    let form = try FormSession(
      session: session, workspace: workspace, shown: session.draftWorkspace(workspace, edit),
      request: FormRequest(request, form.source), use: use,
      runsPrograms: form.runsPrograms,
      draft: draft, command: "okit add \(ShellWord.operands(path)) --ask\(form.continued)\(continued)",
      syncsPartials: !sync.noSync, isStrict: strict
    )
    guard let result = try session.explaining([binding], in: workspace, form.run) else {
      return
    }
    try printIDs(result.outcome, session.console)
    try edit.report(result.outcome, "added", session.console)
    if let failure = result.failure { throw failure }
  }

  private func printIDs(_ outcome: EditOutcome, _ console: Console) throws {
    if console.json || edit.dryRun { return }
    // Unlike the name of a backup, a new id cannot be chosen or guessed, so it is also printed if quiet.
    for id in outcome.changes.compactMap(\.newID) { try console.standardOutput.writeLine(console.shown(id)) }
  }

  private func items(_ binding: Binding?, _ session: Session) throws -> [EditItem] {
    if let from { return try edit.items(from: from, for: binding, session) }
    guard let binding else { return [] }
    let text = value == "-" ? try session.standardText("the value") : value
    return [EditItem(binding, text.map { text in type.map { .typed(text, $0) } ?? .text(text) })]
  }
}
