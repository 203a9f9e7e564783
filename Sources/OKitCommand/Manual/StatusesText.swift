import CommandKit
import OKitStorage

/// The exit statuses, for help and manual.
enum StatusesText {
  static var entries: [ManualEntry] {
    let meanings: [(Int32, String)] = [
      (0, "done, also where nothing was to be done"),
      (Status.found, "'check', 'migrate status' or 'get -e' found something, or a question was answered with no"),
      (
        Status.usage,
        "the command line makes no sense, a path cannot be read, or --yes is missing where nobody can be asked"
      ),
      (Status.malformed, "data are malformed, damaged or were tampered with, or a value does not fit"),
      (Status.notFound, "there is no such workspace, model, path or backup"),
      (Status.unsupported, "not supported"),
      (Status.bug, "a mistake in okit; please report it"),
      (Status.exists, "what should be made is there already"),
      (Status.inputOutput, "reading or writing failed: a full disk, a permission"),
      (Status.busy, "another okit has the workspace, a file was changed meanwhile, or a hook failed: try again"),
      (Status.locked, "no key, or a wrong password"),
      (
        Status.configuration,
        "okit.json or a definition is wrong, a program may not be run, or somebody has to decide something"
      ),
      (129, "ended by SIGHUP, as shells show it"), (130, "ended by SIGINT, Ctrl-C"), (143, "ended by SIGTERM"),
    ]
    return meanings.map { ManualEntry("\($0)", $1) }
  }

  static var sections: [ManualSection] {
    [
      ManualSection(
        "", .text("The numbers are those of sysexits.h, so that a script can tell what helps."), .entries(entries)),
      ManualSection(
        "In a script",
        .text(
          """
          Whatever the status is, nothing was changed by half. A closed pipe is no error for what only prints. 'backup verify' of several ends \
          with 65 if one is damaged, and with 77 if nothing is worse than that one cannot be opened.
          """),
        .examples([
          Example("okit migrate status -q || okit migrate apply", "only where something is pending"),
          Example("okit get -e 'books[0]/marked' >/dev/null && echo marked", "a value as a condition"),
        ])),
    ]
  }
}
