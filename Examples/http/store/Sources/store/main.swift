import Foundation

/// Reads, stores and deletes files of models at the endpoint of an app. The token is in $OKIT_TOKEN, if the server needs one.
let usage = """
  usage: store URL read PATH >FILE
         store URL write PATH <FILE
         store URL write-encrypted PATH <FILE
         store URL delete PATH

  """
let words = CommandLine.arguments.dropFirst()
guard words.count == 3, let url = URL(string: words[1]) else {
  FileHandle.standardError.write(Data(usage.utf8))
  exit(64)
}
let store = HTTPStore(endpoint: url, token: ProcessInfo.processInfo.environment["OKIT_TOKEN"])
do {
  switch words[2] {
  case "read": FileHandle.standardOutput.write(try await store.read(words[3]))
  case "write", "write-encrypted":
    let content = try FileHandle.standardInput.readToEnd() ?? Data()
    try await store.write(words[3], content, isEncrypted: words[2] == "write-encrypted")
  case "delete": try await store.delete(words[3])
  default:
    FileHandle.standardError.write(Data(usage.utf8))
    exit(64)
  }
} catch {
  FileHandle.standardError.write(Data("store: \(error)\n".utf8))
  exit(1)
}
