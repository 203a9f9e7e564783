/// The completion scripts of a tool.
enum CompletionScript {}
