import CommandKit
import OKitBackups
import OKitData
import OKitMigrations
import OKitModels
import OKitStorage

/// The text of okit-format(5): the files of a workspace, and the input and output of programs.
enum FormatText {
  static var sections: [ManualSection] {
    [overview] + data + encryption + records + [JSONOutputText.section, programs]
  }

  private static let overview = ManualSection(
    "",
    .text(
      """
      A workspace is a folder that contains okit/okit.json or okit/data. The data folder has the same files as the documents folder of an \
      app built on OKit, so both can be exchanged. All other files belong to okit. Every file is JSON, or opens with age(1), 7z(1) and tar(1).
      """),
    .entries(
      [
        ManualEntry("okit/data/MODEL.json", "a model; the default one is default.json"),
        ManualEntry(
          "okit/data/MODEL/KEY.json",
          "a partial of the model: an entity in its own file; KEY is the id of its stand-in"),
        ManualEntry(
          "okit/data/_image/ID.FORMAT", "the bytes of a ModelImage with this id; the ending of image/png is png"),
        ManualEntry("okit/data/_data/ID.raw", "the bytes of a ModelData with this id"),
      ] + PlacesText.files.filter { $0.term != "okit/data" }, .file),
    .text(
      """
      An id or model name that is part of a file name must not be empty, begin with a dot or contain a slash, and \
      has at most 255 bytes including the ending.
      """))

  private static let data = [
    ManualSection(
      "Models",
      .text(
        """
        A model is a JSON object. A file keeps its name when it is encrypted; okit recognizes JSON, age files and \
        okit-cbc files by their content. The kind of a model determines how it is stored. The model's class determines \
        the kind, otherwise okit.json does:
        """),
      .entries([
        ManualEntry("plain", "Model: a JSON file"),
        ManualEntry(
          "encrypted", "ModelEncrypted: an encrypted file, or a plain one while the app's setting 'encryption' is off"),
        ManualEntry("settings", "ModelSettings: a JSON file with the framework's settings"),
        ManualEntry("transient", "ModelTransient: not stored"),
        ManualEntry(
          "http, encrypted-http", "ModelHttp, ModelEncryptedHttp: stored on a server; a file is a local copy"),
      ]),
      .text(
        """
        A model or partial that was never changed has no file and the defaults of its class. A Date is a number, the seconds since \
        2001-01-01T00:00:00Z. Data is base64. An optional without a value is omitted. A set is an array in any order. A dictionary is an \
        object if its keys have the type String or Int, otherwise an array of alternating keys and values. When okit sets a value, all \
        other bytes of the document stay the same.
        """)),
    ManualSection(
      "Entities, references, partials",
      .text(
        """
        An entity is an object, usually with an id, a string that is unique in all models of an app. A reference is an object with a refKey, \
        the id of another entity; an empty refKey refers to nothing. A partial is an entity in its own file; its stand-in keeps a few of its \
        properties in the model. If the file is missing, the entity has the defaults of its class.
        """)),
    ManualSection(
      "Attachments",
      .text(
        """
        ModelImage and ModelData are entities with format, label, quality, scale, template and size; their bytes are in a file named after \
        the id. The size is that of the decrypted bytes. ModelInlineImage and ModelInlineData have the bytes as base64 in 'data'. A file \
        is encrypted like its model.
        """)),
  ]

  private static let encryption = [
    ManualSection(
      "Ciphers",
      .text(
        """
        With the cipher age, a file is a binary age file for the recipients in okit.json; 'age -d -i identity.txt' decrypts it. Every byte \
        is authenticated.

        okit-cbc, the framework's own cipher, is AES-256-CBC with PKCS#7 padding and without authentication, with \
        one key and one IV for every file of the app. The key is JSON, {"key": [32 numbers], "iv": [16 numbers]}. To \
        decrypt a file:

          openssl enc -d -aes-256-cbc -K HEX -iv HEX -in okit/data/default.json

        okit-cbc does not detect changes, so okit may not notice changed bytes of an attachment.
        """))
  ]

