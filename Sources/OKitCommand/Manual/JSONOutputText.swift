import CommandKit
import OKitStorage

/// What commands print with `--json`. It is a promise: a member that stands here stays, with its meaning.
enum JSONOutputText {
  static let section = ManualSection(
    "Output as JSON",
    .text(
      """
      With --json a command prints JSON only, and says nothing besides but errors and warnings, which go to standard error. It is one object \
      in one line, indented on a terminal; 'watch' and 'backup verify' print one a line. null is what is not there or not known. dryRun \
      is true where -n was given. Members that are lists of objects are followed by the members of these, in brackets. Files \
      are relative to the workspace, absolute where they lie outside of it. \
      Later versions may add members; those that stand here stay as they are. Commands that are not listed print the same with --json as without it.

      'okit get --lines' prints an object a line with model, path, id (of the entity) and value; 'set --from' takes the same, of which only \
      path and value have to be there.
      """),
    .entries(workspace + values + parts + models + keys + exchange + migrations))

  private static let workspace = [
    ManualEntry("init", "root, id (null with -n), models (names), dryRun"),
    ManualEntry(
      "status",
      "root, id, models (name, class, kind, form, access, size, partials, problem), attachments (count, size), identity and frameworkKey "
        + "('absent', 'protected' or 'present'), recipients, backups (as 'backup list': name, format, path, size, modified), "
        + "modelsToMigrate (names), exported (how many files and folders okit/export has), definitionsProblem, recordProblem, migrationsProblem; the access of a model whose file is "
        + "missing is 'missing'"),
    ManualEntry(
      "check",
      "findings (kind, model, path, file, line, column, message), repaired with --fix or repairable with --fix -n (kind, model, file, "
        + "line, column, message), models and files (how many), knowsAllModels"),
    ManualEntry("version", "okit"),
  ]

  private static let values = [
    ManualEntry(
      "get", "the value, an array of them for a path that may have several; for several paths an array with these"),
    ManualEntry(
      "set, add, remove, move",
      "changes and synced (model, path, id), removedFiles, clearedReferences, removedEntities (how many), kept (the backup), dryRun"
    ),
    ManualEntry("call", "model, path, id, changed, kept (the backup), dryRun"),
    ManualEntry(
      "watch", "for each change model, path, id, old and new, where null is nothing; and from, where it moved from"),
    ManualEntry("settings get", "model, and each setting by its name; the value alone where one is named"),
    ManualEntry("settings set", "model, setting, changed, models that were converted (name, files, form), dryRun"),
  ]

  private static let parts = [
    ManualEntry("partial list", "partials (model, path, id, class, name, file, size, state)"),
    ManualEntry("partial resolve", "the value"),
    ManualEntry("partial extract, partial inline", "path, file, kept (the properties that the stand-in keeps), dryRun"),
    ManualEntry("partial sync", "changes (path, property, old, new), dryRun"),
    ManualEntry(
      "attachment list",
      "attachments (model, path, id, format, content, declaredSize, size, width, height, file, state)"),
    ManualEntry("attachment put", "path, id, format, size, file, new, dryRun"),
    ManualEntry("attachment remove", "path, file, dryRun"),
    ManualEntry("attachment gc", "removed, or removable with -n (file, size), dryRun"),
    ManualEntry(
      "ref list, ref who",
      "references (model, path, id, owner, refKey, target, which is null or an object with model, path, class, id, name), "
        + "unread (names of models)"),
    ManualEntry("ref resolve", "model, path, class, id, name, value"),
    ManualEntry(
      "ref graph", "summary, nodes (id, class, name, or count in a summary, path), edges (from, to, property, count)"),
  ]

  private static let models = [
    ManualEntry("model list", "models (name, class, kind, form, stored, defined)"),
    ManualEntry(
      "model show",
      "model, inferred, class, classes (name, superclass, note, entity, properties, which have name, key, type, required, checked, default, note)"
    ),
    ManualEntry("model create", "name, class, kind, definition (the file), data (the file), dryRun"),
    ManualEntry("model delete", "name, files (how many), kept (the backup), dryRun"),
    ManualEntry("model infer", "definition (the file), dryRun; Swift without --write"),
  ]

  private static let keys = [
    ManualEntry(
      "key list",
      "recipients (recipient, own), identity, an object with path, present, protected, and frameworkKey, one with path and present"
    ),
    ManualEntry("key generate", "recipient (not with -n), identity (the file), dryRun"),
    ManualEntry("key import", "path, new, recipients (those that it added), dryRun"),
    ManualEntry("key export", "path, new; the key without -o"),
    ManualEntry("key add", "added (recipients), dryRun"),
    ManualEntry("key remove", "removed (recipients), dryRun"),
    ManualEntry("encrypt, decrypt, rekey", "models (name, files, orphans), dryRun; the data with --stdout"),
  ]

  private static let exchange = [
    ManualEntry(
      "backup create",
      "path, size, models and files (how many), decrypted, missing and remote (names), dryRun; the backup with -o -"),
    ManualEntry("backup list", "backups (name, format, path, size, modified)"),
    ManualEntry(
      "backup show", "version, created, workspace, content, models (name, kind, form), files (path, size, form)"),
    ManualEntry("backup verify", "for each backup name, path, good, problem"),
    ManualEntry("backup restore", "models (names), files (how many), kept (the backup), dryRun"),
    ManualEntry("backup delete", "deleted (names; where it stops at one, those before it), dryRun"),
    ManualEntry(
      "export",
      "folder, models (names), files (how many), remote and missing (names), dryRun; with --clear files, left (paths), dryRun"
    ),
    ManualEntry("import", "imported and present (names of models), proven, kept (the backup), dryRun"),
  ]

  private static let migrations = [
    ManualEntry("migrate status", "models (name, class, state, migration), pending, edited, missing, late (names)"),
    ManualEntry(
      "migrate plan",
      "migrations (names), models (name, recorded, changes, which have migration, kind, subject, detail, count, lost, examples), "
        + "decisions (kind, subject, candidates or count and examples, options)"),
    ManualEntry(
      "migrate apply",
      "what 'migrate plan' prints: migrations, models (name, recorded, changes, which have migration, kind, subject, detail, count, lost, "
        + "examples), decisions; and backup, dryRun"),
    ManualEntry("migrate new", "file, dryRun"),
    ManualEntry("migrate accept", "migration, dryRun"),
    ManualEntry(
      "migrate rollback",
      "migrations, from, to, lost (change, model, path), forms, an object with plain, encrypted and otherKeys (names), models (names), "
        + "files (how many), backup, kept, dryRun"),
    ManualEntry(
      "migrate history",
      "events: event, time and what belongs to it. apply: migrations, from, to, models (name, changes, which have kind, subject, detail, "
        + "count, lost), backup; rollback: undoes (times), backup; accept: migration"),
  ]
}
