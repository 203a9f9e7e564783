import CommandKit
import OKitStorage

/// okit without anybody at a terminal, for help and manual.
enum CronText {
  static var sections: [ManualSection] {
    [
      ManualSection(
        "",
        .text(
          """
          With -q okit prints nothing but errors and warnings, so that cron sends mail only when something is wrong. -C names the workspace, \
          since cron starts in your home. A % in a line of a crontab is a line feed unless it is written \\%.

              # m h  dom mon dow   command
              15 3 * * *   okit -q -C /srv/shop backup create --password-file /etc/okit/password
              45 3 * * 0   okit -q -C /srv/shop backup verify --password-file /etc/okit/password
              0  4 * * *   okit -q -C /srv/shop check
          """)),
      ManualSection(
        "Without a secret on the machine",
        .text(
          """
          With "backup": {"to": "recipients"} in okit/okit.json, or with -r, a backup needs no password, and with --as-stored no identity \
          either: the machine makes backups that it cannot open.
          """)),
      ManualSection(
        "What can happen",
        .text(
          """
          An okit that finds another one at work waits, 30 seconds unless --wait says otherwise, and then ends with 75. A crash leaves no \
          lock behind; what was half done is finished or taken back by the next command. Nobody is asked: where a secret is missing the \
          status is 77, where --yes is, 64. PATH in a crontab is short; write where okit is, if it is not in /usr/bin or /bin.
          """)),
    ]
  }
}
