/// The scripts that make shells complete the command lines of a tool.
enum CompletionScript {}
