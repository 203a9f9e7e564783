import CommandKit
import OKitBackups
import OKitData
import OKitMigrations
import OKitModels
import OKitStorage

/// What okit-format(5) tells: the files of a workspace, and what programs read and print.
enum FormatText {
  static var sections: [ManualSection] {
    [overview] + data + encryption + records + [JSONOutputText.section, programs]
  }

  private static let overview = ManualSection(
    "",
    .text(
      """
      A workspace is a folder with okit/okit.json or okit/data in it. The data folder is what an app built on OKit keeps in its documents, \
      file by file, and can be exchanged with it. Everything else is okit's own. All of it is JSON, or opens with age(1), 7z(1) and tar(1).
      """),
    .entries(
      [
        ManualEntry("okit/data/MODEL.json", "a model; the default one is default.json"),
        ManualEntry(
          "okit/data/MODEL/KEY.json",
          "a partial of the model: an entity in a file of its own; KEY is the id of its stand-in"),
        ManualEntry("okit/data/_image/ID.FORMAT", "the bytes of a ModelImage with this id; image/png ends in png"),
        ManualEntry("okit/data/_data/ID.raw", "the bytes of a ModelData with this id"),
      ] + PlacesText.files.filter { $0.term != "okit/data" }, .file),
    .text(
      """
      What becomes part of a path, such as an id or the name of a model, is neither empty nor longer than 255 bytes with its ending, does \
      not begin with a dot and has no slash in it.
      """))

  private static let data = [
    ManualSection(
      "Models",
      .text(
        """
        A model is a JSON object. A file keeps its name whatever is in it: whether it is JSON, an age file or the framework's cipher, its \
        bytes tell. How it should be stored is its kind, which comes from its class, else from okit.json:
        """),
      .entries([
        ManualEntry("plain", "Model: a JSON file"),
        ManualEntry(
          "encrypted", "ModelEncrypted: an encrypted file, or plain while the app's setting 'encryption' is off"),
        ManualEntry("settings", "ModelSettings: a JSON file with the settings that the framework brings"),
        ManualEntry("transient", "ModelTransient: not stored"),
        ManualEntry("http, encrypted-http", "ModelHttp, ModelEncryptedHttp: stored at an endpoint and not here"),
      ]),
      .text(
        """
        A model or partial that was never changed has no file, which means the defaults of its class. A Date is a number, the seconds since \
        2001-01-01T00:00:00Z; Data are base64; an absent optional is left out. A set is an array in any order. A dictionary is an object \
        where its keys are of the type String or Int, else an array of keys and values in turn. okit changes no byte of a document \
        but those of the value that is set.
        """)),
    ManualSection(
      "Entities, references, partials",
      .text(
        """
        An entity is an object, mostly with an id, a string that is unique over all models of an app. A reference is an object with a refKey, \
        the id of another entity; an empty one refers to nothing. A partial is an entity that keeps a few properties in the model, its \
        stand-in, and the rest in a file of its own. Where the file is missing, an entity with the defaults of its class is meant.
        """)),
    ManualSection(
      "Attachments",
      .text(
        """
        ModelImage and ModelData are entities with format, label, quality, scale, template and size, whose bytes are in a file named by the \
        id. The size is that of the plain bytes. ModelInlineImage and ModelInlineData have the bytes in base64 under 'data'. A file is \
        encrypted as its model is.
        """)),
  ]

  private static let encryption = [
    ManualSection(
      "Ciphers",
      .text(
        """
        In the cipher age a file is a binary age file for the recipients in okit.json, which 'age -d -i identity.txt' decrypts. Every byte is \
        authenticated.

        okit-cbc, the framework's own cipher, is AES-256-CBC with PKCS#7 padding and nothing else, with one key and one IV for every file of \
        the app. The key is JSON, {"key": [32 numbers], "iv": [16 numbers]}. A file decrypts with:

          openssl enc -d -aes-256-cbc -K HEX -iv HEX -in okit/data/default.json

        It protects nothing against changes: a changed byte of an image or other attachment cannot be noticed for certain.
        """))
  ]