  private static let records = [
    ManualSection(
      "okit.json",
      .text("okit keeps unknown keys."),
      .entries([
        ManualEntry("version", "1"),
        ManualEntry("id", "the UUID of the workspace, which names its key folder"),
        ManualEntry(
          "models",
          "an object with class, kind (see above) and endpoint for each model name; while the app's setting 'encryption' is off, also with the "
            + "previous cipher of the model"),
        ManualEntry(
          "definitions",
          "Swift files or folders with the app's classes, relative to the workspace, with the wildcards *, ? and **; "
            + "default: okit/model/*.swift"),
        ManualEntry("recipients", "the age recipients that encrypted models are encrypted to"),
        ManualEntry("cipher", "age or okit-cbc: the default cipher of encrypted models"),
        ManualEntry("keyCheck", "a SHA-256 to detect that the app's key is wrong"),
        ManualEntry(
          "backup",
          "format (age, zip or directory), folder, \"to\": \"recipients\" for backups without a password, and keep, the rules of 'okit backup "
            + "prune': last, hourly, daily, weekly, monthly and yearly are numbers of backups, within is a time such as \"30d\", tags an array"
        ),
        ManualEntry(
          "endpoint",
          "the server of remote models: a URL, or an object with url, method, preconditions and limit, see 'okit help http'"
        ),
        ManualEntry(
          "hooks", "timeout: the seconds after which okit stops a hook; default: no limit"
        ),
        ManualEntry(
          "history",
          "the limits of the history of changes: steps, their number (default: 100); size, such as \"1 GB\" (the default) or a number of "
            + "bytes; age, such as \"30d\" (the default), with the units s, m, h, d and w. 0 keeps no history"),
      ])),
    ManualSection(
      "config.json",
      .text(
        """
        /etc/okit/config.json and $XDG_CONFIG_HOME/okit/config.json (otherwise ~/.config/okit/config.json) apply to every workspace: \
        {"safe": {"folder": ["/srv/shop", "/mnt/data"]}}. The lists are combined. A folder includes everything in it; "*" is any folder. \
        The files must belong to the caller or root, and nobody else may write to them.

        A workspace of another user is read-only (78 for any change) unless safe.folder contains it: okit.json, the data and their folder must \
        belong to the caller or root. If root runs okit through sudo, okit also accepts what belongs to the user who called sudo. The hooks of \
        a read-only workspace do not run. 'backup create -o' and 'export -o' still work, because they write elsewhere.

        A model file, the folder okit and its folders data, model, backup and export may be symbolic links, but only to targets in the workspace \
        or in safe.folder. Otherwise a workspace from someone else, such as a clone, could copy the caller's other files into a backup for its \
        own recipients, or write elsewhere. A backup folder elsewhere needs no link: set backup.folder in okit.json.
        """)),
    ManualSection(
      "Migrations",
      .text(
        """
        okit/model/applied.json contains the definitions that the data of each model conforms to, the number of the model's last \
        migration, and the name and checksum of each applied migration. Its member stored lists the models that had a file after okit's \
        last change; 'okit check' and 'okit status' report a listed model if its file is missing. Keep applied.json together with the \
        data. okit/migrations/NUMBER-NAME.json has version, steps, allowLoss (properties whose values may be dropped) and models, the \
        definitions after the migration; okit-migrate(1) lists the steps. okit/history.json records the migrations applied, rolled back \
        and accepted on this machine.
        """)),
    ManualSection(
      "Changes",
      .text(
        """
        okit/.steps contains the latest changes, for 'okit undo'. NUMBER-TIME-SIZE.json records a change: version, command, step, time, \
        kind, and for each file the path, the size and the SHA-256 before and after. NUMBER-INDEX is a file that the change replaced or \
        removed, as it was stored. Only the owner may read the folder, and it is not in backups. When a model is encrypted, okit \
        removes its unencrypted files from the folder.
        """)),
    ManualSection(
      "Backups",
      .text("A backup is a tar archive, a zip or a folder with these entries:"),
      .entries(
        [
          ManualEntry(
            "okit-backup.json",
            "the first one: version, created, workspace, content, models, rulesAndForms (true if it has all of them), and files with size and form"
          ),
          ManualEntry("okit.json", "the configuration"),
          ManualEntry("model/", "definitions in okit/model"),
          ManualEntry("rules/, forms/", "the JSON files in okit/rules and okit/forms; then version is 2, otherwise 1"),
          ManualEntry(
            "data/", "the data folder: decrypted if content is 'decrypted', unchanged if it is 'as-stored'"),
          ManualEntry("SHA256SUMS", "the last one: the checksums of all others, for 'sha256sum -c'"),
        ], .file)),
  ]

