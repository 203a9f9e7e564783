import CommandKit
import OKitStorage

/// The help topic on secrets, which is also part of the manual.
enum SecretsText {
  static var sections: [ManualSection] {
    [
      ManualSection(
        "",
        .text(
          """
          A secret is never an argument, because every user of the machine can see arguments. A password encrypts a backup. A passphrase \
          protects an identity file. An identity opens models and backups that are encrypted to it. The app's key opens models that the app \
          encrypted.
          """)),
      ManualSection(
        "Passwords and passphrases",
        .entries([
          ManualEntry(
            "a password",
            "--password-file, --password-command, otherwise $OKIT_PASSWORD_FILE, $OKIT_PASSWORD_COMMAND or "
              + "$OKIT_PASSWORD, otherwise a prompt; a new password is prompted for twice"),
          ManualEntry(
            "a passphrase",
            "--passphrase-file, --passphrase-command, otherwise $OKIT_PASSPHRASE_FILE or "
              + "$OKIT_PASSPHRASE_COMMAND, otherwise a prompt"),
          ManualEntry("a new passphrase", "--new-passphrase-file, otherwise a prompt, twice"),
        ]),
        .text(
          """
          An option overrides a variable. Two options for one secret are an error (64), and so are two variables, or '-' given twice. A file \
          named '-' is standard input, which can be read only once. The secret is the content of the file or the output of the command, \
          without one line feed at the end. okit warns if other users can read the file. If no secret is given and okit cannot prompt, the \
          status is 77.
          """)),
      ManualSection(
        "Identities and keys",
        .text(
          """
          okit uses the identity given with -i, otherwise $OKIT_IDENTITY, otherwise the one in the workspace's key folder. This folder is \
          $XDG_CONFIG_HOME/okit/ID or ~/.config/okit/ID, with the id from okit.json. 'okit key generate' creates the identity there, and \
          'okit key list' shows the locations. The app's key is the file $OKIT_CBC_KEY, otherwise okit-cbc.json next to the identity; 'okit key \
          import' stores it there. Without the identity, the data cannot be opened: make a copy with 'okit key export' and keep it elsewhere.
          """)),
      ManualSection(
        "What okit does with them",
        .text(
          """
          okit wipes the memory that contained secrets. It never writes passwords and passphrases to a file, a message or a core dump. It \
          removes the variables above before it starts a function, a hook, a pager or an editor, and $OKIT_PASSWORD before it starts any program. \
          Files with secrets are created with mode 0600 and never overwritten.
          """),
        .examples([
          Example("okit backup create --password-file /etc/okit/password", "read the password from a file"),
          Example(
            "okit backup verify --password-command 'pass show okit'", "read the password from a password manager"),
          Example("okit get name -i ~/identity.txt", "use another identity"),
        ])),
    ]
  }
}
