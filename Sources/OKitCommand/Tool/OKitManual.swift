import CommandKit
import OKitStorage

/// The manual of okit: one page for the command and each group, one for paths and one for files.
enum OKitManual {
  static var pages: [ManualPage] {
    CommandManual(of: OKitTool.tool, edition: edition, additions: additions).pages + [
      ManualPage(
        "okit-format", part: 5, abstract: "Files of a workspace and JSON output.",
        sections: FormatText.sections,
        seeAlso: ["okit(1)", "okit-bindings(7)", "age(1)", "openssl-enc(1)"], edition: edition),
      ManualPage(
        "okit-bindings", part: 7, abstract: HelpTopic.bindings.abstract,
        sections: HelpTopic.bindings.sections() + BindingsText.details + [
          ManualSection("Quoting").joined(with: HelpTopic.quoting.sections())
        ],
        seeAlso: ["okit(1)", "okit-format(5)", "gettext(3)"], edition: edition),
    ]
  }

  private static var edition: ManualEdition {
    ManualEdition(date: OKitTool.manualDate, subject: "okit \(OKitTool.version)")
  }

  /// Sections and entries of command pages that are not in the declarations, by command.
  private static var additions: [String: ManualAddition] {
    let bindings = ManualAddition(seeAlso: ["okit-bindings(7)"])
    let format = ManualAddition(seeAlso: ["okit-format(5)"])
    return [
      "okit": ManualAddition(
        sections: [ManualSection("Secrets").joined(with: HelpTopic.secrets.sections())],
        environment: PlacesText.environment, files: PlacesText.files, statuses: StatusesText.entries,
        seeAlso: ["okit-format(5)", "okit-bindings(7)"]),
      "okit backup": ManualAddition(
        sections: [
          ManualSection("Backups").joined(with: HelpTopic.backups.sections()),
          ManualSection("Cron").joined(with: HelpTopic.cron.sections()),
        ], files: PlacesText.backupFiles, seeAlso: ["okit-format(5)", "7z(1)", "crontab(5)"]),
      "okit key": ManualAddition(files: PlacesText.keyFiles, seeAlso: ["okit-format(5)"]),
      "okit migrate": ManualAddition(files: PlacesText.migrationFiles, seeAlso: ["okit-format(5)"]),
      "okit attachment": ManualAddition(
        files: PlacesText.attachmentFiles, seeAlso: ["okit-bindings(7)", "okit-format(5)"]),
      "okit rules": ManualAddition(
        sections: [ManualSection("Rules").joined(with: HelpTopic.rules.sections())], files: PlacesText.ruleFiles,
        seeAlso: ["okit-bindings(7)", "okit-model(1)"]),
      "okit form": ManualAddition(
        sections: [ManualSection("Forms").joined(with: HelpTopic.forms.sections())], files: PlacesText.formFiles,
        seeAlso: ["okit(1)", "okit-rules(1)", "okit-bindings(7)"]),
      "okit partial": bindings, "okit ref": bindings, "okit model": format, "okit settings": format,
    ]
  }
}

extension ManualSection {
  /// Returns one section with the content of `others`.
  fileprivate func joined(with others: [ManualSection]) -> ManualSection {
    var joined = self
    joined.blocks += others.flatMap { ($0.title.isEmpty ? [] : [.heading($0.title)]) + $0.blocks }
    return joined
  }
}
