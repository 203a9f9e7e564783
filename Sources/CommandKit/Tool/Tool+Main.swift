import CSystem
@preconcurrency import Glibc

extension Tool {
  /// Runs the tool with the arguments of the process, and exits.
  package func main() -> Never {
    setlocale(LC_CTYPE, "C.UTF-8")
    Self.fillStandardDescriptors()
    Signals.install()
    let console = Console(tool: name, environment: Console.processEnvironment(except: secretVariables))
    var ending: Ending
    do {
      ending = execute(try RawArguments.decode(okit_argument_count(), okit_argument_values()), console)
    } catch {
      ending = end(after: error, path: [name], console)
    }
    if case .status(let status) = ending {
      do {
        try console.standardOutput.close()
      } catch {
        // That something was left out is no failure that counts more.
        ending = end(after: error, path: [name], console, status: status == console.omissionStatus ? 0 : status)
      }
    }
    switch ending {
    case .status(let status): exit(status)
    case .signal(let signal): Signals.end(by: signal)
    }
  }

  /// Runs a command line on a console and returns the status; after a signal, 128 plus its number.
  func run(arguments: [String], console: Console) -> Int32 {
    switch execute(arguments, console) {
    case .status(let status): status
    case .signal(let signal): 128 + signal
    }
  }

  // If a standard descriptor is closed, the next opened file would get its number and its output.
  private static func fillStandardDescriptors() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
      // Opened in the wrong direction, so that using the stream is still an error.
      _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}
