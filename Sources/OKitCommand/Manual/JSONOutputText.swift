import CommandKit
import OKitStorage

/// The output of commands with `--json`. Documented members stay, with their meaning.
enum JSONOutputText {
  static let section = ManualSection(
    "Output as JSON",
    .text(
      """
      With --json a command prints only JSON to standard output, and only errors and warnings to standard error. The output is one object, \
      for 'get', 'list' and 'search' also an array, on one line, indented on a terminal; 'watch' and 'backup verify' print one object per line. null means absent or unknown. dryRun is \
      true with -n. The name of a list is followed by the members of its objects in brackets. File paths are relative to the workspace, or \
      absolute outside of it. Later versions may add members; documented members stay. Commands that are not listed print the same with \
      and without --json.

      'okit get --lines' prints one object per line with model, path, id (of the entity) and value; 'set --from' reads the same, and only \
      path and value are required.
      """),
    .entries(workspace + values + parts + models + keys + exchange + migrations))

  private static let workspace = [
    ManualEntry("init", "root, id (null with -n), models (names), dryRun"),
    ManualEntry(
      "status",
      "root, id, models (name, class, kind, form, access, size, partials, problem), attachments (count, size), identity and frameworkKey "
        + "('absent', 'protected' or 'present'), recipients, repository (of okit.json, null without one), backups (as 'backup list': name, format, path, snapshot, repository, size, modified, "
        + "created, workspace, tags, note, pinned, confirmed, unreadable, damaged, verified with time and intact, and restored with time and problems), "
        + "modelsToMigrate (names), exported (the number of files and folders in okit/export), definitionsProblem, recordProblem, "
        + "migrationsProblem; a model with a missing file has the access 'missing'"),
    ManualEntry(
      "check",
      "findings (kind, model, path, file, line, column, message, and severity: 'error' or 'warning'); repaired with --fix, or repairable with --fix -n (kind, model, file, "
        + "line, column, message); models and files (counts), knowsAllModels (false if a model is missing or "
        + "unreadable)"),
    ManualEntry("version", "okit"),
  ]

  private static let values = [
    ManualEntry(
      "get",
      "the value, or an array if the path can match several values; an array of the results for several paths; "
        + "with --in, an array of these for each value if its path can match several"),
    ManualEntry(
      "list",
      "an array of objects with a member for each column, by its heading; with --group or --index, of objects with group and rows; with "
        + "--count, an object with count, or for groups an array of objects with group and count"),
    ManualEntry(
      "search",
      "an array with model, path, id (of the entity) and value of each text, and file of each file name; with --count, an object with count"
    ),
    ManualEntry(
      "query", "an array of objects with a member for each column; with --lines, each object on a line of its own"),
    ManualEntry(
      "set, edit, add, remove, move, settings edit",
      "changes and synced (model, path, id), removedFiles, clearedReferences and removedEntities (counts), kept (the backup), dryRun"
    ),
    ManualEntry(
      "call",
      "model, path, id, changed, kept (the backup), dryRun; with --all, calls (model, path, id, changed), skipped (model, path, id, "
        + "reason: why the function is not enabled), kept, dryRun"),
    ManualEntry(
      "actions",
      "actions (name, title, description, kind: binding or program, class: an array or null for any, enabled, reason: why not)"
    ),
    ManualEntry(
      "log",
      "log (of a change: step, time, command, state, documents, attachments, others, size, reverses, before; of a backup: backup, time, "
        + "size); the state is undoable, reversed, reversal (an undo or redo), keys (no values changed), backup (before names it) or "
        + "lost (cannot be undone); with a path, history (of a change: step, command, certain: false if another program may have made it; "
        + "of a backup: backup; gap: true after states that cannot be read; and time and value; the last is the oldest known)"
    ),
    ManualEntry(
      "diff",
      "changes (kind: added, removed, changed or moved; model, path, id, old and new values, from: the former path, and for an attachment "
        + "oldBytes and newBytes with type and size); with --stat, models (model, added, removed, moved, changed: numbers)"
    ),
    ManualEntry("undo, redo", "steps (the reversed ones), files, dryRun"),
    ManualEntry(
      "watch",
      "for each change model, path, id, old and new (null for no value); if an element was moved, from is its old path"),
    ManualEntry(
      "serve",
      "for each request time, client, token (the line in the file of tokens), method, path (without parameters), status, bytes, received, "
        + "microseconds, complete, agent"),
    ManualEntry("settings get", "model, and each setting by its name; only the value if a setting is given"),
    ManualEntry("settings set", "model, setting, changed, models that were converted (name, files, form), dryRun"),
  ]

