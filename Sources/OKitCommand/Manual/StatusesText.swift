import CommandKit
import OKitStorage

/// The help topic on exit statuses, which is also part of the manual.
enum StatusesText {
  static var entries: [ManualEntry] {
    let meanings: [(Int32, String)] = [
      (0, "success, even if there was nothing to do"),
      (Status.found, "'check', 'migrate status' or 'get -e' found something, or a question was answered with no"),
      (
        Status.usage,
        "wrong usage, a malformed path, or a missing --yes of a command that deletes or replaces data as a whole, or whose change cannot be undone"
      ),
      (Status.malformed, "the data is malformed, damaged or tampered with, or a value has the wrong type"),
      (Status.notFound, "no such workspace, model, path or backup"),
      (Status.unsupported, "not supported"),
      (Status.bug, "a bug in okit; please report it"),
      (Status.exists, "the target already exists"),
      (
        Status.inputOutput,
        "reading or writing failed, for example because of a full disk or a missing permission, or a server cannot prove its identity"
      ),
      (
        Status.busy,
        "another okit is using the workspace, a file changed in the meantime, a server cannot be reached or has another version, "
          + "or a hook failed: try again"
      ),
      (Status.locked, "no key, a wrong password, or credentials that a server refuses"),
      (
        Status.configuration,
        "okit.json or a definition is wrong, a program is not allowed to run, "
          + "or a migration needs a decision (--rename, --allow-loss)"
      ),
      (129, "ended by SIGHUP"), (130, "ended by SIGINT (Ctrl-C)"), (143, "ended by SIGTERM"),
    ]
    return meanings.map { ManualEntry("\($0)", $1) }
  }

  static var sections: [ManualSection] {
    [
      ManualSection(
        "", .text("The numbers are those of sysexits.h, so that a script can react to them."), .entries(entries)),
      ManualSection(
        "In a script",
        .text(
          """
          Whatever the status, a change is made completely or not at all. A closed pipe is not an error for commands \
          that only print. If 'backup verify' reads several backups, it exits with 65 if one is damaged, and with 77 \
          if the only problem is that some cannot be opened. A command that reads all models skips those that it cannot \
          read, with a warning, shows what is in the others, and exits with 65 (damaged), 69 (not supported), 75 (on a \
          server that does not answer) or 77 (locked), because its results are incomplete.
          """),
        .examples([
          Example("okit migrate status -q || okit migrate apply", "migrate only if something is pending"),
          Example("okit get -e 'books[0]/marked' >/dev/null && echo marked", "use a value as a condition"),
        ])),
    ]
  }
}
