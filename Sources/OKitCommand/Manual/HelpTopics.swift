import CommandKit

extension HelpTopic {
  /// The topics of `okit help`.
  static let all = [bindings, quoting, rules, forms, http, secrets, statuses, backups, cron]

  static let bindings = HelpTopic(
    "bindings", abstract: "Paths to values.", seeAlso: ["okit-bindings(7)"], sections: { BindingsText.sections })
  static let quoting = HelpTopic(
    "quoting", abstract: "Quoting of paths and values.", seeAlso: ["okit-bindings(7)"],
    sections: { QuotingText.sections })
  static let rules = HelpTopic(
    "rules", abstract: "Rules for values.", seeAlso: ["okit-rules(1)", "okit-bindings(7)"],
    sections: { RulesText.sections })
  static let forms = HelpTopic(
    "forms", abstract: "Forms to enter values.", seeAlso: ["okit(1)", "okit-form(1)", "okit-bindings(7)"],
    sections: { FormsText.sections })
  static let http = HelpTopic(
    "http", abstract: "Models on HTTP servers.", seeAlso: ["okit-remote(1)", "okit-format(5)"],
    sections: { HTTPText.sections })
  static let secrets = HelpTopic(
    "secrets", abstract: "Sources of passwords, passphrases and keys.", seeAlso: ["okit(1)", "okit-key(1)"],
    sections: { SecretsText.sections })
  static let statuses = HelpTopic(
    "statuses", abstract: "The exit statuses.", seeAlso: ["okit(1)"], sections: { StatusesText.sections })
  static let backups = HelpTopic(
    "backups", abstract: "Backups, and how to open them without okit.",
    seeAlso: ["okit-backup(1)", "okit-format(5)"], sections: { BackupsText.sections })
  static let cron = HelpTopic(
    "cron", abstract: "Running okit without a terminal.", seeAlso: ["okit-backup(1)", "crontab(5)"],
    sections: { CronText.sections })
}
