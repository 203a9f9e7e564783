import CommandKit
import Forms
import JSONDocument
import OKitModels

struct FormListCommand: Command {
  static let configuration = CommandConfiguration(
    "list",
    abstract: "List the forms.",
    examples: [Example("okit form list", "list the forms with their classes")])

  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let workspace = try Session(console, global).workspace(keys)
    let forms = try FormFiles.names(in: workspace).map { ($0, try FormFiles.form($0, in: workspace)) }
    if console.json {
      return try console.writeJSON { writer in
        writer.array("forms") { writer in
          for (name, form) in forms {
            writer.object { writer in
              writer.member("name", name)
              writer.member("class", form.className)
              writer.member("title", form.title)
              writer.member("fields", form.fields.count)
            }
          }
        }
      }
    }
    guard !forms.isEmpty else { return console.note("no forms") }
    var table = TextTable([.init("FORM", cutting: .never), .init("CLASS"), .init("TITLE"), .init("FIELDS")])
    for (name, form) in forms {
      table.add([name, form.className ?? "", form.title ?? "", String(form.fields.count)])
    }
    try table.write(to: console)
  }
}