  /// The sentences that describe the input of a function. Help and manual contain them.
  static let functionInput =
    """
    The program reads one JSON object from standard input, with these members: entity, the last entity on the path; parameter, the value of \
    the path or text in parentheses, or null; value, the value that the function is applied to. value is missing if it is the entity.
    """

  private static let programs =
    ManualSection(
      "Programs",
      .text(
        """
        okit/functions/NAME is a program that bindings call as a function. \(functionInput) The program prints a value, as JSON or as text, \
        or for 'okit call' the changed entity. OKIT_ROOT, OKIT_MODEL, OKIT_PATH and OKIT_ID name the entity.

        okit/functions/NAME.json describes the function NAME, or defines a computed property. All members are optional:
        """),
      .entries([
        ManualEntry("title, description", "texts for people"),
        ManualEntry(
          "class", "the class of the entities that it applies to, or an array of classes; absent for any entity"),
        ManualEntry(
          "binding",
          "the value of a computed property, as a path from the entity; 'get', 'list' and conditions need no --run for it"
        ),
        ManualEntry("program", "the file in okit/functions that runs instead of NAME"),
        ManualEntry("enabled", "a condition on the entity, without which 'call' refuses to run the program"),
        ManualEntry("message", "the reason to give if the condition is not met"),
      ]),
      .text(
        """
        okit/hooks/EVENT runs at an event. It reads one JSON object with event, workspace, and:
        """),
      .entries([
        ManualEntry("before-backup, after-backup, before-restore, after-restore", "name, file and models"),
        ManualEntry("before-migrate, after-migrate", "action, migrations and backup; for a rollback also models"),
        ManualEntry(
          "before-change",
          "command; changes, as 'watch --json' prints them, each with its kind: managed, unmanaged or changed; and attachments, the paths of files that "
            + "are added, replaced or removed; an edit stops with the first line that the hook prints"),
        ManualEntry("managed, unmanaged, changed", "changes, as 'watch --json' prints them"),
      ]),
      .text(
        """
        If a before hook fails, the command stops (75); if an after hook fails, okit prints a warning. A hook that runs longer than \
        hooks.timeout in okit.json fails: okit sends SIGTERM, then SIGKILL, to the hook and to the programs that it started. The output \
        of hooks goes to standard error, except the message of before-change. With --no-hooks or if OKIT_HOOK is set, no hook runs, so hooks can use okit.

        The step {"run": "NAME"} runs okit/migrations/NAME, which has no ending. It reads one line {"old": …, "new": …} per object and \
        prints one line per object: the new object, or an empty line to leave it unchanged.

        A program runs only if it and every folder from it up to / belong to the caller or root and nobody else may write to them; \
        otherwise the status is 78. Above the workspace, a folder that others may write to is accepted if it is sticky, like /tmp. okit \
        checks this right before each start. Programs get no terminal and no environment variables with secrets. Backups, imports and \
        'okit init' never install programs.
        """))
}
