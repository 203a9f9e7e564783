import CommandKit
import OKitEditing
import OKitStorage

/// Options of commands that show a form.
struct FormOptions: ParsableArguments {
  @Flag(.customLong("ask"), help: "Ask for the values of a form in the terminal (see 'okit help forms').")
  var asks: Bool
  @Option(
    .long, help: "Use this form of okit/forms instead of the one that the class gives.", valueName: "name",
    completion: .workspace(.forms))
  var form: String?
  @Option(
    .long, help: "Store the values in a JSON file, by the names of fields; '-' is standard input.",
    valueName: "file", completion: .file)
  var answers: String?
  @Flag(.customLong("print-form"), help: "Print the form as JSON: fields, kinds, choices and present values.")
  var printsForm: Bool
  @Flag(.customLong("run"), help: "Allow the actions of the form that are programs of the workspace.")
  var runsPrograms: Bool

  /// What is done with the form; nil if no form is used.
  var use: FormSession.Use? {
    if let answers { return .answers(answers) }
    return printsForm ? .print : asks ? .ask : nil
  }

  /// Where the form comes from.
  var source: FormRequest.Source { form.map { .file($0) } ?? .ofClass }

  /// The given options with which a form is continued, each after a space.
  var continued: String {
    let options = [form.map { " --form \(ShellWord.operands($0))" }, runsPrograms ? " --run" : nil]
    return options.compactMap { $0 }.joined()
  }

  /// Checks the combination with the options for text that was not finished.
  func validate(_ draft: DraftOptions) throws {
    if use != nil, !asks, draft.continues || draft.discard {
      throw UsageError("--continue and --discard are only for --ask and the editor", showsUsage: true)
    }
    let chosen = [asks ? "--ask" : nil, answers.map { _ in "--answers" }, printsForm ? "--print-form" : nil]
      .compactMap { $0 }
    if chosen.count > 1 { throw UsageError("\(chosen[0]) and \(chosen[1]) cannot be used together", showsUsage: true) }
    if use == nil, form != nil || runsPrograms {
      throw UsageError(
        "\(form == nil ? "--run" : "--form") needs --ask, --answers or --print-form", showsUsage: true)
    }
  }
}
