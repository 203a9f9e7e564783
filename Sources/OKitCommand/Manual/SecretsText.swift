import CommandKit
import OKitStorage

/// Where secrets come from, for help and manual.
enum SecretsText {
  static var sections: [ManualSection] {
    [
      ManualSection(
        "",
        .text(
          """
          No secret is ever an argument, which every user of the machine could see. A password seals a backup; a passphrase protects the \
          file of an identity; an identity opens models and backups that are encrypted to it; the app's key opens what an app has encrypted.
          """)),
      ManualSection(
        "Passwords and passphrases",
        .entries([
          ManualEntry(
            "a password",
            "--password-file, --password-command, else $OKIT_PASSWORD_FILE, $OKIT_PASSWORD_COMMAND or "
              + "$OKIT_PASSWORD, else it is asked for, a new one twice"),
          ManualEntry(
            "a passphrase",
            "--passphrase-file, --passphrase-command, else $OKIT_PASSPHRASE_FILE or "
              + "$OKIT_PASSPHRASE_COMMAND, else it is asked for"),
          ManualEntry("a new passphrase", "--new-passphrase-file, else it is asked for twice"),
        ]),
        .text(
          """
          An option counts more than a variable. Two options for one secret are an error (64), and so are two variables, and two uses of \
          standard input. A file named '-' is standard input. The secret is what the file holds or the command prints, without one line feed \
          at its end; a file that others can read gets a warning. Where nothing is given and nobody can be asked the status is 77.
          """)),
      ManualSection(
        "Identities and keys",
        .text(
          """
          The identity is looked for where -i says, then $OKIT_IDENTITY, then in the workspace's folder of keys, which is \
          $XDG_CONFIG_HOME/okit/ID or ~/.config/okit/ID with the id from okit.json. 'okit key generate' makes it there, 'okit key list' says \
          where it was looked for. The app's key is where $OKIT_CBC_KEY says, or beside the identity as okit-cbc.json; 'okit key import' \
          puts it there. Whoever loses the identity loses what is encrypted to it: 'okit key export' makes a copy to keep elsewhere.
          """)),
      ManualSection(
        "What okit does with them",
        .text(
          """
          Secrets are kept in memory that is wiped, in no file and in no message; the process leaves no core dump. The variables above are \
          removed before a function, a hook or a pager starts, and $OKIT_PASSWORD before any program. Files with secrets are made with mode \
          0600 and never written over.
          """),
        .examples([
          Example("okit backup create --password-file /etc/okit/password", "from a file"),
          Example("okit backup verify --password-command 'pass show okit'", "from a manager of passwords"),
          Example("okit get name -i ~/identity.txt", "with another identity"),
        ])),
    ]
  }
}