  private static let records = [
    ManualSection(
      "okit.json",
      .text("Keys that okit does not know stay as they are."),
      .entries([
        ManualEntry("version", "1"),
        ManualEntry("id", "the UUID of the workspace, by which its keys are found"),
        ManualEntry(
          "models",
          "for each name an object with class, and with kind as above; and with cipher while the app's setting 'encryption' is off: what "
            + "the model is stored with when it is on again"),
        ManualEntry(
          "definitions",
          "Swift files or folders with the app's classes, relative to the workspace, with the wildcards *, ? and **; "
            + "okit/model/*.swift where it is not there"),
        ManualEntry("recipients", "the age recipients that encrypted models are encrypted to"),
        ManualEntry("cipher", "age or okit-cbc: what encrypted models are stored with where nothing else is said"),
        ManualEntry("keyCheck", "a SHA-256 by which a wrong key of the app is noticed"),
        ManualEntry(
          "backup", "format (age, zip or directory), folder, and \"to\": \"recipients\" for backups without a password"),
        ManualEntry(
          "hooks", "timeout: after how many seconds a hook is ended; without it, hooks may run for as long as they like"
        ),
      ])),
    ManualSection(
      "config.json",
      .text(
        """
        /etc/okit/config.json and $XDG_CONFIG_HOME/okit/config.json (else ~/.config/okit/config.json) hold for every workspace: \
        {"safe": {"folder": ["/srv/shop", "/mnt/data"]}}. Both lists count. A folder stands for itself and everything in it, "*" for any folder. \
        The files must belong to the caller or root, and nobody else may write to them.

        A workspace of another user is only read (78 for anything else) unless safe.folder names it: okit.json, the data and the folder that holds \
        them must belong to the caller or root. If root is running okit through sudo, the user who called sudo counts as the caller, too. Its hooks do \
        not run. 'backup create -o' and 'export -o' write elsewhere and work.

        The file of a model, okit itself and the folders data, model, backup and export in it may be symbolic links, but only into the workspace or \
        to what safe.folder names. So a workspace that somebody else made, such as a clone, can neither take other files of the caller into a backup \
        for its own recipients nor write elsewhere. Backups can lie elsewhere without a link: okit.json names their folder (backup.folder).
        """)),
    ManualSection(
      "Migrations",
      .text(
        """
        okit/model/applied.json has for each model the definitions that its data conform to and the number of the last migration, and \
        for each applied migration its name and checksum. Its member stored has the names of the models that had a file when okit last \
        changed something; 'okit check' and 'okit status' report those that have none now. It goes along with the data. okit/migrations/NUMBER-NAME.json has version, steps, \
        allowLoss (properties whose values may go) and models, the definitions after it; the steps are listed in okit-migrate(1). \
        okit/history.json has what was applied, rolled back and accepted on this machine.
        """)),
    ManualSection(
      "Backups",
      .text("A backup is a tar archive, a zip or a folder with these entries:"),
      .entries(
        [
          ManualEntry(
            "okit-backup.json",
            "the first one: version, created, workspace, content, models, and files with size and form"),
          ManualEntry("okit.json", "the configuration"),
          ManualEntry("model/", "definitions in okit/model"),
          ManualEntry(
            "data/", "the data folder, decrypted where content is 'decrypted' and as it was where it is 'as-stored'"),
          ManualEntry("SHA256SUMS", "the last one: the sums of all others, for 'sha256sum -c'"),
        ], .file)),
  ]

  private static let programs =
    ManualSection(
      "Programs",
      .text(
        """
        okit/functions/NAME is a function of bindings. It reads one JSON object: entity; value, where it is called on something else than \
        that; and parameter. It prints a value, as JSON or else as text, or with 'okit call' the entity as it is to be. OKIT_ROOT, \
        OKIT_MODEL, OKIT_PATH and OKIT_ID say what it is about.

        okit/hooks/EVENT runs at an event and reads one JSON object with event and workspace, and:
        """),
      .entries([
        ManualEntry("before-backup, after-backup, before-restore, after-restore", "name, file and models"),
        ManualEntry("before-migrate, after-migrate", "action, migrations and backup; models at a rollback"),
        ManualEntry("managed, unmanaged, changed", "changes, as 'watch --json' prints them"),
      ]),
      .text(
        """
        A hook that fails before a step stops it (75); one that fails after it is a warning. A hook that runs for longer than hooks.timeout in \
        okit.json has failed: okit sends it and the programs that it started SIGTERM and, if it does not end, SIGKILL. What hooks print goes to standard error. Where \
        OKIT_HOOK is set no hook runs, so that hooks may use okit.

        okit/migrations/NAME, without an ending, is run by the step {"run": "NAME"}. It reads a line {"old": …, "new": …} for each object and prints a \
        line for each: the object as it is to be, or an empty line.

        A program runs only if it and every folder from it up to / belong to the caller or root and nobody else may write to them, else the \
        status is 78. Above the workspace, a folder that others may write to is accepted if it is sticky, as /tmp is. okit checks this right \
        before each start. No program has a terminal or sees a variable with a secret. Backups, imports and 'okit init' bring none.
        """))
}