  private static let parts = [
    ManualEntry("partial list", "partials (model, path, id, class, name, file, size, state)"),
    ManualEntry("partial resolve", "the value"),
    ManualEntry("partial extract, partial inline", "path, file, kept (the properties of the stand-in), dryRun"),
    ManualEntry("partial sync", "changes (path, property, old, new), dryRun"),
    ManualEntry(
      "attachment list",
      "attachments (model, path, id, format, content, declaredSize, size, width, height, file, state); content is the format of the bytes"
    ),
    ManualEntry("attachment put", "path, id, format, size, file, new, dryRun"),
    ManualEntry("attachment remove", "path, file, dryRun"),
    ManualEntry("attachment gc", "removed, or removable with -n (file, size), dryRun"),
    ManualEntry(
      "ref list, ref who",
      "references (model, path, id, owner, refKey, and target: null or an object with model, path, class, id, name), "
        + "unread (names of models)"),
    ManualEntry("ref resolve", "model, path, class, id, name, value"),
    ManualEntry(
      "ref graph", "summary, nodes (id, class, name or in a summary count, path), edges (from, to, property, count)"),
  ]

  private static let models = [
    ManualEntry("model list", "models (name, class, kind, form, stored, defined)"),
    ManualEntry(
      "model show",
      "model, inferred, class, classes (name, superclass, note, entity, and properties with name, key, type, required, checked, default, note)"
    ),
    ManualEntry("model create", "name, class, kind, definition (the file), data (the file), dryRun"),
    ManualEntry("model delete", "name, files (a count), kept (the backup), dryRun"),
    ManualEntry("model infer", "definition (the file), dryRun; Swift without --write"),
    ManualEntry("form list", "forms (name, class, title, fields: their number)"),
    ManualEntry("form check", "findings (file, line, column, message)"),
    ManualEntry(
      "remote status",
      "models (name, url, state: 'not-pulled', 'absent', 'same', 'changed-here', 'changed-there', 'changed-both', 'conflict' or 'unknown'; "
        + "changedHere, changedThere and pending: numbers of files; conflicts: model, path, base, ours, theirs)"),
    ManualEntry(
      "remote pull, remote push, remote sync",
      "pulled (model, new, files, conflicts), pushed (model, sent, removed), conflicts (model, path, base, ours, theirs), dryRun"
    ),
    ManualEntry("rules list", "rules (class, property, keyword, value, severity, place)"),
    ManualEntry("rules check", "findings (file, line, column, message), classes (a count)"),
    ManualEntry("rules infer", "files and dryRun with --write; without it, an object with the rules of each class"),
    ManualEntry(
      "rules import",
      "rules (class, property, null for a rule of the whole object, value: the keywords, file, line, new), skipped (file, line, message), "
        + "files, dryRun"),
  ]

  private static let keys = [
    ManualEntry(
      "key list",
      "recipients (recipient, own), identity (path, present, protected), frameworkKey (path, present)"
    ),
    ManualEntry("key generate", "recipient (absent with -n), identity (the file), dryRun"),
    ManualEntry("key import", "path, new, recipients (the added ones), dryRun"),
    ManualEntry("key export", "path, new; the key without -o"),
    ManualEntry("key add", "added (recipients), dryRun"),
    ManualEntry("key remove", "removed (recipients), dryRun"),
    ManualEntry("encrypt, decrypt, rekey", "models (name, files, orphans), dryRun; the data with --stdout"),
  ]

