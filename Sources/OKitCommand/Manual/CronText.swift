import CommandKit
import OKitStorage

/// The help topic on running okit without a terminal, which is also part of the manual.
enum CronText {
  static var sections: [ManualSection] {
    [
      ManualSection(
        "",
        .text(
          """
          With -q, the commands below print nothing unless something is wrong, so cron sends mail only about problems. Give the workspace \
          with -C, because cron starts in your home folder. In a crontab, write % as \\%; cron replaces a plain % with a line feed.

              # m h  dom mon dow   command
              15 3 * * *   okit -q -C /srv/shop backup create --password-file /etc/okit/password
              45 3 * * 0   okit -q -C /srv/shop backup verify --password-file /etc/okit/password
              0  4 * * *   okit -q -C /srv/shop check
          """)),
      ManualSection(
        "Without a secret on the machine",
        .text(
          """
          With "backup": {"to": "recipients"} in okit/okit.json, or with -r, a backup needs no password. With --as-stored it needs no \
          identity either. The machine then makes backups that it cannot open.
          """)),
      ManualSection(
        "Locks and errors",
        .text(
          """
          If another okit is using the workspace, okit waits up to 30 seconds, or the duration given with --wait, and then exits with 75. \
          A crash leaves no lock; the next command that writes completes or undoes the interrupted change. Under cron, okit never \
          prompts: a missing secret is an error (77), and so is a missing --yes of a command that deletes or replaces data as a whole \
          (64). cron searches few folders: write the full path of okit if it is not in /usr/bin or /bin.
          """)),
    ]
  }
}
