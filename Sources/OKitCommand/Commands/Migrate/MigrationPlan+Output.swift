import CommandKit
import JSONDocument
import OKitMigrations
import OKitModels
import OKitStorage

extension MigrationPlan {
  /// Writes the changes as a table.
  func write(to console: Console) throws {
    var table = TextTable([
      .init("MODEL", cutting: .never), .init("BY"), .init("CHANGE"), .init("WHAT", cutting: .never),
      .init("TO"), .init("COUNT", .right), .init("LOST", .right, style: .red),
      .init("EXAMPLES", cutting: .early),
    ])
    for model in models {
      if model.isUnrecorded { table.add([model.name.description, "", "recorded"]) }
      for stage in model.stages {
        for change in stage.changes {
          table.add([
            model.name.description, stage.migration ?? "definitions", change.kind.rawValue, change.subject,
            change.detail ?? "", "\(change.count)", change.lost == 0 ? "" : "\(change.lost)", change.shownExamples,
          ])
        }
      }
    }
    if !table.isEmpty { try table.write(to: console) }
  }

  /// Writes the members of the JSON object.
  func write(to writer: inout JSONWriter) {
    writer.array("migrations", of: migrations)
    writer.array("models") { writer in
      for model in models { writer.object { model.write(to: &$0) } }
    }
    writer.array("decisions") { writer in
      for decision in decisions { writer.object { decision.write(to: &$0) } }
    }
  }
}

extension MigrationPlan.Model {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.member("name", name.description)
    writer.member("recorded", !isUnrecorded)
    writer.array("changes") { writer in
      for stage in stages {
        for change in stage.changes {
          writer.object { writer in
            writer.member("migration", stage.migration)
            change.write(to: &writer)
          }
        }
      }
    }
  }
}

extension MigrationChange {
  fileprivate var shownExamples: String {
    examples.joined(separator: ", ") + (lost > examples.count && !examples.isEmpty ? ", …" : "")
  }

  fileprivate func write(to writer: inout JSONWriter) {
    writer.member("kind", kind.rawValue)
    writer.member("subject", subject)
    writer.member("detail", detail)
    writer.member("count", count)
    writer.member("lost", lost)
    writer.array("examples", of: examples)
  }
}

extension MigrationDecision {
  fileprivate func write(to writer: inout JSONWriter) {
    switch self {
    case .rename(let subject, let candidates):
      writer.member("kind", "rename")
      writer.member("subject", subject)
      writer.array("candidates", of: candidates)
    case .loss(let subject, let count, let examples):
      writer.member("kind", "loss")
      writer.member("subject", subject)
      writer.member("count", count)
      writer.array("examples", of: examples)
    }
    writer.array("options", of: options)
  }
}