  private static let exchange = [
    ManualEntry(
      "backup create",
      "name, path (null in a repository), repository (null for a file), copies (paths), size, models and files (counts), decrypted, unchanged (true if --if-changed made none), missing and remote (names), removed with --prune (names), dryRun; the backup "
        + "itself with -o -"
    ),
    ManualEntry(
      "backup list",
      "backups (name, format, path, snapshot (its id) and repository, null for a file, size, modified; and from the record beside it, null or empty without one, created, workspace, tags, "
        + "note, pinned, confirmed (when nothing had changed since), unreadable (the number of files that were already unreadable, 0 if unknown), damaged (as far as that is known), verified with time and intact, restored (the last --restore-test) with time and problems)"
    ),
    ManualEntry(
      "backup show",
      "version, created, workspace, content, models (name, kind, form), rulesAndForms (true if it has all of them), files (path, size, form)"
    ),
    ManualEntry(
      "backup verify",
      "for each backup name, path, good, problem, findings (the number of problems of --restore-test, otherwise null)"),
    ManualEntry(
      "backup restore",
      "models and removed (names; removed are those that the backup does not contain), files (a count), unsent (names of models on servers that were not sent), "
        + "kept (the backup), dryRun"
    ),
    ManualEntry("backup delete", "deleted (names; after an error, those already deleted), dryRun"),
    ManualEntry(
      "backup prune",
      "backups (name, format, path, created, keptBy: the rules, empty if it is removed), removed (names; after an error, those already "
        + "removed), dryRun"),
    ManualEntry(
      "backup status",
      "good, problems (texts), newest (name), time, verified (times), damaged (names), lostModels (names of models), backups (a count), unreadable (the number of such files in the newest backup), "
        + "workspace (its id)"
    ),
    ManualEntry("backup copy", "copied, present (paths; of snapshots NAME in REPOSITORY), dryRun"),
    ManualEntry("backup repository init", "repository (without a password)"),
    ManualEntry("backup repository check", "repository, problems (what restic says)"),
    ManualEntry("backup repository unlock", "repository"),
    ManualEntry("backup rekey", "rekeyed (names), dryRun"),
    ManualEntry("backup pin", "pinned (names), dryRun"),
    ManualEntry("backup unpin", "unpinned (names), dryRun"),
    ManualEntry(
      "export",
      "folder, models (names), files (a count), remote and missing (names), dryRun; with --format path, tables (table, rows), dryRun; with "
        + "--clear files, left (paths), dryRun"
    ),
    ManualEntry(
      "import",
      "imported, replaced and present (names of models), removed (paths of files that the source does not contain), "
        + "proven (true if the source has checksums), kept (the backup), dryRun; with --into, added, changed, removed and unchanged "
        + "(counts), changes (action: add, change or remove; line, key, id, column, old and new value), synced (model, path, id), "
        + "removedFiles, removedEntities (a count), kept (the backup), dryRun"),
  ]

  private static let migrations = [
    ManualEntry("migrate status", "models (name, class, state, migration), pending, edited, missing, late (names)"),
    ManualEntry(
      "migrate plan",
      "migrations (names), models (name, recorded, and changes with migration, kind, subject, detail, count, lost, examples), "
        + "decisions (kind, subject, candidates or count and examples, options), violations (of rules: model, path, id, rule, keyword, "
        + "severity, message)"),
    ManualEntry(
      "migrate apply",
      "as 'migrate plan': migrations, models (name, recorded, and changes with migration, kind, subject, detail, count, lost, examples), "
        + "decisions; also backup, dryRun"),
    ManualEntry("migrate new", "file, dryRun"),
    ManualEntry("migrate accept", "migration, dryRun"),
    ManualEntry(
      "migrate rollback",
      "migrations, from, to, lost (change, model, path), forms (an object with plain, encrypted and otherKeys: names), models (names), "
        + "files (a count), backup, kept, dryRun"),
    ManualEntry(
      "migrate history",
      "events: event, time and more. apply: migrations, from, to, models (name, and changes with kind, subject, detail, count, lost), "
        + "backup; rollback: undoes (times), backup; accept: migration"),
  ]
}
