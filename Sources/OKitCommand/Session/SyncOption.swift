import CommandKit

/// Whether edits change stand-ins together with their partials.
struct SyncOption: ParsableArguments {
  @Flag(.long, help: "Do not change what a stand-in repeats together with its partial.")
  var noSync: Bool
}
