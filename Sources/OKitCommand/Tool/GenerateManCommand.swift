import CommandKit
import Glibc
import OKitStorage

struct GenerateManCommand: Command {
  static let configuration = CommandConfiguration(
    "man", abstract: "Write the manual pages.",
    examples: [Example("okit generate man man", "the pages of the repository")])

  @Argument(help: "The folder; created if missing.", valueName: "dir", completion: .folder)
  var folder: String
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let folder = try Session(console, global).absolute(folder)
    guard mkdir(folder.text, 0o755) == 0 || errno == EEXIST else { throw SystemError("make", folder) }
    for page in OKitManual.pages { try write(page.mdoc, "\(folder)/\(page.fileName)") }
  }

  private func write(_ text: String, _ path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw SystemError("write", path) }
    defer { close(descriptor) }
    let output = Output(descriptor, name: path)
    try output.write(text)
    try output.flush()
  }
}
