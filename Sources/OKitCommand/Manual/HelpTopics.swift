import CommandKit
import OKitStorage

extension HelpTopic {
  /// What `okit help` explains besides of commands.
  static let all = [bindings, quoting, secrets, statuses, backups, cron]

  static let bindings = HelpTopic(
    "bindings", abstract: "Paths to values.", seeAlso: ["okit-bindings(7)"], sections: { BindingsText.sections })
  static let quoting = HelpTopic(
    "quoting", abstract: "How paths and values get past a shell.", seeAlso: ["okit-bindings(7)"],
    sections: { QuotingText.sections })
  static let secrets = HelpTopic(
    "secrets", abstract: "Where passwords, passphrases and keys come from.", seeAlso: ["okit(1)", "okit-key(1)"],
    sections: { SecretsText.sections })
  static let statuses = HelpTopic(
    "statuses", abstract: "What the exit statuses mean.", seeAlso: ["okit(1)"], sections: { StatusesText.sections })
  static let backups = HelpTopic(
    "backups", abstract: "What backups are, and how to get data out of them.",
    seeAlso: ["okit-backup(1)", "okit-format(5)"], sections: { BackupsText.sections })
  static let cron = HelpTopic(
    "cron", abstract: "Running okit by itself.", seeAlso: ["okit-backup(1)", "crontab(5)"],
    sections: { CronText.sections })
}
