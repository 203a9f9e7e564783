import CommandKit

/// The option that skips the question before many entities are removed.
struct RemovalConfirmationOption: ParsableArguments {
  @Flag(.shortAndLong, help: "Remove more than ten entities without asking.")
  var yes: Bool
}
